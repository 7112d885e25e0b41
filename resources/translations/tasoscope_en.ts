<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>tasoscope::CandidateDelegate</name>
    <message numerus="yes">
        <source>%n places</source>
        <translation><numerusform>%n place</numerusform><numerusform>%n places</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::SearchFeature</name>
    <message numerus="yes">
        <source>%n ops have no price and are in no sum.</source>
        <translation><numerusform>%n op has no price and is in no sum.</numerusform><numerusform>%n ops have no price and are in no sum.</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::CandidateModel</name>
    <message numerus="yes">
        <source>%1, %n substitutions</source>
        <translation><numerusform>%1, %n substitution</numerusform><numerusform>%1, %n substitutions</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1, %n identical places, each %2</source>
        <translation><numerusform>%1, %n identical place, each %2</numerusform><numerusform>%1, %n identical places, each %2</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n substitutions</source>
        <translation><numerusform>%n substitution</numerusform><numerusform>%n substitutions</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n places, best %1</source>
        <translation><numerusform>%n place, best %1</numerusform><numerusform>%n places, best %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1, %n places, best %2</source>
        <translation><numerusform>%1, %n place, best %2</numerusform><numerusform>%1, %n places, best %2</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::CandidatesPanel</name>
    <message numerus="yes">
        <source>%n nodes hold graphs of their own: open one to see what fits there.</source>
        <translation><numerusform>%n node holds a graph of its own: open it to see what fits there.</numerusform><numerusform>%n nodes hold graphs of their own: open one to see what fits there.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n fit here, %1 faster at once</source>
        <translation><numerusform>%n fits here, %1 faster at once</numerusform><numerusform>%n fit here, %1 faster at once</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::SearchPanel</name>
    <message numerus="yes">
        <source>%n classes allowed</source>
        <translation><numerusform>%n class allowed</numerusform><numerusform>%n classes allowed</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln distinct graphs seen in %1 s; %2.</source>
        <translation><numerusform>%Ln distinct graph seen in %1 s; %2.</numerusform><numerusform>%Ln distinct graphs seen in %1 s; %2.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1 on %2: from %3 to %4 in %n steps. </source>
        <translation><numerusform>%1 on %2: from %3 to %4 in %n step. </numerusform><numerusform>%1 on %2: from %3 to %4 in %n steps. </numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::Workbench</name>
    <message numerus="yes">
        <source>%n substitutions fit here. Select one to preview it, Enter applies it, F5 lets the optimizer search.</source>
        <translation><numerusform>%n substitution fits here. Select it to preview it, Enter applies it, F5 lets the optimizer search.</numerusform><numerusform>%n substitutions fit here. Select one to preview it, Enter applies it, F5 lets the optimizer search.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Checked on %n random inputs: the largest relative difference is %1.</source>
        <translation><numerusform>Checked on %n random input: the largest relative difference is %1.</numerusform><numerusform>Checked on %n random inputs: the largest relative difference is %1.</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::RuleModel</name>
    <message numerus="yes">
        <source>%1, %n rules</source>
        <translation><numerusform>%1, %n rule</numerusform><numerusform>%1, %n rules</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n places found</source>
        <translation><numerusform>%n place found</numerusform><numerusform>%n places found</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::RulesFeature</name>
    <message numerus="yes">
        <source>Only %n instances were found, too few to tell; both sides agree in them.</source>
        <translation><numerusform>Only %n instance was found, too few to tell; both sides agree in it.</numerusform><numerusform>Only %n instances were found, too few to tell; both sides agree in them.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Tested now on %n random instances: both sides agree, the largest relative difference is %1.</source>
        <translation><numerusform>Tested now on %n random instance: both sides agree, the largest relative difference is %1.</numerusform><numerusform>Tested now on %n random instances: both sides agree, the largest relative difference is %1.</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::GroupBoxes</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation><numerusform>%n node</numerusform><numerusform>%n nodes</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::GroupsFeature</name>
    <message numerus="yes">
        <source>Export %n nodes as a model</source>
        <translation><numerusform>Export %n node as a model</numerusform><numerusform>Export %n nodes as a model</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n inputs</source>
        <translation><numerusform>%n input</numerusform><numerusform>%n inputs</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n outputs</source>
        <translation><numerusform>%n output</numerusform><numerusform>%n outputs</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation><numerusform>%n node</numerusform><numerusform>%n nodes</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::CostWords</name>
    <message numerus="yes">
        <source>%n ops without a price</source>
        <translation><numerusform>%n op without a price</numerusform><numerusform>%n ops without a price</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::ExportDialog</name>
    <message numerus="yes">
        <source>%n of them in graphs inside nodes</source>
        <translation><numerusform>%n of them in a graph inside a node</numerusform><numerusform>%n of them in graphs inside nodes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation><numerusform>%n step</numerusform><numerusform>%n steps</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n nodes removed</source>
        <translation><numerusform>%n node removed</numerusform><numerusform>%n nodes removed</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation><numerusform>%n added</numerusform><numerusform>%n added</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::ExportFeature</name>
    <message numerus="yes">
        <source>The costs of %n nodes are in %1.</source>
        <translation><numerusform>The cost of %n node is in %1.</numerusform><numerusform>The costs of %n nodes are in %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Checked on %n inputs: the largest relative difference is %1, the tolerance %2.</source>
        <translation><numerusform>Checked on %n input: the largest relative difference is %1, the tolerance %2.</numerusform><numerusform>Checked on %n inputs: the largest relative difference is %1, the tolerance %2.</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::Properties</name>
    <message numerus="yes">
        <source>%n graphs of its own: open one to change it</source>
        <translation><numerusform>a graph of its own: open it to change it</numerusform><numerusform>%n graphs of its own: open one to change it</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n bins from %1 to %2</source>
        <translation><numerusform>%n bin from %1 to %2</numerusform><numerusform>%n bins from %1 to %2</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::UnsavedWorkList</name>
    <message numerus="yes">
        <source>%n steps</source>
        <translation><numerusform>%n step</numerusform><numerusform>%n steps</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::HiddenBar</name>
    <message numerus="yes">
        <source>%n nodes hidden</source>
        <translation><numerusform>%n node hidden</numerusform><numerusform>%n nodes hidden</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n inputs and outputs hidden</source>
        <translation><numerusform>%n input or output hidden</numerusform><numerusform>%n inputs and outputs hidden</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::Stage</name>
    <message numerus="yes">
        <source>Following %1: %n readers. Up goes to its producer, Down to what reads it.</source>
        <translation><numerusform>Following %1: %n reader. Up goes to its producer, Down to what reads it.</numerusform><numerusform>Following %1: %n readers. Up goes to its producer, Down to what reads it.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Following %1: %n readers. Left goes to its producer, Right to what reads it.</source>
        <translation><numerusform>Following %1: %n reader. Left goes to its producer, Right to what reads it.</numerusform><numerusform>Following %1: %n readers. Left goes to its producer, Right to what reads it.</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::GroupProperties</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation><numerusform>%n node</numerusform><numerusform>%n nodes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>of %n nodes</source>
        <translation><numerusform>of %n node</numerusform><numerusform>of %n nodes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation><numerusform>and %n more</numerusform><numerusform>and %n more</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>One of %n alike</source>
        <translation><numerusform>One of %n alike</numerusform><numerusform>One of %n alike</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::BodyFeature</name>
    <message numerus="yes">
        <source>%n nodes hold graphs of their own, which are optimized once they are opened.</source>
        <translation><numerusform>%n node holds a graph of its own, which is optimized once it is opened.</numerusform><numerusform>%n nodes hold graphs of their own, which are optimized once they are opened.</numerusform></translation>
    </message>
</context>
<context>
    <name>tasoscope::WhyNotWindow</name>
    <message numerus="yes">
        <source>It fits at %n places.</source>
        <translation><numerusform>It fits at %n place.</numerusform><numerusform>It fits at %n places.</numerusform></translation>
    </message>
</context>
</TS>
