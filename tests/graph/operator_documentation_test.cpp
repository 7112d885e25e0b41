// Every operator is explained, with all its attributes.

#include "graph/operator_documentation.h"

#include <QtTest>
#include <algorithm>

#include "graph/operator.h"
#include "tensor/error.h"

using namespace tasoscope;

class OperatorDocumentationTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyOperatorHasAParagraphAndAFormula() {
    for (const OperatorDefinition* definition : allOperators()) {
      const OperatorDocumentation* documentation = documentationOf(definition->name);
      QVERIFY2(documentation, definition->name.c_str());
      QVERIFY2(documentation->text.size() > 20 && documentation->text.back() == '.', definition->name.c_str());
      QVERIFY2(!documentation->formulas.empty(), definition->name.c_str());
    }
  }

  void everyAttributeIsExplainedAndNoOther() {
    for (const OperatorDefinition* definition : allOperators()) {
      const OperatorDocumentation* documentation = documentationOf(definition->name);
      QVERIFY2(documentation, definition->name.c_str());
      for (const AttributeSpec& attribute : definition->attributes)
        QVERIFY2(std::ranges::count(documentation->attributes, attribute.name,
                                    &std::pair<std::string, std::string>::first) == 1,
                 (definition->name + ": " + attribute.name).c_str());
      QVERIFY2(documentation->attributes.size() == definition->attributes.size(), definition->name.c_str());
    }
  }

  void nothingIsExplainedThatIsNoOperator() {
    for (const OperatorDocumentation& documentation : allDocumentation())
      QVERIFY2(std::ranges::count(allOperators(), documentation.name, &OperatorDefinition::name) == 1,
               documentation.name.c_str());
    QCOMPARE(allDocumentation().size(), allOperators().size());
    QVERIFY(!documentationOf("NoSuchOperator"));
  }

  void textGoesOnOverLinesAndCommonAttributesAreFilledIn() {
    const auto entries = parseOperatorDocumentation(
        "- axis: which\n- k: not of this\n\nConcat\n  One\n  paragraph.\n  = y = [a,\n  b]\n", "x.txt");
    QCOMPARE(entries.size(), std::size_t{1});
    QCOMPARE(entries[0].text, std::string("One paragraph."));
    QCOMPARE(entries[0].formulas, std::vector<std::string>{"y = [a, b]"});
    QCOMPARE(entries[0].attributes, (std::vector<std::pair<std::string, std::string>>{{"axis", "which"}}));
  }

  void aFileThatIsWrongIsRefusedWithItsLine() {
    for (const char* text : {"  text first\n", "Two words\n", "Abs\n  - no colon\n", "Abs\n- late: common\n"}) {
      try {
        parseOperatorDocumentation(text, "x.txt");
        QFAIL(text);
      } catch (const FileError& error) {
        QVERIFY(std::string(error.what()).starts_with("x.txt:"));
      }
    }
  }
};

QTEST_GUILESS_MAIN(OperatorDocumentationTest)
#include "operator_documentation_test.moc"
