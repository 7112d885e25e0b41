<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>tasoscope::Actions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Opens an ONNX model</source>
        <translation>打开一个 ONNX 模型</translation>
    </message>
    <message>
        <source>&amp;Close model</source>
        <translation>关闭模型(&amp;C)</translation>
    </message>
    <message>
        <source>Closes the model and shows the start page</source>
        <translation>关闭模型并显示起始页</translation>
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
        <source>Takes back the last substitution</source>
        <translation>收回上一次替换</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Takes the substitution again that was taken back</source>
        <translation>重新执行收回的替换</translation>
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
        <source>&amp;Both graphs</source>
        <translation>两个图(&amp;B)</translation>
    </message>
    <message>
        <source>Shows before and after side by side</source>
        <translation>并排显示之前和之后</translation>
    </message>
    <message>
        <source>&amp;Before only</source>
        <translation>仅之前(&amp;B)</translation>
    </message>
    <message>
        <source>Shows the graph before</source>
        <translation>显示之前的图</translation>
    </message>
    <message>
        <source>&amp;After only</source>
        <translation>仅之后(&amp;A)</translation>
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
        <source>Both graphs, before only, after only</source>
        <translation>两个图、仅之前、仅之后</translation>
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
        <translation>从这一步搜索开销更低的图；再按则暂停</translation>
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
</context>
<context>
    <name>tasoscope::CandidateDelegate</name>
    <message>
        <source>best %1</source>
        <translation>最佳 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n places</source>
        <translation><numerusform>%n 处</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::CandidateModel</name>
    <message numerus="yes">
        <source>%1, %n places, best %2</source>
        <translation><numerusform>%1，%n 处，最佳 %2</numerusform></translation>
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
        <translation><numerusform>%n 个适用，其中 %1 个立即更快</numerusform></translation>
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
</context>
<context>
    <name>tasoscope::CommandLine</name>
    <message>
        <source>Sees, searches and explains substitutions in ONNX graphs.</source>
        <translation>查看、搜索并解释 ONNX 图中的替换。</translation>
    </message>
</context>
<context>
    <name>tasoscope::CostPlot</name>
    <message>
        <source>Best cost over the search</source>
        <translation>搜索中的最低开销</translation>
    </message>
    <message>
        <source>The best cost appears here while a search runs.</source>
        <translation>搜索运行时，最低开销显示在这里。</translation>
    </message>
    <message>
        <source>%1 graphs expanded</source>
        <translation>已展开 %1 个图</translation>
    </message>
</context>
<context>
    <name>tasoscope::CostStrip</name>
    <message>
        <source>Running cost</source>
        <translation>逐步开销</translation>
    </message>
    <message>
        <source>as loaded: %1</source>
        <translation>载入时：%1</translation>
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
</context>
<context>
    <name>tasoscope::ExplorerWindow</name>
    <message>
        <source>Device that prices the graph</source>
        <translation>为图定价的设备</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Substitutions</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检视</translation>
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
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>Export the shown graph</source>
        <translation>导出显示的图</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.pdf *.png)</source>
        <translation>图片 (*.svg *.pdf *.png)</translation>
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
        <translation>开销未知</translation>
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
    <name>tasoscope::Help</name>
    <message>
        <source>Keys and actions</source>
        <translation>按键与操作</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>On a graph: arrows go to producers, consumers and neighbours; Ctrl+arrows, dragging and the wheel move and zoom; + and − zoom; Space and dragging pans.</source>
        <translation>在图上：方向键转到生产者、消费者和相邻节点；Ctrl+方向键、拖动和滚轮用于移动和缩放；+ 和 − 缩放；空格加拖动平移。</translation>
    </message>
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
    <name>tasoscope::InspectorPanel</name>
    <message>
        <source>Properties</source>
        <translation>属性</translation>
    </message>
</context>
<context>
    <name>tasoscope::Legend</name>
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
        <translation>视图，无开销</translation>
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
        <translation>未变</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>改变</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>候选</translation>
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
    <name>tasoscope::MessageBar</name>
    <message>
        <source>Dismiss this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>tasoscope::NodeModel</name>
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
        <translation>开销</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
</context>
<context>
    <name>tasoscope::NodesPanel</name>
    <message>
        <source>Nodes of the graph</source>
        <translation>图的节点</translation>
    </message>
</context>
<context>
    <name>tasoscope::OverviewStrip</name>
    <message>
        <source>Overview of the graph</source>
        <translation>图的总览</translation>
    </message>
    <message>
        <source>The whole graph: click to go there</source>
        <translation>整个图：点击即可前往</translation>
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
        <translation>开销</translation>
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
        <source> (%1 % of the graph)</source>
        <translation>（占全图 %1 %）</translation>
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
        <source>step %1, %2</source>
        <translation>步骤 %1，%2</translation>
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
        <source>What it does</source>
        <translation>作用</translation>
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
        <source>Kernel launches</source>
        <translation>内核启动次数</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Without a price</source>
        <translation>没有价格</translation>
    </message>
    <message>
        <source>Graph input</source>
        <translation>图输入</translation>
    </message>
    <message>
        <source>Graph output</source>
        <translation>图输出</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
</context>
<context>
    <name>tasoscope::PropertyModel</name>
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
    <name>tasoscope::SampleCard</name>
    <message>
        <source>%1, start here</source>
        <translation>%1，从这里开始</translation>
    </message>
    <message>
        <source>start here</source>
        <translation>从这里开始</translation>
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
    <message numerus="yes">
        <source>%n distinct graphs seen in %1 s; %2.</source>
        <translation><numerusform>%1 秒内看到 %n 个不同的图；%2。</numerusform></translation>
    </message>
    <message>
        <source>No gain on %1 beyond what a runtime does by itself. </source>
        <translation>在 %1 上，除运行时自身所做之外没有收益。</translation>
    </message>
    <message numerus="yes">
        <source>%1 on %2: from %3 to %4 in %n steps. </source>
        <translation><numerusform>%1（%2）：经 %n 步从 %3 到 %4。</numerusform></translation>
    </message>
    <message>
        <source>Graphs that cost more than this times the best are given up</source>
        <translation>开销超过最佳值这一倍数的图将被放弃</translation>
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
        <source>%1 expanded, %2 distinct, %3 candidates tried; %4</source>
        <translation>展开 %1，不同 %2，尝试候选 %3；%4</translation>
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
        <source>Applying</source>
        <translation>正在应用</translation>
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
        <source>Exporting</source>
        <translation>正在导出</translation>
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
</context>
<context>
    <name>tasoscope::StartPage</name>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Sees an ONNX model, searches cheaper graphs that compute the same, and shows every step.</source>
        <translation>查看 ONNX 模型，搜索计算相同而开销更低的图，并展示每一步。</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>打开模型…</translation>
    </message>
    <message>
        <source>or drop an .onnx file anywhere in this window</source>
        <translation>或把 .onnx 文件拖到窗口的任意位置</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
</context>
<context>
    <name>tasoscope::StepModel</name>
    <message>
        <source>as loaded</source>
        <translation>载入时</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>The graph as it was loaded, in the form in which the device runs it</source>
        <translation>载入的图，以设备实际运行的形式</translation>
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
        <translation>之后的开销</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>来源</translation>
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
    <name>tasoscope::Workbench</name>
    <message>
        <source>Drawing…</source>
        <translation>正在绘制…</translation>
    </message>
    <message>
        <source>as loaded</source>
        <translation>载入时</translation>
    </message>
    <message>
        <source>step %1, %2</source>
        <translation>步骤 %1，%2</translation>
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
        <source>No substitution fits here.</source>
        <translation>此处没有适用的替换。</translation>
    </message>
    <message numerus="yes">
        <source>%n substitutions fit here. Select one to preview it, Enter applies it, F5 lets the optimizer search.</source>
        <translation><numerusform>此处有 %n 个适用的替换。选择一个以预览，Enter 应用，F5 让优化器搜索。</numerusform></translation>
    </message>
    <message>
        <source>Export step %1, %2</source>
        <translation>导出步骤 %1，%2</translation>
    </message>
    <message>
        <source>The picture is in %1.</source>
        <translation>图片在 %1。</translation>
    </message>
    <message>
        <source>Exported to %1, %2 on %3.</source>
        <translation>已导出到 %1，%3 上 %2。</translation>
    </message>
    <message numerus="yes">
        <source>Checked on %n random inputs: the largest relative difference is %1.</source>
        <translation><numerusform>在 %n 组随机输入上检查：最大相对误差为 %1。</numerusform></translation>
    </message>
    <message>
        <source>original %1</source>
        <translation>原图 %1</translation>
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
        <source>%1 %2, sum of kernels on %3</source>
        <translation>%1 %2，%3 上内核时间之和</translation>
    </message>
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
    <message>
        <source>Not verified: %1</source>
        <translation>未验证：%1</translation>
    </message>
</context>
</TS>
