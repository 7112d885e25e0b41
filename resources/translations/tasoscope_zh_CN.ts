<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>the part of %1 from %2 up to %3</source>
        <translation>%1 从 %2 到 %3 的部分</translation>
    </message>
    <message>
        <source>%1 with element %2 set to %3</source>
        <translation>把第 %2 个元素设为 %3 的 %1</translation>
    </message>
    <message>
        <source>%1 holds</source>
        <translation>%1 成立</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 且 %2</translation>
    </message>
    <message>
        <source>%1, or %2</source>
        <translation>%1，或 %2</translation>
    </message>
    <message>
        <source>%1 is one of %2</source>
        <translation>%1 是 %2 之一</translation>
    </message>
    <message>
        <source>each %1</source>
        <translation>每个 %1</translation>
    </message>
    <message>
        <source>some %1</source>
        <translation>某个 %1</translation>
    </message>
    <message>
        <source>no %1</source>
        <translation>没有 %1</translation>
    </message>
    <message>
        <source>followed by</source>
        <translation>接着</translation>
    </message>
    <message>
        <source>the last extent of %1</source>
        <translation>%1 的最后一维</translation>
    </message>
    <message>
        <source>the extent of %1 along axis %2</source>
        <translation>%1 沿轴 %2 的大小</translation>
    </message>
    <message>
        <source>the rank of %1</source>
        <translation>%1 的秩</translation>
    </message>
    <message>
        <source>the shape of %1</source>
        <translation>%1 的形状</translation>
    </message>
    <message>
        <source>the number of elements of %1</source>
        <translation>%1 的元素数</translation>
    </message>
    <message>
        <source>the element type of %1</source>
        <translation>%1 的元素类型</translation>
    </message>
    <message>
        <source>every element of %1</source>
        <translation>%1 的每个元素</translation>
    </message>
    <message>
        <source>the number of %1</source>
        <translation>%1 的数量</translation>
    </message>
    <message>
        <source>the model&apos;s operator set</source>
        <translation>模型的算子集</translation>
    </message>
    <message>
        <source>the length of %1</source>
        <translation>%1 的长度</translation>
    </message>
    <message>
        <source>the sum of %1</source>
        <translation>%1 之和</translation>
    </message>
    <message>
        <source>the product of %1</source>
        <translation>%1 之积</translation>
    </message>
    <message>
        <source>the smaller of %1 and %2</source>
        <translation>%1 与 %2 中较小者</translation>
    </message>
    <message>
        <source>the larger of %1 and %2</source>
        <translation>%1 与 %2 中较大者</translation>
    </message>
    <message>
        <source>the remainder of %1 divided by %2</source>
        <translation>%1 除以 %2 的余数</translation>
    </message>
    <message>
        <source>%1 divided by %2</source>
        <translation>%1 除以 %2</translation>
    </message>
    <message>
        <source>the square root of %1</source>
        <translation>%1 的平方根</translation>
    </message>
    <message>
        <source>element %2 of %1</source>
        <translation>%1 的第 %2 个元素</translation>
    </message>
    <message>
        <source>the place of %2 in %1</source>
        <translation>%2 在 %1 中的位置</translation>
    </message>
    <message>
        <source>%1 after %2</source>
        <translation>%2 之后的 %1</translation>
    </message>
    <message>
        <source>the inverse of %1</source>
        <translation>%1 的逆</translation>
    </message>
    <message>
        <source>the numbers from %1 up to %2</source>
        <translation>从 %1 到 %2 的数</translation>
    </message>
    <message>
        <source>%2 times %1</source>
        <translation>%2 个 %1</translation>
    </message>
    <message>
        <source>%1 is present</source>
        <translation>%1 存在</translation>
    </message>
    <message>
        <source>%1 is constant</source>
        <translation>%1 是常量</translation>
    </message>
    <message>
        <source>%1 and %2 have the same shape</source>
        <translation>%1 与 %2 形状相同</translation>
    </message>
    <message>
        <source>%1 and %2 have the same type and shape</source>
        <translation>%1 与 %2 类型和形状相同</translation>
    </message>
    <message>
        <source>%1 broadcasts to the shape of %2</source>
        <translation>%1 可广播到 %2 的形状</translation>
    </message>
    <message>
        <source>%1 and %2 are the same tensor</source>
        <translation>%1 与 %2 是同一张量</translation>
    </message>
    <message>
        <source>all %1 have the same shape but along axis %2</source>
        <translation>所有 %1 除轴 %2 外形状相同</translation>
    </message>
    <message>
        <source>%1 moves only axes of extent 1 of %2</source>
        <translation>%1 只移动 %2 中大小为 1 的轴</translation>
    </message>
    <message>
        <source>%1 in order</source>
        <translation>按顺序排列的 %1</translation>
    </message>
    <message>
        <source>%1 with its letters named in order</source>
        <translation>字母依次重命名后的 %1</translation>
    </message>
    <message>
        <source>%1 is about %2</source>
        <translation>%1 约为 %2</translation>
    </message>
    <message>
        <source>%1 and %2 have nothing in common</source>
        <translation>%1 与 %2 没有共同元素</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 为 %2</translation>
    </message>
    <message>
        <source>%1 equals %2</source>
        <translation>%1 等于 %2</translation>
    </message>
    <message>
        <source>%1 is not %2</source>
        <translation>%1 不是 %2</translation>
    </message>
    <message>
        <source>%1 is less than %2</source>
        <translation>%1 小于 %2</translation>
    </message>
    <message>
        <source>%1 is at most %2</source>
        <translation>%1 不大于 %2</translation>
    </message>
    <message>
        <source>%1 is more than %2</source>
        <translation>%1 大于 %2</translation>
    </message>
    <message>
        <source>%1 is at least %2</source>
        <translation>%1 不小于 %2</translation>
    </message>
    <message>
        <source>%1 is absent</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>%1 is not constant</source>
        <translation>%1 不是常量</translation>
    </message>
    <message>
        <source>%1 and %2 are different tensors</source>
        <translation>%1 与 %2 是不同的张量</translation>
    </message>
    <message>
        <source>it is not so that %1</source>
        <translation>并非 %1</translation>
    </message>
    <message>
        <source>some element of %1</source>
        <translation>%1 的某个元素</translation>
    </message>
    <message>
        <source>no element of %1</source>
        <translation>%1 没有元素</translation>
    </message>
    <message>
        <source>elements may have any type</source>
        <translation>元素可为任何类型</translation>
    </message>
    <message>
        <source>elements are of type %1</source>
        <translation>元素类型为 %1</translation>
    </message>
    <message>
        <source>%1 stands for %2</source>
        <translation>%1 代表 %2</translation>
    </message>
    <message>
        <source>%1 is read at most once</source>
        <translation>%1 至多被读取一次</translation>
    </message>
    <message>
        <source>%1 is read at most %2 times</source>
        <translation>%1 至多被读取 %2 次</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>reassociating</source>
        <translation>重结合</translation>
    </message>
    <message>
        <source>folding</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>approximate</source>
        <translation>近似</translation>
    </message>
    <message>
        <source>Both sides do the same operations.</source>
        <translation>两边做相同的运算。</translation>
    </message>
    <message>
        <source>Sums and products are taken in another order: results differ by rounding.</source>
        <translation>和与积的顺序不同：结果因舍入而异。</translation>
    </message>
    <message>
        <source>Constants are computed beforehand and rounded once: results differ by rounding.</source>
        <translation>常量预先计算并舍入一次：结果因舍入而异。</translation>
    </message>
    <message>
        <source>Another formula is used, which is close but not the same.</source>
        <translation>使用另一个接近但不相同的公式。</translation>
    </message>
    <message>
        <source>Proved from the axioms.</source>
        <translation>已由公理证明。</translation>
    </message>
    <message>
        <source>Tested on at least 30 random instances: both sides were evaluated and agreed.</source>
        <translation>在至少 30 个随机实例上测试过：两边求值结果一致。</translation>
    </message>
    <message>
        <source>Assumed: neither proved nor tested.</source>
        <translation>假定：既未证明也未测试。</translation>
    </message>
    <message>
        <source>Refuted: there is an instance where both sides differ.</source>
        <translation>已推翻：存在两边不同的实例。</translation>
    </message>
    <message>
        <source>the backward direction of a two-way rule</source>
        <translation>双向规则的反方向</translation>
    </message>
    <message>
        <source>two-way</source>
        <translation>双向</translation>
    </message>
    <message>
        <source>one-way</source>
        <translation>单向</translation>
    </message>
</context>
<context>
    <name>CandidateDelegate</name>
    <message>
        <source>each %1</source>
        <translation>每处 %1</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>最佳 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n places</source>
        <translation>
            <numerusform>%n 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CandidateModel</name>
    <message>
        <source>Faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>No change</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>%1%2 identical</source>
        <translation>%1%2 处相同</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n substitutions</source>
        <translation>
            <numerusform>%1，%n 个替换</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n identical places, each %2</source>
        <translation>
            <numerusform>%1，%n 处相同，每处 %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n substitutions</source>
        <translation>
            <numerusform>%n 个替换</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n places, best %1</source>
        <translation>
            <numerusform>%n 处，最佳 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n places, best %2</source>
        <translation>
            <numerusform>%1，%n 处，最佳 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>(no node)</source>
        <translation>（无节点）</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>DifferenceModel</name>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已改变</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What is different</source>
        <translation>有何不同</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>convolution, product</source>
        <translation>卷积、矩阵乘</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>data movement</source>
        <translation>数据搬移</translation>
    </message>
    <message>
        <source>view, no cost</source>
        <translation>视图，无成本</translation>
    </message>
    <message>
        <source>recurrent</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>other, opaque</source>
        <translation>其他、不透明</translation>
    </message>
    <message>
        <source>input, output</source>
        <translation>输入、输出</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>未改变</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已改变</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>float32, float64</source>
        <translation>float32、float64</translation>
    </message>
    <message>
        <source>float16</source>
        <translation>float16</translation>
    </message>
    <message>
        <source>bfloat16</source>
        <translation>bfloat16</translation>
    </message>
    <message>
        <source>integers</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>bool</source>
        <translation>布尔</translation>
    </message>
    <message>
        <source>other types</source>
        <translation>其他类型</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>cost change</source>
        <translation>成本变化</translation>
    </message>
    <message>
        <source>element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>nothing changes the cost</source>
        <translation>没有改变成本</translation>
    </message>
    <message>
        <source>cost change of each place</source>
        <translation>各处的成本变化</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <translation>快 %1</translation>
    </message>
    <message>
        <source>%1 slower</source>
        <translation>慢 %1</translation>
    </message>
    <message>
        <source>memory of the outputs</source>
        <translation>输出占用的内存</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>%1 (%2 % of all)</source>
        <translation>%1（占全部的 %2 %）</translation>
    </message>
    <message>
        <source>%1: %2 to %3</source>
        <translation>%1：%2 到 %3</translation>
    </message>
</context>
<context>
    <name>NodeModel</name>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算量</translation>
    </message>
    <message>
        <source>Memory traffic</source>
        <translation>内存读写</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
</context>
<context>
    <name>OutlineModel</name>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>Group or node</source>
        <translation>组或节点</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
</context>
<context>
    <name>PropertyModel</name>
    <message>
        <source>Property</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>RuleModel</name>
    <message numerus="yes">
        <source>%1, %n rules</source>
        <translation>
            <numerusform>%1，%n 条规则</numerusform>
        </translation>
    </message>
    <message>
        <source>Not used: its numeric class is not allowed.</source>
        <translation>未使用：不允许它的数值类别。</translation>
    </message>
    <message>
        <source>on</source>
        <translation>已启用</translation>
    </message>
    <message>
        <source>off</source>
        <translation>已停用</translation>
    </message>
    <message numerus="yes">
        <source>%n places found</source>
        <translation>
            <numerusform>找到 %n 处</numerusform>
        </translation>
    </message>
    <message>
        <source>Places found so far, in all graphs that were looked at</source>
        <translation>到目前为止在看过的所有图中找到的位置</translation>
    </message>
    <message>
        <source>Steps of the trail that took it</source>
        <translation>轨迹中采用它的步骤</translation>
    </message>
    <message>
        <source>Steps that made the graph cheaper at once</source>
        <translation>立即使图更便宜的步骤</translation>
    </message>
    <message>
        <source>Numerics</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Standing</source>
        <translation>地位</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Applied</source>
        <translation>已应用</translation>
    </message>
    <message>
        <source>Improved</source>
        <translation>改进</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
</context>
<context>
    <name>RuleStatisticsModel</name>
    <message>
        <source>Places where the rule fitted</source>
        <translation>规则适用的位置</translation>
    </message>
    <message>
        <source>Graphs made by it, duplicates included</source>
        <translation>由它生成的图，含重复</translation>
    </message>
    <message>
        <source>Graphs that were cheaper than the one they were made from</source>
        <translation>比来源图更便宜的图</translation>
    </message>
    <message>
        <source>Matched</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Tried</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Improved</source>
        <translation>改进</translation>
    </message>
</context>
<context>
    <name>StepModel</name>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Cost after</source>
        <translation>之后的成本</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>StepPictureDelegate</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StepTexts</name>
    <message>
        <source>as loaded</source>
        <translation>载入时</translation>
    </message>
    <message>
        <source>step %1, %2</source>
        <translation>步骤 %1，%2</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>%1 on branch %2</source>
        <translation>%1，分支 %2</translation>
    </message>
    <message>
        <source>The graph as it was loaded, in the form in which the device runs it</source>
        <translation>载入时的图，以设备运行它的形式</translation>
    </message>
    <message>
        <source>the best so far</source>
        <translation>目前最佳</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>bookmark %1</source>
        <translation>书签 %1</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>备注：%1</translation>
    </message>
    <message>
        <source>as loaded, changed inside nodes</source>
        <translation>载入时，节点内部已改变</translation>
    </message>
</context>
<context>
    <name>TimelineView</name>
    <message>
        <source>Timeline of steps</source>
        <translation>步骤时间线</translation>
    </message>
    <message>
        <source>The current step; drag to go to another</source>
        <translation>当前步骤；拖动可转到另一步</translation>
    </message>
    <message>
        <source>What it is compared with; drag, or Shift and click a step</source>
        <translation>比较对象；拖动，或按住 Shift 点击步骤</translation>
    </message>
</context>
<context>
    <name>tasoscope::Actions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Close model</source>
        <translation>关闭模型(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Export ONNX…</source>
        <translation>导出 ONNX(&amp;E)…</translation>
    </message>
    <message>
        <source>Writes the graph of the selected step as an ONNX model, after checking that it computes the same</source>
        <translation>检查计算结果一致后，把所选步骤的图写成 ONNX 模型</translation>
    </message>
    <message>
        <source>Export &amp;picture…</source>
        <translation>导出图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Writes the shown graph as SVG, PDF or PNG</source>
        <translation>把显示的图写成 SVG、PDF 或 PNG</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Ends the program</source>
        <translation>结束程序</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Finds nodes by name or operator</source>
        <translation>按名称或算子查找节点</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Goes to the next node found</source>
        <translation>转到下一个找到的节点</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>查找上一个(&amp;P)</translation>
    </message>
    <message>
        <source>Goes to the previous node found</source>
        <translation>转到上一个找到的节点</translation>
    </message>
    <message>
        <source>Fit &amp;all</source>
        <translation>显示全部(&amp;A)</translation>
    </message>
    <message>
        <source>Shows the whole graph</source>
        <translation>显示整个图</translation>
    </message>
    <message>
        <source>&amp;100 %</source>
        <translation>100 %(&amp;1)</translation>
    </message>
    <message>
        <source>Shows boxes at their natural size</source>
        <translation>以原始大小显示</translation>
    </message>
    <message>
        <source>Fit &amp;selection</source>
        <translation>显示所选(&amp;S)</translation>
    </message>
    <message>
        <source>Shows the selected node and the previewed candidate</source>
        <translation>显示所选节点和预览的候选</translation>
    </message>
    <message>
        <source>Show the &amp;change</source>
        <translation>显示变化(&amp;C)</translation>
    </message>
    <message>
        <source>Goes to the first thing that differs between the two graphs</source>
        <translation>转到两图的第一处不同</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Shows boxes larger</source>
        <translation>放大显示</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>Shows boxes smaller</source>
        <translation>缩小显示</translation>
    </message>
    <message>
        <source>Compare with the &amp;previous step</source>
        <translation>与上一步比较(&amp;P)</translation>
    </message>
    <message>
        <source>Shows what this step alone changed</source>
        <translation>显示这一步的变化</translation>
    </message>
    <message>
        <source>Compare with the &amp;original</source>
        <translation>与原图比较(&amp;O)</translation>
    </message>
    <message>
        <source>Shows what all steps so far changed</source>
        <translation>显示到目前为止的全部变化</translation>
    </message>
    <message>
        <source>Shows before and after side by side</source>
        <translation>并排显示之前和之后</translation>
    </message>
    <message>
        <source>Shows the graph before</source>
        <translation>显示之前的图</translation>
    </message>
    <message>
        <source>Shows the graph after</source>
        <translation>显示之后的图</translation>
    </message>
    <message>
        <source>&amp;Next view</source>
        <translation>下一视图(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Dark colours</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Switches between light and dark colours</source>
        <translation>切换浅色与深色</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>Fills the screen</source>
        <translation>占满屏幕</translation>
    </message>
    <message>
        <source>Go to the next &amp;pane</source>
        <translation>转到下一窗格(&amp;P)</translation>
    </message>
    <message>
        <source>Moves the keyboard to the next part of the window</source>
        <translation>把键盘移到窗口的下一部分</translation>
    </message>
    <message>
        <source>Go to the pre&amp;vious pane</source>
        <translation>转到上一窗格(&amp;V)</translation>
    </message>
    <message>
        <source>Moves the keyboard to the previous part of the window</source>
        <translation>把键盘移到窗口的上一部分</translation>
    </message>
    <message>
        <source>&amp;Run search</source>
        <translation>运行搜索(&amp;R)</translation>
    </message>
    <message>
        <source>Searches for a cheaper graph from this step; again: pauses</source>
        <translation>从这一步搜索成本更低的图；再按则暂停</translation>
    </message>
    <message>
        <source>&amp;Stop search</source>
        <translation>停止搜索(&amp;S)</translation>
    </message>
    <message>
        <source>Ends the search and keeps the best graph found</source>
        <translation>结束搜索，保留找到的最佳图</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Stops what the program is doing</source>
        <translation>停止正在进行的工作</translation>
    </message>
    <message>
        <source>&amp;Next substitution</source>
        <translation>下一个替换(&amp;N)</translation>
    </message>
    <message>
        <source>Previews the next substitution in the list</source>
        <translation>预览列表中的下一个替换</translation>
    </message>
    <message>
        <source>&amp;Previous substitution</source>
        <translation>上一个替换(&amp;P)</translation>
    </message>
    <message>
        <source>Previews the previous substitution in the list</source>
        <translation>预览列表中的上一个替换</translation>
    </message>
    <message>
        <source>&amp;Apply substitution</source>
        <translation>应用替换(&amp;A)</translation>
    </message>
    <message>
        <source>Takes the previewed substitution as a step</source>
        <translation>把预览的替换作为一步</translation>
    </message>
    <message>
        <source>&amp;First step</source>
        <translation>第一步(&amp;F)</translation>
    </message>
    <message>
        <source>Goes to the graph as loaded</source>
        <translation>转到载入时的图</translation>
    </message>
    <message>
        <source>&amp;Previous step</source>
        <translation>上一步(&amp;P)</translation>
    </message>
    <message>
        <source>Goes one step back; nothing is undone</source>
        <translation>后退一步；不撤销任何内容</translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>Goes one step on</source>
        <translation>前进一步</translation>
    </message>
    <message>
        <source>&amp;Last step</source>
        <translation>最后一步(&amp;L)</translation>
    </message>
    <message>
        <source>Goes to the end of this line of steps</source>
        <translation>转到这条步骤线的末尾</translation>
    </message>
    <message>
        <source>&amp;Keys and actions</source>
        <translation>按键与操作(&amp;K)</translation>
    </message>
    <message>
        <source>Lists every action with its keys</source>
        <translation>列出每个操作及其按键</translation>
    </message>
    <message>
        <source>&amp;About Tasoscope</source>
        <translation>关于 Tasoscope(&amp;A)</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>版本与许可</translation>
    </message>
    <message>
        <source>Pre&amp;ferences…</source>
        <translation>首选项(&amp;F)…</translation>
    </message>
    <message>
        <source>Language, colours, text size, keys and what a search starts from</source>
        <translation>语言、颜色、文字大小、按键以及搜索的起始设置</translation>
    </message>
    <message>
        <source>Closes the model in front</source>
        <translation>关闭当前模型</translation>
    </message>
    <message>
        <source>&amp;Next model</source>
        <translation>下一个模型(&amp;N)</translation>
    </message>
    <message>
        <source>Goes to the next open model</source>
        <translation>转到下一个打开的模型</translation>
    </message>
    <message>
        <source>Pre&amp;vious model</source>
        <translation>上一个模型(&amp;V)</translation>
    </message>
    <message>
        <source>Goes to the previous open model</source>
        <translation>转到上一个打开的模型</translation>
    </message>
    <message>
        <source>&amp;Find an action…</source>
        <translation>查找操作(&amp;F)…</translation>
    </message>
    <message>
        <source>Finds any action by a few letters of its name</source>
        <translation>用名称中的几个字母查找任何操作</translation>
    </message>
    <message>
        <source>&amp;Open a lesson…</source>
        <translation>打开课程(&amp;O)…</translation>
    </message>
    <message>
        <source>Plays a lesson from a file; the guide to writing one comes with the program&apos;s source</source>
        <translation>播放文件中的课程；编写指南随程序源码提供</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>返回(&amp;B)</translation>
    </message>
    <message>
        <source>Goes to the lesson&apos;s previous card</source>
        <translation>转到课程的上一张卡片</translation>
    </message>
    <message>
        <source>&amp;Hint</source>
        <translation>提示(&amp;H)</translation>
    </message>
    <message>
        <source>Shows the next hint of the lesson&apos;s card</source>
        <translation>显示课程卡片的下一条提示</translation>
    </message>
    <message>
        <source>&amp;Do it for me</source>
        <translation>替我完成(&amp;D)</translation>
    </message>
    <message>
        <source>Does what the lesson waits for, and goes on</source>
        <translation>完成课程等待的操作并继续</translation>
    </message>
    <message>
        <source>Goes to the lesson&apos;s next card</source>
        <translation>转到课程的下一张卡片</translation>
    </message>
    <message>
        <source>&amp;Close lesson</source>
        <translation>关闭课程(&amp;C)</translation>
    </message>
    <message>
        <source>Ends the lesson; it can be taken up again where it was left</source>
        <translation>结束课程；以后可从中断处继续</translation>
    </message>
    <message>
        <source>&amp;Tidy the layout</source>
        <translation>整理布局(&amp;T)</translation>
    </message>
    <message>
        <source>Lays out the whole graph anew: boxes move to where they fit best</source>
        <translation>重新布局整张图：方框移到最合适的位置</translation>
    </message>
    <message>
        <source>Back to the &amp;earlier layout</source>
        <translation>回到之前的布局(&amp;E)</translation>
    </message>
    <message>
        <source>Puts the boxes back to where they were before the layout was tidied</source>
        <translation>把方框放回整理布局之前的位置</translation>
    </message>
    <message>
        <source>Goes to where you were before: step, comparison, selection and view</source>
        <translation>回到之前所在：步骤、比较、选择和视图</translation>
    </message>
    <message>
        <source>F&amp;orward</source>
        <translation>前进(&amp;O)</translation>
    </message>
    <message>
        <source>Goes again to where you were before you went back</source>
        <translation>再次前往返回之前所在之处</translation>
    </message>
    <message>
        <source>Previous step that changed the &amp;cost</source>
        <translation>上一个改变成本的步骤(&amp;C)</translation>
    </message>
    <message>
        <source>Goes back, past steps that changed nothing</source>
        <translation>后退，跳过没有改变的步骤</translation>
    </message>
    <message>
        <source>Next step that changed the c&amp;ost</source>
        <translation>下一个改变成本的步骤(&amp;O)</translation>
    </message>
    <message>
        <source>Goes on, past steps that changed nothing</source>
        <translation>前进，跳过没有改变的步骤</translation>
    </message>
    <message>
        <source>&amp;Best step</source>
        <translation>最佳步骤(&amp;B)</translation>
    </message>
    <message>
        <source>Goes to the cheapest graph of all branches</source>
        <translation>转到所有分支中最便宜的图</translation>
    </message>
    <message>
        <source>Step that this branch &amp;leaves</source>
        <translation>本分支离开的步骤(&amp;L)</translation>
    </message>
    <message>
        <source>Goes to where this branch begins</source>
        <translation>转到本分支的起点</translation>
    </message>
    <message>
        <source>Next b&amp;ranch</source>
        <translation>下一个分支(&amp;R)</translation>
    </message>
    <message>
        <source>Goes across to the next branch, round and round</source>
        <translation>依次转到下一个分支</translation>
    </message>
    <message>
        <source>Compare with one step ea&amp;rlier</source>
        <translation>与更早一步比较(&amp;R)</translation>
    </message>
    <message>
        <source>Moves the beginning of the range of steps that is compared back</source>
        <translation>把比较范围的起点前移</translation>
    </message>
    <message>
        <source>Compare with one step la&amp;ter</source>
        <translation>与更晚一步比较(&amp;T)</translation>
    </message>
    <message>
        <source>Moves the beginning of the range of steps that is compared on</source>
        <translation>把比较范围的起点后移</translation>
    </message>
    <message>
        <source>Go to bookmark &amp;%1</source>
        <translation>转到书签 &amp;%1</translation>
    </message>
    <message>
        <source>Goes to the step with bookmark %1</source>
        <translation>转到书签 %1 的步骤</translation>
    </message>
    <message>
        <source>Set bookmark %1 here</source>
        <translation>在此设置书签 %1</translation>
    </message>
    <message>
        <source>Gives this step bookmark %1, or takes it away</source>
        <translation>给此步骤设书签 %1，或取消</translation>
    </message>
    <message>
        <source>Na&amp;me this step…</source>
        <translation>为此步骤命名(&amp;M)…</translation>
    </message>
    <message>
        <source>Gives this step a name of its own</source>
        <translation>给此步骤一个名称</translation>
    </message>
    <message>
        <source>N&amp;ote on this step…</source>
        <translation>此步骤的备注(&amp;O)…</translation>
    </message>
    <message>
        <source>Writes a note on this step</source>
        <translation>为此步骤写备注</translation>
    </message>
    <message>
        <source>&amp;Bookmark this step</source>
        <translation>为此步骤设书签(&amp;B)</translation>
    </message>
    <message>
        <source>Gives this step the next free bookmark, or takes its bookmark away</source>
        <translation>给此步骤下一个空闲书签，或取消其书签</translation>
    </message>
    <message>
        <source>Next boo&amp;kmark</source>
        <translation>下一个书签(&amp;K)</translation>
    </message>
    <message>
        <source>Goes to the next bookmarked step</source>
        <translation>转到下一个有书签的步骤</translation>
    </message>
    <message>
        <source>Previous bookmar&amp;k</source>
        <translation>上一个书签(&amp;K)</translation>
    </message>
    <message>
        <source>Goes to the previous bookmarked step</source>
        <translation>转到上一个有书签的步骤</translation>
    </message>
    <message>
        <source>&amp;Wider timeline</source>
        <translation>加宽时间线(&amp;W)</translation>
    </message>
    <message>
        <source>Gives every step on the timeline more room</source>
        <translation>给时间线上每一步更多空间</translation>
    </message>
    <message>
        <source>&amp;Narrower timeline</source>
        <translation>收窄时间线(&amp;N)</translation>
    </message>
    <message>
        <source>Shows more steps on the timeline</source>
        <translation>在时间线上显示更多步骤</translation>
    </message>
    <message>
        <source>&amp;Keep this step to compare with</source>
        <translation>保留此步骤用于比较(&amp;K)</translation>
    </message>
    <message>
        <source>Keeps this step as the one before; go to any other to see what differs</source>
        <translation>保留此步骤作为之前；转到任何其他步骤查看差异</translation>
    </message>
    <message>
        <source>&amp;Operator</source>
        <translation>算子(&amp;O)</translation>
    </message>
    <message>
        <source>Colours boxes by the family of their operator</source>
        <translation>按算子类别给方框着色</translation>
    </message>
    <message>
        <source>&amp;Cost</source>
        <translation>成本(&amp;C)</translation>
    </message>
    <message>
        <source>Colours boxes by their time</source>
        <translation>按时间给方框着色</translation>
    </message>
    <message>
        <source>Cost cha&amp;nge</source>
        <translation>成本变化(&amp;N)</translation>
    </message>
    <message>
        <source>Colours boxes by what their place gains or loses between the two graphs</source>
        <translation>按两图之间该处的得失给方框着色</translation>
    </message>
    <message>
        <source>&amp;Element type</source>
        <translation>元素类型(&amp;E)</translation>
    </message>
    <message>
        <source>Colours boxes by the element type of what they produce</source>
        <translation>按输出的元素类型给方框着色</translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation>内存(&amp;M)</translation>
    </message>
    <message>
        <source>Colours boxes by the size of what they produce</source>
        <translation>按输出的大小给方框着色</translation>
    </message>
    <message>
        <source>Next c&amp;olours</source>
        <translation>下一种着色(&amp;O)</translation>
    </message>
    <message>
        <source>Operator, cost, cost change, element type, memory</source>
        <translation>算子、成本、成本变化、元素类型、内存</translation>
    </message>
    <message>
        <source>&amp;Shapes</source>
        <translation>形状(&amp;S)</translation>
    </message>
    <message>
        <source>Writes attributes and shapes in boxes</source>
        <translation>在方框中写出属性和形状</translation>
    </message>
    <message>
        <source>&amp;Names</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Writes the names of nodes in boxes and those of tensors at edges</source>
        <translation>在方框中写节点名称，在边上写张量名称</translation>
    </message>
    <message>
        <source>&amp;Costs and sizes</source>
        <translation>成本与大小(&amp;C)</translation>
    </message>
    <message>
        <source>Writes times and sizes in boxes, and sizes at edges</source>
        <translation>在方框中写时间和大小，在边上写大小</translation>
    </message>
    <message>
        <source>N&amp;one</source>
        <translation>无(&amp;O)</translation>
    </message>
    <message>
        <source>Writes operators alone</source>
        <translation>只写算子</translation>
    </message>
    <message>
        <source>Next &amp;labels</source>
        <translation>下一种标签(&amp;L)</translation>
    </message>
    <message>
        <source>Shapes, names, costs and sizes, none</source>
        <translation>形状、名称、成本与大小、无</translation>
    </message>
    <message>
        <source>Pee&amp;k at before</source>
        <translation>偷看之前(&amp;K)</translation>
    </message>
    <message>
        <source>Shows the graph before while the key is held</source>
        <translation>按住按键时显示之前的图</translation>
    </message>
    <message>
        <source>Follow &amp;tensor</source>
        <translation>跟踪张量(&amp;T)</translation>
    </message>
    <message>
        <source>Shows where the output of the selected node goes; again: its next output</source>
        <translation>显示所选节点的输出去向；再按：下一个输出</translation>
    </message>
    <message>
        <source>&amp;Isolate</source>
        <translation>隔离(&amp;I)</translation>
    </message>
    <message>
        <source>Leaves only the selected nodes and what is next to them</source>
        <translation>只保留所选节点及其相邻部分</translation>
    </message>
    <message>
        <source>&amp;Hide</source>
        <translation>隐藏(&amp;H)</translation>
    </message>
    <message>
        <source>Hides the selected nodes</source>
        <translation>隐藏所选节点</translation>
    </message>
    <message>
        <source>Sho&amp;w all</source>
        <translation>全部显示(&amp;W)</translation>
    </message>
    <message>
        <source>Shows what was hidden</source>
        <translation>显示被隐藏的部分</translation>
    </message>
    <message>
        <source>&amp;Before</source>
        <translation>之前(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;After</source>
        <translation>之后(&amp;A)</translation>
    </message>
    <message>
        <source>O&amp;verlay</source>
        <translation>叠加(&amp;V)</translation>
    </message>
    <message>
        <source>Shows both graphs in one: what was removed, what was added, what stayed</source>
        <translation>把两张图合为一张：移除的、新增的、保留的</translation>
    </message>
    <message>
        <source>&amp;Split</source>
        <translation>并排(&amp;S)</translation>
    </message>
    <message>
        <source>Before, after, overlay, split</source>
        <translation>之前、之后、叠加、并排</translation>
    </message>
    <message>
        <source>By &amp;names</source>
        <translation>按名称(&amp;N)</translation>
    </message>
    <message>
        <source>Groups nodes whose names start alike</source>
        <translation>把名称开头相同的节点分为一组</translation>
    </message>
    <message>
        <source>By repeated &amp;blocks</source>
        <translation>按重复块(&amp;B)</translation>
    </message>
    <message>
        <source>Groups copies of a structure that repeats</source>
        <translation>把重复出现的相同结构各分为一组</translation>
    </message>
    <message>
        <source>No &amp;groups</source>
        <translation>不分组(&amp;G)</translation>
    </message>
    <message>
        <source>Shows every node by itself, except in groups made by hand</source>
        <translation>单独显示每个节点，手工分的组除外</translation>
    </message>
    <message>
        <source>&amp;Collapse or expand</source>
        <translation>折叠或展开(&amp;C)</translation>
    </message>
    <message>
        <source>Collapses the group of the selected node to one box, or expands it</source>
        <translation>把所选节点所在的组折叠成一个方框，或将其展开</translation>
    </message>
    <message>
        <source>Expand one &amp;level</source>
        <translation>展开一层(&amp;L)</translation>
    </message>
    <message>
        <source>Expands every collapsed group that is seen; groups inside stay collapsed</source>
        <translation>展开每个可见的折叠组；其中的组保持折叠</translation>
    </message>
    <message>
        <source>Collapse &amp;all</source>
        <translation>全部折叠(&amp;A)</translation>
    </message>
    <message>
        <source>Shows every group as one box</source>
        <translation>把每个组显示为一个方框</translation>
    </message>
    <message>
        <source>&amp;Expand all</source>
        <translation>全部展开(&amp;E)</translation>
    </message>
    <message>
        <source>Shows every node, with frames around groups</source>
        <translation>显示每个节点，并给组加上边框</translation>
    </message>
    <message>
        <source>&amp;Group selection</source>
        <translation>将所选编组(&amp;G)</translation>
    </message>
    <message>
        <source>Makes the selected nodes a group of their own</source>
        <translation>把所选节点编为一组</translation>
    </message>
    <message>
        <source>&amp;Ungroup</source>
        <translation>取消编组(&amp;U)</translation>
    </message>
    <message>
        <source>Takes back a group made by hand; its nodes stay</source>
        <translation>取消手工分的组；其中的节点保留</translation>
    </message>
    <message>
        <source>Export &amp;selection as ONNX…</source>
        <translation>将所选导出为 ONNX…(&amp;S)</translation>
    </message>
    <message>
        <source>Writes the selected nodes as a model of their own, with what they read as its inputs</source>
        <translation>把所选节点写成独立的模型，它们读取的内容成为输入</translation>
    </message>
    <message>
        <source>Shows what the inspector showed before</source>
        <translation>显示检查器之前显示的内容</translation>
    </message>
    <message>
        <source>Inspector &amp;forward</source>
        <translation>检查器前进(&amp;F)</translation>
    </message>
    <message>
        <source>Shows what the inspector showed before going back</source>
        <translation>显示后退之前检查器显示的内容</translation>
    </message>
    <message>
        <source>Keeps what the inspector shows, to compare another with it</source>
        <translation>保留检查器显示的内容，以便与另一项比较</translation>
    </message>
    <message>
        <source>Inspect the &amp;graph</source>
        <translation>检查整个图(&amp;G)</translation>
    </message>
    <message>
        <source>Shows what is known about the graph as a whole</source>
        <translation>显示整个图的信息</translation>
    </message>
    <message>
        <source>Inspect the &amp;step</source>
        <translation>检查当前步骤(&amp;S)</translation>
    </message>
    <message>
        <source>Shows what is known about the current step</source>
        <translation>显示当前步骤的信息</translation>
    </message>
    <message>
        <source>&amp;Copy names</source>
        <translation>复制名称(&amp;C)</translation>
    </message>
    <message>
        <source>Copies the names of the selected nodes, or what is marked in a list</source>
        <translation>复制所选节点的名称，或列表中标记的内容</translation>
    </message>
    <message>
        <source>Copy as &amp;table</source>
        <translation>复制为表格(&amp;T)</translation>
    </message>
    <message>
        <source>Copies what the inspector shows, or the list that has the keyboard, as a table</source>
        <translation>把检查器显示的内容或当前列表复制为表格</translation>
    </message>
    <message>
        <source>&amp;Device and dimensions…</source>
        <translation>设备与维度(&amp;D)…</translation>
    </message>
    <message>
        <source>Describes the devices that can price the model, and sets the values of its symbolic dimensions</source>
        <translation>说明可为模型估价的设备，并设置符号维度的值</translation>
    </message>
    <message>
        <source>Export &amp;report…</source>
        <translation>导出报告(&amp;R)…</translation>
    </message>
    <message>
        <source>Writes an HTML page that tells what was done, with costs, steps, pictures and the check</source>
        <translation>写出一个 HTML 页面，说明所做的更改、成本、步骤、图片和检查</translation>
    </message>
    <message>
        <source>Export cost &amp;table…</source>
        <translation>导出成本表(&amp;T)…</translation>
    </message>
    <message>
        <source>Writes the nodes that the table shows, with their costs, as comma-separated values</source>
        <translation>把表中的节点及其成本写成逗号分隔的文件</translation>
    </message>
    <message>
        <source>Inspector &amp;back</source>
        <translation>检查器后退(&amp;B)</translation>
    </message>
    <message>
        <source>Previous &amp;card</source>
        <translation>上一张卡片(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Next card</source>
        <translation>下一张卡片(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Exact rules</source>
        <translation>精确规则(&amp;E)</translation>
    </message>
    <message>
        <source>Rules whose two sides do the same operations</source>
        <translation>两边做相同运算的规则</translation>
    </message>
    <message>
        <source>&amp;Reassociating rules</source>
        <translation>重结合规则(&amp;R)</translation>
    </message>
    <message>
        <source>Rules that take sums and products in another order</source>
        <translation>以其他顺序求和与求积的规则</translation>
    </message>
    <message>
        <source>&amp;Folding rules</source>
        <translation>折叠规则(&amp;F)</translation>
    </message>
    <message>
        <source>Rules that compute constants beforehand and round them once</source>
        <translation>预先计算常量并舍入一次的规则</translation>
    </message>
    <message>
        <source>&amp;Approximate rules</source>
        <translation>近似规则(&amp;A)</translation>
    </message>
    <message>
        <source>Rules that use another formula, which is close but not the same</source>
        <translation>使用接近但不相同的公式的规则</translation>
    </message>
    <message>
        <source>&amp;List of rules</source>
        <translation>规则列表(&amp;L)</translation>
    </message>
    <message>
        <source>Lists all rules, to read or to switch off</source>
        <translation>列出全部规则，可阅读或关闭</translation>
    </message>
    <message>
        <source>Rule &amp;card</source>
        <translation>规则卡片(&amp;C)</translation>
    </message>
    <message>
        <source>Shows what the rule does, when it fits, and what is known of it</source>
        <translation>显示规则做什么、何时适用及已知信息</translation>
    </message>
    <message>
        <source>&amp;Use this rule</source>
        <translation>使用此规则(&amp;U)</translation>
    </message>
    <message>
        <source>Switches the rule on or off: substitutions and searches leave it out</source>
        <translation>打开或关闭规则：关闭后替换和搜索都不用它</translation>
    </message>
    <message>
        <source>&amp;Test this rule</source>
        <translation>测试此规则(&amp;T)</translation>
    </message>
    <message>
        <source>Evaluates both sides of the rule on random instances</source>
        <translation>在随机实例上对规则两边求值</translation>
    </message>
    <message>
        <source>&amp;Expand next</source>
        <translation>展开下一个(&amp;E)</translation>
    </message>
    <message>
        <source>Lets the search expand one graph and pause</source>
        <translation>让搜索展开一张图后暂停</translation>
    </message>
    <message>
        <source>Apply &amp;everywhere</source>
        <translation>到处执行(&amp;E)</translation>
    </message>
    <message>
        <source>Takes the previewed substitution at every place that is the same</source>
        <translation>在每个相同的位置执行预览的替换</translation>
    </message>
    <message>
        <source>Apply on a new &amp;branch</source>
        <translation>在新分支上执行(&amp;B)</translation>
    </message>
    <message>
        <source>Takes the previewed substitution as the first step of a branch of its own</source>
        <translation>把预览的替换作为新分支的第一步</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>重新查找(&amp;L)</translation>
    </message>
    <message>
        <source>Looks for substitutions once more, from where it was stopped</source>
        <translation>从停止处重新查找替换</translation>
    </message>
    <message>
        <source>&amp;Filter substitutions</source>
        <translation>筛选替换(&amp;F)</translation>
    </message>
    <message>
        <source>Goes to the filter of the list of substitutions</source>
        <translation>转到替换列表的筛选框</translation>
    </message>
    <message>
        <source>Show the &amp;timeline</source>
        <translation>显示时间线(&amp;T)</translation>
    </message>
    <message>
        <source>Brings the timeline and the table of steps to the front</source>
        <translation>把时间线和步骤表放到最前</translation>
    </message>
    <message>
        <source>Show p&amp;ictures of the steps</source>
        <translation>显示步骤图片(&amp;I)</translation>
    </message>
    <message>
        <source>Brings the small pictures of what each step changes to the front</source>
        <translation>把每步变化的小图放到最前</translation>
    </message>
    <message>
        <source>&amp;Pin the inspector</source>
        <translation>固定检查器(&amp;P)</translation>
    </message>
    <message>
        <source>Opens an ONNX model or a project</source>
        <translation>打开 ONNX 模型或项目</translation>
    </message>
    <message>
        <source>&amp;Save project</source>
        <translation>保存项目(&amp;S)</translation>
    </message>
    <message>
        <source>Keeps the steps, the notes and the view in the project&apos;s file</source>
        <translation>把步骤、备注和视图保存到项目文件</translation>
    </message>
    <message>
        <source>Save project &amp;as…</source>
        <translation>项目另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Keeps the steps, the notes and the view in another file</source>
        <translation>把步骤、备注和视图保存到另一个文件</translation>
    </message>
    <message>
        <source>&amp;Locate the model…</source>
        <translation>定位模型(&amp;L)…</translation>
    </message>
    <message>
        <source>Says where the model of the project is now</source>
        <translation>指明项目的模型现在何处</translation>
    </message>
    <message>
        <source>Open anyway, as far as it &amp;fits</source>
        <translation>仍然打开，尽量匹配(&amp;F)</translation>
    </message>
    <message>
        <source>Opens the project with the changed model and repeats the steps that fit it</source>
        <translation>用改变后的模型打开项目，并重做适用的步骤</translation>
    </message>
    <message>
        <source>Co&amp;mpare with another file…</source>
        <translation>与另一个文件比较(&amp;M)…</translation>
    </message>
    <message>
        <source>Shows the current graph and that of another ONNX file as a pair</source>
        <translation>把当前图与另一个 ONNX 文件的图成对显示</translation>
    </message>
    <message>
        <source>En&amp;d the comparison</source>
        <translation>结束比较(&amp;D)</translation>
    </message>
    <message>
        <source>Shows the steps of the model alone again</source>
        <translation>重新只显示模型的步骤</translation>
    </message>
    <message>
        <source>Left to &amp;right</source>
        <translation>从左到右(&amp;R)</translation>
    </message>
    <message>
        <source>Draws graphs from left to right rather than from top to bottom</source>
        <translation>把图从左到右绘制，而不是从上到下</translation>
    </message>
    <message>
        <source>&amp;Open the graph inside</source>
        <translation>打开内部的图(&amp;O)</translation>
    </message>
    <message>
        <source>Shows the branch of an If or the body of a loop, to be optimized as a graph of its own</source>
        <translation>显示 If 的分支或循环体，可作为独立的图进行优化</translation>
    </message>
    <message>
        <source>The ot&amp;her branch</source>
        <translation>另一个分支(&amp;H)</translation>
    </message>
    <message>
        <source>Shows the next graph inside the same node</source>
        <translation>显示同一节点内的下一个图</translation>
    </message>
    <message>
        <source>&amp;Back to the graph around</source>
        <translation>返回外层的图(&amp;B)</translation>
    </message>
    <message>
        <source>Leaves the graph inside a node; what was changed in it stays</source>
        <translation>离开节点内部的图；其中的更改会保留</translation>
    </message>
    <message>
        <source>Takes back what was done last</source>
        <translation>撤销最后做的事</translation>
    </message>
    <message>
        <source>Does again what was taken back</source>
        <translation>重做被撤销的事</translation>
    </message>
    <message>
        <source>Step that gained &amp;most</source>
        <translation>收益最大的步骤(&amp;M)</translation>
    </message>
    <message>
        <source>Goes to the step of this branch that made the graph cheaper than any other did</source>
        <translation>转到本分支中使图的成本下降最多的步骤</translation>
    </message>
    <message>
        <source>Leave this step o&amp;ut</source>
        <translation>略去此步骤(&amp;U)</translation>
    </message>
    <message>
        <source>Makes a branch without this step, with those after it that still fit</source>
        <translation>建立不含此步骤的分支，保留其后仍然适用的步骤</translation>
    </message>
    <message>
        <source>Draw the picture a&amp;gain</source>
        <translation>重新绘制图(&amp;G)</translation>
    </message>
    <message>
        <source>Draws the current step once more, where drawing was cancelled</source>
        <translation>绘制被取消后，再次绘制当前步骤</translation>
    </message>
    <message>
        <source>Open the &amp;dearest graph inside</source>
        <translation>打开最贵的内部图(&amp;D)</translation>
    </message>
    <message>
        <source>Shows the graph inside the node that takes the most time, of all that have one</source>
        <translation>显示耗时最多的节点内部的图</translation>
    </message>
    <message>
        <source>heat map, colours</source>
        <translation>热图,热力图,颜色,heat map</translation>
    </message>
    <message>
        <source>Rule in a &amp;window</source>
        <translation>在窗口中显示规则(&amp;W)</translation>
    </message>
    <message>
        <source>Shows the drawing of the rule as large as it is meant to be</source>
        <translation>以完整大小显示规则的图</translation>
    </message>
    <message>
        <source>Wh&amp;y not here?</source>
        <translation>为什么不适用(&amp;Y)？</translation>
    </message>
    <message>
        <source>Says where the rule fits, and what is in its way at the selected node and elsewhere</source>
        <translation>说明规则适用于哪里，以及在所选节点和其他位置受到什么阻碍</translation>
    </message>
</context>
<context>
    <name>tasoscope::BodyFeature</name>
    <message>
        <source>Drawing…</source>
        <translation>正在绘制…</translation>
    </message>
    <message>
        <source>Reading the graphs inside</source>
        <translation>正在读取内部的图</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes hold graphs of their own, which are optimized once they are opened.</source>
        <translation>
            <numerusform>%n 个节点内含自己的图，打开后可单独优化。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of the time is spent inside.</source>
        <translation>其中花费 %1 的时间。</translation>
    </message>
</context>
<context>
    <name>tasoscope::CandidatesFeature</name>
    <message>
        <source>No substitution fits here.</source>
        <translation>这里没有适用的替换。</translation>
    </message>
    <message numerus="yes">
        <source>%n substitutions fit here. Select one to preview it, Enter applies it, F5 lets the optimizer search.</source>
        <translation>
            <numerusform>这里有 %n 个适用的替换。选择一个即可预览，按 Enter 执行，按 F5 让优化器搜索。</numerusform>
        </translation>
    </message>
    <message>
        <source>Previewing</source>
        <translation>正在预览</translation>
    </message>
    <message>
        <source>Applying</source>
        <translation>正在应用</translation>
    </message>
    <message>
        <source>Applying everywhere</source>
        <translation>正在到处执行</translation>
    </message>
    <message>
        <source>Branch %1: %2</source>
        <translation>分支 %1：%2</translation>
    </message>
    <message>
        <source>Applying on a new branch</source>
        <translation>正在新分支上执行</translation>
    </message>
</context>
<context>
    <name>tasoscope::CandidatesPanel</name>
    <message>
        <source>Filter by rule or place</source>
        <translation>按规则或位置过滤</translation>
    </message>
    <message>
        <source>Filter the substitutions</source>
        <translation>过滤替换</translation>
    </message>
    <message>
        <source>Substitutions that fit here</source>
        <translation>此处适用的替换</translation>
    </message>
    <message>
        <source>Looking for substitutions…</source>
        <translation>正在寻找替换…</translation>
    </message>
    <message>
        <source>No substitution fits here.</source>
        <translation>此处没有适用的替换。</translation>
    </message>
    <message numerus="yes">
        <source>%n fit here, %1 faster at once</source>
        <translation>
            <numerusform>%n 个适用，其中 %1 个立即更快</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found, looking for more…</source>
        <translation>
            <numerusform>找到 %n 个，继续查找…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped; %n found until then, %1 faster at once</source>
        <translation>
            <numerusform>已停止；到那时找到 %n 个，其中 %1 个立即更快</numerusform>
        </translation>
    </message>
    <message>
        <source>None passes the filter.</source>
        <translation>没有符合筛选的。</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes hold graphs of their own: open one to see what fits there.</source>
        <translation>
            <numerusform>%n 个节点内含自己的图：打开即可查看其中适用的替换。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tasoscope::CanvasWords</name>
    <message>
        <source>reads from %1 boxes, feeds %2</source>
        <translation>读取 %1 个节点，供给 %2 个</translation>
    </message>
    <message>
        <source>select</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>go to producer %1</source>
        <translation>转到生产者 %1</translation>
    </message>
    <message>
        <source>go to consumer %1</source>
        <translation>转到消费者 %1</translation>
    </message>
    <message>
        <source>%1 boxes, %2 in sight</source>
        <translation>%1 个节点，可见 %2 个</translation>
    </message>
    <message>
        <source>open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>tasoscope::CommandLine</name>
    <message>
        <source>Sees, searches and explains substitutions in ONNX graphs.</source>
        <translation>查看、搜索并解释 ONNX 图中的替换。</translation>
    </message>
</context>
<context>
    <name>tasoscope::CommandPalette</name>
    <message>
        <source>Nothing is called like this.</source>
        <translation>没有这样的名称。</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>想做什么？</translation>
    </message>
</context>
<context>
    <name>tasoscope::CompareFeature</name>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>%1 and %2 have the same nodes.</source>
        <translation>%1 与 %2 的节点相同。</translation>
    </message>
    <message>
        <source>In %1: %2 nodes are removed, %3 added, %4 changed.</source>
        <translation>在 %1 中：移除 %2 个节点，新增 %3 个，改变 %4 个。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上 %1</translation>
    </message>
</context>
<context>
    <name>tasoscope::CostFacts</name>
    <message>
        <source>a kernel without tiles</source>
        <translation>不分块的内核</translation>
    </message>
    <message>
        <source>its operands fit in the cache</source>
        <translation>其操作数放得进缓存</translation>
    </message>
    <message>
        <source>what its dearer branch takes</source>
        <translation>较贵分支的耗时</translation>
    </message>
    <message>
        <source>the program has no definition of this operator, so its cost is not counted</source>
        <translation>程序没有此算子的定义，因此不计其成本</translation>
    </message>
    <message>
        <source>computed once, before any run, because its inputs are constant</source>
        <translation>输入为常量，因此在运行前只计算一次</translation>
    </message>
    <message>
        <source>its shapes are not known, so only a launch is counted</source>
        <translation>形状未知，因此只计一次启动</translation>
    </message>
    <message>
        <source>The operator is not defined here: its cost is unknown and counts as 0.</source>
        <translation>此处没有该算子的定义：成本未知，按 0 计。</translation>
    </message>
</context>
<context>
    <name>tasoscope::CostPlot</name>
    <message>
        <source>The best cost appears here while a search runs.</source>
        <translation>搜索运行时，最低成本显示在这里。</translation>
    </message>
    <message>
        <source>Best cost over the time of the search</source>
        <translation>搜索期间的最佳成本</translation>
    </message>
    <message>
        <source>seconds of search</source>
        <translation>搜索秒数</translation>
    </message>
    <message>
        <source>best cost</source>
        <translation>最佳成本</translation>
    </message>
</context>
<context>
    <name>tasoscope::CostWords</name>
    <message>
        <source>no change</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>measured here</source>
        <translation>本机实测</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>proved</source>
        <translation>已证明</translation>
    </message>
    <message>
        <source>tested</source>
        <translation>已测试</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>refuted</source>
        <translation>已否定</translation>
    </message>
    <message>
        <source>%1 within noise</source>
        <translation>%1 在误差之内</translation>
    </message>
    <message numerus="yes">
        <source>%n ops without a price</source>
        <translation>
            <numerusform>%n 个算子没有价格</numerusform>
        </translation>
    </message>
    <message>
        <source>sum of kernels on %1</source>
        <translation>%1 上各内核之和</translation>
    </message>
</context>
<context>
    <name>tasoscope::CostsFeature</name>
    <message>
        <source>original %1</source>
        <translation>原始 %1</translation>
    </message>
    <message>
        <source>now %1, %2</source>
        <translation>现在 %1，%2</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>最佳 %1</translation>
    </message>
    <message>
        <source>Reading the dimensions</source>
        <translation>正在读取维度</translation>
    </message>
    <message>
        <source>in graphs inside nodes %1</source>
        <translation>节点内部的图 %1</translation>
    </message>
</context>
<context>
    <name>tasoscope::DeviceDialog</name>
    <message>
        <source>&amp;Price with this device</source>
        <translation>用此设备估价(&amp;P)</translation>
    </message>
    <message>
        <source>Symbolic dimensions of %1</source>
        <translation>%1 的符号维度</translation>
    </message>
    <message>
        <source>Device and dimensions</source>
        <translation>设备与维度</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>About the device</source>
        <translation>关于此设备</translation>
    </message>
    <message>
        <source>It prices the model now.</source>
        <translation>当前由它为模型估价。</translation>
    </message>
    <message>
        <source>Its name on the command line is %1.</source>
        <translation>它在命令行上的名称是 %1。</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>chosen: %1</source>
        <translation>自动选择：%1</translation>
    </message>
    <message>
        <source>Prices are for this extent; 0 lets the program choose one</source>
        <translation>成本按此大小计算；0 表示由程序选择</translation>
    </message>
</context>
<context>
    <name>tasoscope::DifferencesPanel</name>
    <message>
        <source>Differences between the files</source>
        <translation>文件之间的差异</translation>
    </message>
</context>
<context>
    <name>tasoscope::DockTitle</name>
    <message>
        <source>Take out of the window, or put back</source>
        <translation>移出窗口，或放回</translation>
    </message>
    <message>
        <source>Close; the menu View shows it again</source>
        <translation>关闭；菜单“视图”可再次显示</translation>
    </message>
</context>
<context>
    <name>tasoscope::ExplorerWindow</name>
    <message>
        <source>Device that prices the graph</source>
        <translation>为图定价的设备</translation>
    </message>
    <message>
        <source>Substitutions</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Trail</source>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>搜索(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;tep</source>
        <translation>步骤(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Device </source>
        <translation>设备 </translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation>学习(&amp;L)</translation>
    </message>
    <message>
        <source>Bookmarks b&amp;y number</source>
        <translation>按编号的书签(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Labels</source>
        <translation>标签(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Groups</source>
        <translation>分组(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Inspect</source>
        <translation>检查(&amp;I)</translation>
    </message>
    <message>
        <source>Open models</source>
        <translation>打开的模型</translation>
    </message>
    <message>
        <source>Rules a&amp;llowed</source>
        <translation>允许的规则(&amp;L)</translation>
    </message>
    <message>
        <source>Graphs &amp;inside nodes</source>
        <translation>节点内部的图(&amp;I)</translation>
    </message>
</context>
<context>
    <name>tasoscope::ExportDialog</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Steps that lead to the exported graph</source>
        <translation>通向所导出的图的步骤</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Substitution</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Standing</source>
        <translation>可信度</translation>
    </message>
    <message>
        <source>ONNX model</source>
        <translation>ONNX 模型</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Cost table (CSV)</source>
        <translation>成本表 (CSV)</translation>
    </message>
    <message>
        <source>Report (HTML)</source>
        <translation>报告 (HTML)</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>种类(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Check first that it computes the same</source>
        <translation>先检查计算结果相同(&amp;C)</translation>
    </message>
    <message>
        <source>Both graphs are evaluated on the same inputs; a graph that differs is not written</source>
        <translation>两个图用相同的输入计算；结果不同的图不会写出</translation>
    </message>
    <message>
        <source>by element type</source>
        <translation>按元素类型</translation>
    </message>
    <message>
        <source>The largest difference allowed, relative to the largest output, such as 1e-5</source>
        <translation>允许的最大差异，相对于最大的输出，例如 1e-5</translation>
    </message>
    <message>
        <source>by size of the model</source>
        <translation>按模型大小</translation>
    </message>
    <message>
        <source>random inputs</source>
        <translation>随机输入</translation>
    </message>
    <message>
        <source>A folder of input_0.pb and so on, as in ONNX&apos;s test data</source>
        <translation>含 input_0.pb 等文件的文件夹，与 ONNX 测试数据相同</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Inputs to check with</source>
        <translation>用于检查的输入</translation>
    </message>
    <message>
        <source>However &amp;long the check takes</source>
        <translation>不限检查时间(&amp;L)</translation>
    </message>
    <message>
        <source>Otherwise a model of more than 100 billion operations is written unchecked, and said so</source>
        <translation>否则超过一千亿次运算的模型不经检查就写出，并加以说明</translation>
    </message>
    <message>
        <source>&amp;Tolerance</source>
        <translation>容差(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Number of inputs</source>
        <translation>输入数量(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Inputs from</source>
        <translation>输入来自(&amp;I)</translation>
    </message>
    <message>
        <source>The graph after the change</source>
        <translation>更改后的图</translation>
    </message>
    <message>
        <source>The graph before the change</source>
        <translation>更改前的图</translation>
    </message>
    <message>
        <source>SVG and PDF can be read at every size</source>
        <translation>SVG 和 PDF 在任何大小下都清晰</translation>
    </message>
    <message>
        <source>&amp;Which</source>
        <translation>哪个图(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Scale of a PNG</source>
        <translation>PNG 的比例(&amp;S)</translation>
    </message>
    <message>
        <source>Only the &amp;nodes that the filter of the table leaves</source>
        <translation>仅表格筛选后的节点(&amp;N)</translation>
    </message>
    <message>
        <source>With &amp;pictures of both graphs, when they have at most 2,000 nodes</source>
        <translation>附两个图的图片（不超过 2,000 个节点时）(&amp;P)</translation>
    </message>
    <message>
        <source>File to write</source>
        <translation>要写的文件</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>&amp;Write to</source>
        <translation>写到(&amp;W)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Nothing was changed: the file will have the bytes that were read.</source>
        <translation>没有更改：文件将与读入的字节相同。</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n 个步骤</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes removed</source>
        <translation>
            <numerusform>移除 %n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>添加 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>The original file has %1.</source>
        <translation>原文件大小为 %1。</translation>
    </message>
    <message>
        <source>Not written. %1</source>
        <translation>未写出。%1</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>写到</translation>
    </message>
    <message>
        <source>Both in one</source>
        <translation>合为一张</translation>
    </message>
    <message>
        <source>in %1: %2</source>
        <translation>在 %1 中：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n of them in graphs inside nodes</source>
        <translation>
            <numerusform>其中 %n 步在节点内部的图中</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is there already and will be replaced.</source>
        <translation>%1 已存在，将被替换。</translation>
    </message>
    <message>
        <source>With a ce&amp;rtificate beside it</source>
        <translation>同时写出证书(&amp;R)</translation>
    </message>
    <message>
        <source>A file that states every step, with which anyone who has the original can check the result: “tasoscope replay”</source>
        <translation>一个记录每一步的文件；任何持有原始模型的人都可以用它检验结果：“tasoscope replay”</translation>
    </message>
    <message>
        <source>A certificate needs an original that others can have too: this model is built by the program, and is not a file</source>
        <translation>证书需要别人也能拥有的原始模型：此模型由程序生成，不是文件</translation>
    </message>
</context>
<context>
    <name>tasoscope::ExportFeature</name>
    <message>
        <source>The picture is in %1.</source>
        <translation>图片已存到 %1。</translation>
    </message>
    <message>
        <source>Not verified: %1</source>
        <translation>未验证：%1</translation>
    </message>
    <message>
        <source>Exported to %1, %2 on %3.</source>
        <translation>已导出到 %1，%2，设备 %3。</translation>
    </message>
    <message>
        <source>It was cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>%1 before, %2 now, %3; %4</source>
        <translation>之前 %1，现在 %2，%3；%4</translation>
    </message>
    <message>
        <source>%1: cannot be written: %2</source>
        <translation>%1：无法写入：%2</translation>
    </message>
    <message numerus="yes">
        <source>The costs of %n nodes are in %1.</source>
        <translation>
            <numerusform>%n 个节点的成本已写到 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Writing the report</source>
        <translation>正在写报告</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>报告已写到 %1。</translation>
    </message>
    <message>
        <source>Nothing was changed: the bytes are those that were read.</source>
        <translation>没有更改：字节与读入的相同。</translation>
    </message>
    <message>
        <source>It has %1, the original %2.</source>
        <translation>大小为 %1，原文件为 %2。</translation>
    </message>
    <message>
        <source>It has %1.</source>
        <translation>大小为 %1。</translation>
    </message>
    <message>
        <source>It was not checked, as you asked.</source>
        <translation>按您的要求，未作检查。</translation>
    </message>
    <message numerus="yes">
        <source>Checked on %n inputs: the largest relative difference is %1, the tolerance %2.</source>
        <translation>
            <numerusform>用 %n 组输入检查：最大相对差异为 %1，容差为 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>正在导出</translation>
    </message>
    <message>
        <source>The graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Before: what the steps removed is marked</source>
        <translation>之前：标出了各步移除的部分</translation>
    </message>
    <message>
        <source>After: what the steps added is marked</source>
        <translation>之后：标出了各步新增的部分</translation>
    </message>
    <message>
        <source>%1, on the branch “%2”</source>
        <translation>%1，在分支“%2”上</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Reading the steps</source>
        <translation>正在读取步骤</translation>
    </message>
    <message>
        <source>Its certificate is in %1.</source>
        <translation>其证书位于 %1。</translation>
    </message>
</context>
<context>
    <name>tasoscope::FileChoice</name>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx);;All files (*)</source>
        <translation>ONNX 模型 (*.onnx);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>%1 在哪里？</translation>
    </message>
    <message>
        <source>Compare %1 with</source>
        <translation>将 %1 与其比较</translation>
    </message>
    <message>
        <source>Models and projects (*.onnx *.tasoscope);;All files (*)</source>
        <translation>模型和项目 (*.onnx *.tasoscope);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>tasoscope::FindBar</name>
    <message>
        <source>Name or operator</source>
        <translation>名称或算子</translation>
    </message>
    <message>
        <source>Find by name or operator</source>
        <translation>按名称或算子查找</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Close the find bar</source>
        <translation>关闭查找栏</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
</context>
<context>
    <name>tasoscope::GraphPicture</name>
    <message>
        <source>cost unknown</source>
        <translation>成本未知</translation>
    </message>
    <message>
        <source>Input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>Output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <source>input %1, %2</source>
        <translation>输入 %1，%2</translation>
    </message>
    <message>
        <source>output %1, %2</source>
        <translation>输出 %1，%2</translation>
    </message>
</context>
<context>
    <name>tasoscope::GroupBoxes</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>移除 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>新增 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one of %n alike</source>
        <translation>
            <numerusform>%n 个相同组之一</numerusform>
        </translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>组 %1</translation>
    </message>
</context>
<context>
    <name>tasoscope::GroupProperties</name>
    <message>
        <source>nodes whose names start alike</source>
        <translation>名称开头相同的节点</translation>
    </message>
    <message>
        <source>a copy of a structure that repeats</source>
        <translation>重复结构的一个副本</translation>
    </message>
    <message>
        <source>made by hand</source>
        <translation>手动建立</translation>
    </message>
    <message>
        <source>a part of a group with many members</source>
        <translation>成员众多的组的一部分</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>性质</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Groups inside</source>
        <translation>内含的组</translation>
    </message>
    <message>
        <source>Part of</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Sum of its nodes</source>
        <translation>其节点之和</translation>
    </message>
    <message>
        <source>Of the graph</source>
        <translation>占全图</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message numerus="yes">
        <source>of %n nodes</source>
        <translation>
            <numerusform>%n 个节点的</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>The graph after has no such group.</source>
        <translation>之后的图没有这个组。</translation>
    </message>
    <message>
        <source>The graph before has no such group.</source>
        <translation>之前的图没有这个组。</translation>
    </message>
    <message>
        <source>Nodes removed</source>
        <translation>移除的节点</translation>
    </message>
    <message>
        <source>Nodes added</source>
        <translation>新增的节点</translation>
    </message>
    <message>
        <source>Nothing between these two graphs.</source>
        <translation>两张图之间没有变化。</translation>
    </message>
    <message numerus="yes">
        <source>One of %n alike</source>
        <translation>
            <numerusform>%n 个相同之一</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tasoscope::Groups</name>
    <message>
        <source>Block %1 %2</source>
        <translation>块 %1 %2</translation>
    </message>
    <message>
        <source>Part %1</source>
        <translation>第 %1 部分</translation>
    </message>
    <message>
        <source>%1, piece %2</source>
        <translation>%1，第 %2 段</translation>
    </message>
</context>
<context>
    <name>tasoscope::GroupsFeature</name>
    <message>
        <source>A group has at least two nodes. Shift and click selects more.</source>
        <translation>一个组至少有两个节点。按住 Shift 单击可选择更多节点。</translation>
    </message>
    <message>
        <source>These nodes cannot be one group, because %1 lies between them. Select it as well.</source>
        <translation>这些节点不能成为一组，因为 %1 位于它们之间。请把它也选上。</translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation>组 %1</translation>
    </message>
    <message numerus="yes">
        <source>Export %n nodes as a model</source>
        <translation>
            <numerusform>将 %n 个节点导出为模型</numerusform>
        </translation>
    </message>
    <message>
        <source>Writing the selected part</source>
        <translation>正在写入所选部分</translation>
    </message>
    <message numerus="yes">
        <source>%n inputs</source>
        <translation>
            <numerusform>%n 个输入</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outputs</source>
        <translation>
            <numerusform>%n 个输出</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Exported %1 to %2: %3, %4, %5.</source>
        <translation>已将 %1 导出到 %2：%3，%4，%5。</translation>
    </message>
</context>
<context>
    <name>tasoscope::Help</name>
    <message>
        <source>About Tasoscope</source>
        <translation>关于 Tasoscope</translation>
    </message>
    <message>
        <source>&lt;h2&gt;Tasoscope %1&lt;/h2&gt;&lt;p&gt;Sees, searches and explains substitutions in ONNX graphs.&lt;/p&gt;&lt;p&gt;Implements the optimizer of TASO (Jia et al., SOSP 2019) and goes past it.&lt;/p&gt;&lt;p&gt;Apache License 2.0&lt;/p&gt;</source>
        <translation>&lt;h2&gt;Tasoscope %1&lt;/h2&gt;&lt;p&gt;查看、搜索并解释 ONNX 图中的替换。&lt;/p&gt;&lt;p&gt;实现了 TASO（Jia 等，SOSP 2019）的优化器，并更进一步。&lt;/p&gt;&lt;p&gt;Apache License 2.0&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>tasoscope::HiddenBar</name>
    <message numerus="yes">
        <source>%n nodes hidden</source>
        <translation>
            <numerusform>隐藏了 %n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n inputs and outputs hidden</source>
        <translation>
            <numerusform>隐藏了 %n 个输入输出</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tasoscope::InspectorFeature</name>
    <message>
        <source>Reading values</source>
        <translation>正在读取数值</translation>
    </message>
</context>
<context>
    <name>tasoscope::InspectorPage</name>
    <message>
        <source>Properties</source>
        <translation>属性</translation>
    </message>
</context>
<context>
    <name>tasoscope::InspectorPanel</name>
    <message>
        <source>Pinned: %1</source>
        <translation>已固定：%1</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
</context>
<context>
    <name>tasoscope::KeyMap</name>
    <message>
        <source>%1: this is no file of keys that Tasoscope wrote</source>
        <translation>%1：这不是 Tasoscope 写的按键文件</translation>
    </message>
</context>
<context>
    <name>tasoscope::KeyModel</name>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
</context>
<context>
    <name>tasoscope::KeyPage</name>
    <message>
        <source>Use it here instead</source>
        <translation>改用于此</translation>
    </message>
    <message>
        <source>Remove keys</source>
        <translation>移除按键</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Actions and their keys</source>
        <translation>操作及其按键</translation>
    </message>
    <message>
        <source>Find an action or a key</source>
        <translation>查找操作或按键</translation>
    </message>
    <message>
        <source>New keys</source>
        <translation>新按键</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Save to a file…</source>
        <translation>保存到文件…</translation>
    </message>
    <message>
        <source>Load from a file…</source>
        <translation>从文件载入…</translation>
    </message>
    <message>
        <source>&amp;New keys</source>
        <translation>新按键(&amp;N)</translation>
    </message>
    <message>
        <source>%1 belongs to: %2</source>
        <translation>%1 属于：%2</translation>
    </message>
    <message>
        <source>Save keys</source>
        <translation>保存按键</translation>
    </message>
    <message>
        <source>Keys (*.json)</source>
        <translation>按键 (*.json)</translation>
    </message>
    <message>
        <source>The keys are in %1.</source>
        <translation>按键已存到 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Load keys</source>
        <translation>载入按键</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>无法读取 %1</translation>
    </message>
</context>
<context>
    <name>tasoscope::Labels</name>
    <message>
        <source>no cost</source>
        <translation>无成本</translation>
    </message>
    <message>
        <source>cost unknown</source>
        <translation>成本未知</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>costs and sizes</source>
        <translation>成本与大小</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>tasoscope::LayoutFeature</name>
    <message>
        <source>The graph runs from left to right</source>
        <translation>图从左到右</translation>
    </message>
    <message>
        <source>The graph runs from top to bottom</source>
        <translation>图从上到下</translation>
    </message>
    <message>
        <source>Drawing was cancelled: the current step is not in the picture.</source>
        <translation>绘制已取消：图中显示的不是当前步骤。</translation>
    </message>
</context>
<context>
    <name>tasoscope::Learning</name>
    <message>
        <source>You have finished this lesson.</source>
        <translation>您已完成本课。</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Lessons (*.json)</source>
        <translation>课程 (*.json)</translation>
    </message>
</context>
<context>
    <name>tasoscope::LegendBar</name>
    <message>
        <source>Legend: %1</source>
        <translation>图例：%1</translation>
    </message>
</context>
<context>
    <name>tasoscope::LessonCard</name>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Hint: %1</source>
        <translation>提示：%1</translation>
    </message>
    <message>
        <source>✓ Done. Go on when you like.</source>
        <translation>✓ 完成。可以继续了。</translation>
    </message>
    <message>
        <source>Your turn.</source>
        <translation>轮到您了。</translation>
    </message>
</context>
<context>
    <name>tasoscope::MenuFeature</name>
    <message>
        <source>&amp;Colours</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Labels</source>
        <translation>标签(&amp;L)</translation>
    </message>
</context>
<context>
    <name>tasoscope::MessageBar</name>
    <message>
        <source>Dismiss this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>tasoscope::NodesPanel</name>
    <message>
        <source>Nodes of the graph</source>
        <translation>图的节点</translation>
    </message>
    <message>
        <source>Filter by operator, name, shape or limit</source>
        <translation>按算子、名称、形状或瓶颈筛选</translation>
    </message>
    <message>
        <source>Filter of the nodes</source>
        <translation>节点筛选</translation>
    </message>
    <message>
        <source>%1 of %2 nodes, %3</source>
        <translation>%1 / %2 个节点，%3</translation>
    </message>
</context>
<context>
    <name>tasoscope::OutlinePanel</name>
    <message>
        <source>Groups and nodes of the graph</source>
        <translation>图的组和节点</translation>
    </message>
</context>
<context>
    <name>tasoscope::OverviewStrip</name>
    <message>
        <source>Overview of the graph</source>
        <translation>图的总览</translation>
    </message>
    <message>
        <source>The whole graph: click to go there, or drag the frame of what is shown</source>
        <translation>整张图：点击即可前往，或拖动显示区域的框</translation>
    </message>
</context>
<context>
    <name>tasoscope::PicturesFeature</name>
    <message>
        <source>Drawing the steps</source>
        <translation>正在绘制步骤</translation>
    </message>
</context>
<context>
    <name>tasoscope::PicturesPanel</name>
    <message>
        <source>Pictures of the steps</source>
        <translation>步骤图片</translation>
    </message>
</context>
<context>
    <name>tasoscope::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>文字大小(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Reduce motion</source>
        <translation>减少动画(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Single-letter keys on the stage</source>
        <translation>图上的单字母按键(&amp;S)</translation>
    </message>
    <message>
        <source>Off where speech input or unsteady hands press letters by chance</source>
        <translation>语音输入或手抖误触字母时可关闭</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>Graphs that cost more than this times the best are given up</source>
        <translation>成本超过最佳乘以此值的图将被放弃</translation>
    </message>
    <message>
        <source>S&amp;trategy</source>
        <translation>策略(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Graphs to expand</source>
        <translation>要展开的图数(&amp;G)</translation>
    </message>
    <message>
        <source>T&amp;olerance (alpha)</source>
        <translation>容忍度 alpha(&amp;O)</translation>
    </message>
    <message>
        <source>Docks, menus and bars change at once instead of gliding and fading</source>
        <translation>停靠栏、菜单和条立即变化，而不是滑动和淡入淡出</translation>
    </message>
</context>
<context>
    <name>tasoscope::ProjectFeature</name>
    <message>
        <source>What you do is not kept until you save: %1</source>
        <translation>在保存之前，所做的不会保留：%1</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>The project is in %1.</source>
        <translation>项目已存到 %1。</translation>
    </message>
    <message>
        <source>Work that was not saved is here again.</source>
        <translation>未保存的工作已恢复。</translation>
    </message>
    <message>
        <source>The project is open in another window: here it can be saved under another name only.</source>
        <translation>项目已在另一个窗口打开：这里只能另存为其他名称。</translation>
    </message>
    <message>
        <source>Keeping the view</source>
        <translation>正在保存视图</translation>
    </message>
    <message>
        <source>Work of %1 that was not saved is here again.</source>
        <translation>%1 未保存的工作已恢复。</translation>
    </message>
</context>
<context>
    <name>tasoscope::Properties</name>
    <message>
        <source>, constant</source>
        <translation>，常量</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>由其生成</translation>
    </message>
    <message>
        <source>Replaced by</source>
        <translation>被其替换</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Opaque</source>
        <translation>不透明</translation>
    </message>
    <message>
        <source>no definition: carried along and never changed</source>
        <translation>没有定义：原样保留，从不改变</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Sum of kernels</source>
        <translation>内核时间之和</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Of the graph</source>
        <translation>占全图</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算量</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 read, %2 written</source>
        <translation>读 %1，写 %2</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>With</source>
        <translation>换成</translation>
    </message>
    <message>
        <source>the model, as loaded</source>
        <translation>载入的模型</translation>
    </message>
    <message>
        <source>About %1</source>
        <translation>关于 %1</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>onnx.ai, page onnx__%1</source>
        <translation>onnx.ai，页面 onnx__%1</translation>
    </message>
    <message>
        <source>tensor %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>启动次数</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Standing</source>
        <translation>可信度</translation>
    </message>
    <message>
        <source>Taken by</source>
        <translation>执行者</translation>
    </message>
    <message>
        <source>hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>Sum then</source>
        <translation>之后总计</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Used in</source>
        <translation>用于</translation>
    </message>
    <message>
        <source>%1 Mi</source>
        <translation>%1 Mi</translation>
    </message>
    <message>
        <source>first %1 of %2 values</source>
        <translation>前 %1 个，共 %2 个数值</translation>
    </message>
    <message>
        <source>all %1 values</source>
        <translation>全部 %1 个数值</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message numerus="yes">
        <source>%n bins from %1 to %2</source>
        <translation>
            <numerusform>%n 个区间，从 %1 到 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN（非数）</translation>
    </message>
    <message>
        <source>Infinite</source>
        <translation>无穷</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>being read…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未读取</translation>
    </message>
    <message>
        <source>Read them</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>computed from other constants before the first run</source>
        <translation>首次运行前由其他常量算出</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>First</source>
        <translation>最前</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>the caller</source>
        <translation>调用者</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>读取者</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>graph input</source>
        <translation>图的输入</translation>
    </message>
    <message>
        <source>graph output</source>
        <translation>图的输出</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>computed in each run</source>
        <translation>每次运行时计算</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>In this session</source>
        <translation>本次会话</translation>
    </message>
    <message>
        <source>Places found</source>
        <translation>找到的位置</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Made cheaper</source>
        <translation>变便宜</translation>
    </message>
    <message>
        <source>Searches</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>%1 tries, %2 graphs made cheaper</source>
        <translation>尝试 %1 次，%2 张图变便宜</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>always: every runtime does this by itself</source>
        <translation>总是：每个运行时自己都会这样做</translation>
    </message>
    <message>
        <source>no: its numbers are not allowed</source>
        <translation>否：其数值类别不被允许</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no: it is switched off</source>
        <translation>否：已关闭</translation>
    </message>
    <message>
        <source>Substitution</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Would remove</source>
        <translation>将移除</translation>
    </message>
    <message>
        <source>Would add</source>
        <translation>将新增</translation>
    </message>
    <message>
        <source>This part</source>
        <translation>此部分</translation>
    </message>
    <message>
        <source>Its launches</source>
        <translation>其启动次数</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>内部</translation>
    </message>
    <message numerus="yes">
        <source>%n graphs of its own: open one to change it</source>
        <translation>
            <numerusform>内含 %n 张图：打开即可修改</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tasoscope::Report</name>
    <message>
        <source>no change</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>{} ops {}</source>
        <translation>{} 个算子为{}</translation>
    </message>
    <message>
        <source>{} ops without a price</source>
        <translation>{} 个算子没有价格</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Dimension {}</source>
        <translation>维度 {}</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>没有任何改变。</translation>
    </message>
    <message>
        <source>Sum of kernels</source>
        <translation>内核时间之和</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>启动次数</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>as loaded</source>
        <translation>载入时</translation>
    </message>
    <message>
        <source>The cost after each step, between {} and {}.</source>
        <translation>每一步之后的成本，在 {} 与 {} 之间。</translation>
    </message>
    <message>
        <source>The cost after each step</source>
        <translation>每一步之后的成本</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>无。</translation>
    </message>
    <message>
        <source>Substitution</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Standing</source>
        <translation>可信度</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Cost then</source>
        <translation>之后的成本</translation>
    </message>
    <message>
        <source>The first {} of {}.</source>
        <translation>前 {} 个，共 {} 个。</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>The result was not written, and so not verified.</source>
        <translation>结果没有写出，因此没有验证。</translation>
    </message>
    <message>
        <source>Not verified, as asked.</source>
        <translation>按要求未作验证。</translation>
    </message>
    <message>
        <source>original and result were evaluated on {} inputs in float64; the largest difference is {} of the largest output, the tolerance is {}.</source>
        <translation>原图与结果用 {} 组输入以 float64 求值；最大差为最大输出的 {}，容差为 {}。</translation>
    </message>
    <message>
        <source>Taken to be equal because its inputs are: {}</source>
        <translation>因其输入相等而视为相等：{}</translation>
    </message>
    <message>
        <source>Written to {}, {}.</source>
        <translation>已写入 {}，大小 {}。</translation>
    </message>
    <message>
        <source>Written to {}, {}; the original has {}.</source>
        <translation>已写入 {}，大小 {}；原文件 {}。</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Model and device</source>
        <translation>模型与设备</translation>
    </message>
    <message>
        <source>Cost before and after</source>
        <translation>之前与之后的成本</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>What costs most, after</source>
        <translation>之后最耗时的部分</translation>
    </message>
    <message>
        <source>Verification</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Rules used</source>
        <translation>使用的规则</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>proved</source>
        <translation>已证明</translation>
    </message>
    <message>
        <source>tested</source>
        <translation>已测试</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>refuted</source>
        <translation>已否定</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>reassociating</source>
        <translation>重结合</translation>
    </message>
    <message>
        <source>folding</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>approximate</source>
        <translation>近似</translation>
    </message>
    <message>
        <source>equivalent</source>
        <translation>等价</translation>
    </message>
    <message>
        <source>different</source>
        <translation>不等价</translation>
    </message>
    <message>
        <source>inconclusive</source>
        <translation>无法确定</translation>
    </message>
    <message>
        <source>free</source>
        <translation>免费</translation>
    </message>
    <message>
        <source>limited by the launch</source>
        <translation>受启动限制</translation>
    </message>
    <message>
        <source>limited by arithmetic</source>
        <translation>受运算限制</translation>
    </message>
    <message>
        <source>limited by memory</source>
        <translation>受内存限制</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the language as HTML names it</comment>
        <translation>zh-CN</translation>
    </message>
</context>
<context>
    <name>tasoscope::RuleCard</name>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Select a rule to read about it.</source>
        <translation>选择一条规则以查看说明。</translation>
    </message>
    <message>
        <source>Every runtime does this by itself; it is in no gain and cannot be switched off.</source>
        <translation>每个运行时自己都会这样做；它不计入收益，也不能关闭。</translation>
    </message>
    <message>
        <source>Not used: its numeric class is not allowed.</source>
        <translation>未使用：其数值类别不被允许。</translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <source>It fits where</source>
        <translation>适用条件</translation>
    </message>
    <message>
        <source>In this session: %1 places found, %2 steps, of which %3 made the graph cheaper.</source>
        <translation>本次会话：找到 %1 处，%2 步，其中 %3 步使图更便宜。</translation>
    </message>
    <message>
        <source>Searches tried it %1 times; %2 graphs became cheaper.</source>
        <translation>搜索尝试了 %1 次；%2 张图变便宜。</translation>
    </message>
    <message>
        <source>Family %1, %2. Numerics: %3. Standing: %4.</source>
        <translation>类别 %1，%2。数值：%3。可信度：%4。</translation>
    </message>
</context>
<context>
    <name>tasoscope::RuleDrawing</name>
    <message>
        <source>%1 become %2</source>
        <translation>%1 变为 %2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Click to see it large</source>
        <translation>点击放大查看</translation>
    </message>
</context>
<context>
    <name>tasoscope::RulePicture</name>
    <message>
        <source>all else: %1</source>
        <translation>其余：%1</translation>
    </message>
    <message>
        <source>if its inputs are present</source>
        <translation>若其输入存在</translation>
    </message>
    <message>
        <source>unless %1 is present</source>
        <translation>除非 %1 存在</translation>
    </message>
    <message>
        <source>may be absent</source>
        <translation>可以缺省</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常量</translation>
    </message>
</context>
<context>
    <name>tasoscope::RuleWindow</name>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
</context>
<context>
    <name>tasoscope::RulesFeature</name>
    <message>
        <source>Reading the rules</source>
        <translation>正在读取规则</translation>
    </message>
    <message>
        <source>Switching rules</source>
        <translation>正在切换规则</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>Testing %1</source>
        <translation>正在测试 %1</translation>
    </message>
    <message>
        <source>An instance was found where both sides differ:
%1</source>
        <translation>找到两边不同的实例：
%1</translation>
    </message>
    <message numerus="yes">
        <source>Only %n instances were found, too few to tell; both sides agree in them.</source>
        <translation>
            <numerusform>只找到 %n 个实例，不足以判断；两边在其中一致。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tested now on %n random instances: both sides agree, the largest relative difference is %1.</source>
        <translation>
            <numerusform>刚在 %n 个随机实例上测试：两边一致，最大相对差为 %1。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tasoscope::RulesPanel</name>
    <message>
        <source>Filter by name, family or what it does</source>
        <translation>按名称、类别或作用筛选</translation>
    </message>
    <message>
        <source>Filter the rules</source>
        <translation>筛选规则</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>%1 of %2 used</source>
        <translation>使用 %2 条中的 %1 条</translation>
    </message>
</context>
<context>
    <name>tasoscope::SampleCard</name>
    <message>
        <source>%1, start here</source>
        <translation>%1，从这里开始</translation>
    </message>
    <message>
        <source>start here</source>
        <translation>从这里开始</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1，设备 %2</translation>
    </message>
    <message>
        <source>%1 → %2, %3 faster on %4</source>
        <translation>%1 → %2，快 %3，设备 %4</translation>
    </message>
    <message>
        <source>Estimated, as loaded and after a search</source>
        <translation>估计值：载入时以及搜索之后</translation>
    </message>
</context>
<context>
    <name>tasoscope::ScenarioTable</name>
    <message>
        <source>Scenarios</source>
        <translation>使用场景</translation>
    </message>
    <message>
        <source>&amp;Remove scenario</source>
        <translation>移除场景(&amp;R)</translation>
    </message>
    <message>
        <source>Several uses of the model at once: what is shown and searched for is the mean of their costs, by weight.</source>
        <translation>同时考虑模型的多种用法：显示和搜索的是按权重平均的成本。</translation>
    </message>
    <message>
        <source>&amp;Add scenario</source>
        <translation>添加场景(&amp;A)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>scenario %1</source>
        <translation>场景 %1</translation>
    </message>
</context>
<context>
    <name>tasoscope::SearchFeature</name>
    <message>
        <source>&amp;Run search</source>
        <translation>运行搜索(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Continue search</source>
        <translation>继续搜索(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Pause search</source>
        <translation>暂停搜索(&amp;P)</translation>
    </message>
    <message numerus="yes">
        <source>%n ops have no price and are in no sum.</source>
        <translation>
            <numerusform>%n 个算子没有价格，不计入总和。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tasoscope::SearchPanel</name>
    <message>
        <source>nothing was left to try</source>
        <translation>没有可尝试的了</translation>
    </message>
    <message>
        <source>the budget was used up</source>
        <translation>预算已用完</translation>
    </message>
    <message>
        <source>the time was up</source>
        <translation>时间已到</translation>
    </message>
    <message>
        <source>the memory limit was reached</source>
        <translation>达到内存上限</translation>
    </message>
    <message>
        <source>it was stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>No gain on %1 beyond what a runtime does by itself. </source>
        <translation>在 %1 上，除运行时自身所做之外没有收益。</translation>
    </message>
    <message numerus="yes">
        <source>%1 on %2: from %3 to %4 in %n steps. </source>
        <translation>
            <numerusform>%1（%2）：经 %n 步从 %3 到 %4。</numerusform>
        </translation>
    </message>
    <message>
        <source>Graphs that cost more than this times the best are given up</source>
        <translation>成本超过最佳值这一倍数的图将被放弃</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Graphs to expand</source>
        <translation>展开的图数</translation>
    </message>
    <message>
        <source>Tolerance (alpha)</source>
        <translation>容差 (alpha)</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在开始…</translation>
    </message>
    <message>
        <source>%1 expanded, %2 distinct, %3 waiting; best %4, %5</source>
        <translation>展开 %1，不同 %2，等待 %3；最佳 %4，%5</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时间限制</translation>
    </message>
    <message>
        <source>Numerics</source>
        <translation>数值类别</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>What each rule did in this search</source>
        <translation>每条规则在本次搜索中的作用</translation>
    </message>
    <message numerus="yes">
        <source>%n classes allowed</source>
        <translation>
            <numerusform>允许 %n 类</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 used…</source>
        <translation>已用 %2 中的 %1…</translation>
    </message>
    <message>
        <source>Paused: %1</source>
        <translation>已暂停：%1</translation>
    </message>
    <message>
        <source>%1 expanded, %2 distinct, %3 candidates tried. The search ended because %4.</source>
        <translation>展开 %1 张，不同的 %2 张，尝试候选 %3 个。搜索结束，因为%4。</translation>
    </message>
    <message>
        <source>The search was stopped before it tried anything.</source>
        <translation>搜索在尝试任何替换之前已被停止。</translation>
    </message>
    <message>
        <source>Nothing cheaper than this step was found on %1. </source>
        <translation>在 %1 上没有找到比此步骤更便宜的图。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln distinct graphs seen in %1&#xa0;s; %2.</source>
        <translation>
            <numerusform>在 %1&#xa0;秒内查看了 %Ln 张不同的图；%2。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tasoscope::SessionHost</name>
    <message>
        <source>Opening</source>
        <translation>正在打开</translation>
    </message>
    <message>
        <source>Closing</source>
        <translation>正在关闭</translation>
    </message>
    <message>
        <source>Pricing</source>
        <translation>正在定价</translation>
    </message>
    <message>
        <source>Going to step %1</source>
        <translation>转到步骤 %1</translation>
    </message>
    <message>
        <source>Undoing</source>
        <translation>正在撤销</translation>
    </message>
    <message>
        <source>Redoing</source>
        <translation>正在重做</translation>
    </message>
    <message>
        <source>Reading the trail</source>
        <translation>正在读取轨迹</translation>
    </message>
    <message>
        <source>Looking for substitutions</source>
        <translation>正在寻找替换</translation>
    </message>
    <message>
        <source>Drawing</source>
        <translation>正在绘制</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>正在搜索</translation>
    </message>
    <message>
        <source>Grouping</source>
        <translation>正在分组</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>正在保存</translation>
    </message>
</context>
<context>
    <name>tasoscope::ShortcutSheet</name>
    <message>
        <source>Keys and actions</source>
        <translation>按键与操作</translation>
    </message>
    <message>
        <source>Elsewhere</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>On a graph</source>
        <translation>在图上</translation>
    </message>
    <message>
        <source>Go to a producer or consumer</source>
        <translation>转到生产者或消费者</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>上、下</translation>
    </message>
    <message>
        <source>Follows the edges of the graph</source>
        <translation>沿图的边移动</translation>
    </message>
    <message>
        <source>Go to a neighbour</source>
        <translation>转到相邻节点</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>左、右</translation>
    </message>
    <message>
        <source>The next box in the same row</source>
        <translation>同一行的下一个方框</translation>
    </message>
    <message>
        <source>Move the view</source>
        <translation>移动视图</translation>
    </message>
    <message>
        <source>Ctrl+arrows, Space and dragging</source>
        <translation>Ctrl+方向键、空格加拖动</translation>
    </message>
    <message>
        <source>Also with the middle button</source>
        <translation>也可用中键</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>+, −, the wheel</source>
        <translation>+、−、滚轮</translation>
    </message>
    <message>
        <source>Around the pointer</source>
        <translation>以指针为中心</translation>
    </message>
    <message>
        <source>Find an action or a key</source>
        <translation>查找操作或按键</translation>
    </message>
    <message>
        <source>Nothing is called like this.</source>
        <translation>没有这样的名称。</translation>
    </message>
</context>
<context>
    <name>tasoscope::Stage</name>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Overlay.</source>
        <translation>叠加。</translation>
    </message>
    <message numerus="yes">
        <source>Following %1: %n readers. Up goes to its producer, Down to what reads it.</source>
        <translation>
            <numerusform>正在跟踪 %1：%n 个读取者。按上转到其生产者，按下转到读取它的节点。</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything is shown</source>
        <translation>全部已显示</translation>
    </message>
    <message numerus="yes">
        <source>Following %1: %n readers. Left goes to its producer, Right to what reads it.</source>
        <translation>
            <numerusform>正在跟踪 %1：%n 个读取者。按左转到其生产者，按右转到读取它的节点。</numerusform>
        </translation>
    </message>
    <message>
        <source>All of this graph is hidden.</source>
        <translation>此图的所有内容都已隐藏。</translation>
    </message>
</context>
<context>
    <name>tasoscope::StageFeature</name>
    <message>
        <source>Colours: %1</source>
        <translation>着色：%1</translation>
    </message>
    <message>
        <source>Labels: %1</source>
        <translation>标签：%1</translation>
    </message>
</context>
<context>
    <name>tasoscope::StartPage</name>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>打开模型…</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>or drop an .onnx file or a project anywhere in this window</source>
        <translation>或将 .onnx 文件或项目拖放到此窗口任意处</translation>
    </message>
    <message>
        <source>Look at an ONNX model, find cheaper graphs that compute the same, and follow every step.</source>
        <translation>查看 ONNX 模型，寻找计算结果相同而更便宜的图，并了解每一步。</translation>
    </message>
</context>
<context>
    <name>tasoscope::StepFeature</name>
    <message>
        <source>&amp;Undo the search</source>
        <translation>撤销搜索(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo naming the step</source>
        <translation>撤销命名步骤(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the note</source>
        <translation>撤销备注(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the bookmark</source>
        <translation>撤销书签(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the substitution</source>
        <translation>撤销替换(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo the search</source>
        <translation>重做搜索(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Redo naming the step</source>
        <translation>重做命名步骤(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Redo the note</source>
        <translation>重做备注(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Redo the bookmark</source>
        <translation>重做书签(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Redo the substitution</source>
        <translation>重做替换(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Undo leaving out a step</source>
        <translation>撤销略去步骤(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo leaving out a step</source>
        <translation>重做略去步骤(&amp;R)</translation>
    </message>
    <message>
        <source>Leaving out a step</source>
        <translation>正在略去步骤</translation>
    </message>
    <message>
        <source>Without step %1</source>
        <translation>不含步骤 %1</translation>
    </message>
    <message>
        <source>Without step %1, %2 of the %3 steps after it still fit: %4 on this branch, %5.</source>
        <translation>略去步骤 %1 后，其后 %3 个步骤中有 %2 个仍然适用：本分支 %4，%5。</translation>
    </message>
    <message>
        <source>Nothing came after step %1, so this is the step before it. Any substitution taken here begins a branch.</source>
        <translation>步骤 %1 之后没有步骤，因此这里是它之前的步骤。在此执行任何替换都会开始一个分支。</translation>
    </message>
    <message numerus="yes">
        <source>The search was taken back with its %n steps. To take back only one of them, redo, go to that step and leave it out (%1).</source>
        <translation>
            <numerusform>已撤销搜索及其 %n 步。若只想撤销其中一步，请先重做，转到该步并去掉它（%1）。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps were taken back: the substitution at all its places.</source>
        <translation>
            <numerusform>已撤销 %n 步：该替换在所有位置的执行。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tasoscope::StepTexts</name>
    <message>
        <source>%1, backwards</source>
        <translation>%1（反向）</translation>
    </message>
</context>
<context>
    <name>tasoscope::StepsPanel</name>
    <message>
        <source>Steps taken</source>
        <translation>已走的步骤</translation>
    </message>
</context>
<context>
    <name>tasoscope::TimelineFeature</name>
    <message>
        <source>Naming</source>
        <translation>正在命名</translation>
    </message>
    <message>
        <source>Noting</source>
        <translation>正在写备注</translation>
    </message>
    <message>
        <source>Bookmarking</source>
        <translation>正在设书签</translation>
    </message>
</context>
<context>
    <name>tasoscope::TimelineTexts</name>
    <message>
        <source>compared</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步骤</translation>
    </message>
</context>
<context>
    <name>tasoscope::TimelineWords</name>
    <message>
        <source>go there</source>
        <translation>前往</translation>
    </message>
    <message>
        <source>compare with it</source>
        <translation>与之比较</translation>
    </message>
</context>
<context>
    <name>tasoscope::UnsavedWorkList</name>
    <message>
        <source>Unsaved work</source>
        <translation>未保存的工作</translation>
    </message>
    <message>
        <source>%1, of %2</source>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, %3 on %4</source>
        <translation>%1，%2，%3，设备 %4</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Restore %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>Throw away</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Throw away %1</source>
        <translation>丢弃 %1</translation>
    </message>
</context>
<context>
    <name>tasoscope::WhyNotFeature</name>
    <message>
        <source>Asking where %1 fits</source>
        <translation>正在查询 %1 适用于哪里</translation>
    </message>
</context>
<context>
    <name>tasoscope::WhyNotWindow</name>
    <message>
        <source>Where a rule fits, and why not</source>
        <translation>规则适用于哪里，为什么不适用</translation>
    </message>
    <message>
        <source>Places and what the rule says to them</source>
        <translation>位置以及规则对它们的回答</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>It fits nowhere in the graph that is shown.</source>
        <translation>它不适用于所显示的图中的任何位置。</translation>
    </message>
    <message numerus="yes">
        <source>It fits at %n places.</source>
        <translation><numerusform>它适用于 %n 处。</numerusform></translation>
    </message>
    <message>
        <source>fits: %1</source>
        <translation>适用：%1</translation>
    </message>
    <message>
        <source>What fits before that: %1</source>
        <translation>此前匹配的部分：%1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>tasoscope::Workbench</name>
    <message>
        <source>Drawing…</source>
        <translation>正在绘制…</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <source>After: %1</source>
        <translation>之后：%1</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Nodes and costs</source>
        <translation>节点与成本</translation>
    </message>
    <message>
        <source>Steps, search and nodes</source>
        <translation>步骤、搜索与节点</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>%1 (read-only)</source>
        <translation>%1（只读）</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
</context>
</TS>
