// `tasoscope show`: a summary of a model, or a picture of its graph.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "command.h"
#include "cost/cost_text.h"
#include "onnx/model.h"
#include "onnx/output_file.h"

namespace tasoscope::cli {
namespace {

struct Arguments {
  std::string model, output;
  SessionArguments session;
};

void printSummary(const Session& session, const GraphView& view) {
  const Model& model = session.model();
  std::cout << session.modelName() << '\n';
  if (!model.producer().empty()) std::cout << fmt::format("producer       {}\n", model.producer());
  for (const OpsetImport& import : model.opsetImports())
    std::cout << fmt::format("operator set   {} {}\n", import.domain.empty() ? "ai.onnx" : import.domain,
                             import.version);
  const Space& space = session.space();
  for (TensorId input : model.inputs())
    std::cout << fmt::format("input          {}: {}\n", space.tensor(input).name, space.tensor(input).type.text());
  for (TensorId output : model.outputs())
    std::cout << fmt::format("output         {}: {}\n", space.tensor(output).name, space.tensor(output).type.text());
  std::cout << fmt::format("nodes          {} in the file, {} after the fusions that every runtime makes\n",
                           model.nodeCount(), view.nodes.size());
  std::map<std::string, std::pair<int, std::int64_t>> byOperator;
  for (const NodeView& node : view.nodes) {
    ++byOperator[node.operatorName].first;
    byOperator[node.operatorName].second += node.picoseconds;
  }
  std::vector<std::pair<std::string, std::pair<int, std::int64_t>>> rows(byOperator.begin(), byOperator.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.second > b.second.second; });
  std::cout << fmt::format("\n{:<32} {:>6} {:>12}\n", "operator", "count", "cost");
  for (const auto& [name, facts] : rows)
    std::cout << fmt::format("{:<32} {:>6} {:>12}\n", name, facts.first, timeText(facts.second));
  std::cout << fmt::format("{:<32} {:>6} {:>12}  on {} (estimated)\n", "all", view.nodes.size(),
                           timeText(view.price.picoseconds), session.device());
  if (view.unknownCosts > 0)
    std::cout << fmt::format("{} of them have an unknown cost and count as 0\n", view.unknownCosts);
}

// The graphs inside nodes, each under the node that it belongs to.
void printBodies(const Session& session, const std::string& prefix) {
  for (const BodyView& body : session.bodies()) {
    const std::string place = prefix + body.place;
    const GraphView view = body.session->view(0);
    const std::string turns =
        body.turns.count == 1 && !body.turns.isAssumed
            ? std::string()
            : fmt::format(", {}", body.turns.isAssumed ? "number of runs assumed to be 1"
                                                       : fmt::format("{} runs", body.turns.count));
    std::cout << fmt::format("{:<48} {:>4} nodes {:>12}{}\n", place, view.nodes.size(),
                             timeText(view.price.picoseconds), turns);
    printBodies(*body.session, place + ", ");
  }
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

void writeDot(const GraphView& view, const std::string& path) {
  std::string text = "digraph model {\n  node [shape=box, style=rounded];\n";
  for (const NodeView& node : view.nodes)
    text += fmt::format("  n{} [label={}];\n", node.op.value, quoted(node.operatorName + "\\n" + node.keyFacts));
  std::size_t leaves = 0;
  for (const EdgeView& edge : view.edges) {
    std::string from = edge.from ? fmt::format("n{}", edge.from->value) : "",
                to = edge.to ? fmt::format("n{}", edge.to->value) : "";
    for (std::string* end : {&from, &to}) {
      if (!end->empty()) continue;
      *end = fmt::format("leaf{}", leaves++);
      text += fmt::format("  {} [label={}, shape=plaintext];\n", *end, quoted(edge.tensor.name));
    }
    text += fmt::format("  {} -> {} [tooltip={}];\n", from, to, quoted(edge.tensor.type));
  }
  text += "}\n";
  OutputFile file(path);
  file.write(text);
  file.finish();
  file.commit();
}

int show(const Arguments& arguments) {
  std::string extension = std::filesystem::path(arguments.output).extension();
  bool isPicture = extension == ".svg" || extension == ".png" || extension == ".pdf";
  if (!arguments.output.empty() && !isPicture && extension != ".dot")
    throw UsageError(fmt::format("-o wants a name that ends in .svg, .png, .pdf or .dot, not '{}'", arguments.output));
  if (isPicture)
    return runExplorer({"--draw", arguments.model, "-o", arguments.output, "--device", arguments.session.device});
  std::unique_ptr<Session> session = Session::open(arguments.model, arguments.session.options(), terminalProgress());
  endProgressLine();
  GraphView view = session->view(0);
  if (!arguments.output.empty()) {
    writeDot(view, arguments.output);
    return kDone;
  }
  printSummary(*session, view);
  if (!session->bodies().empty()) std::cout << "\ngraphs inside nodes\n";
  printBodies(*session, "");
  for (const std::string& remark : session->remarks()) std::cout << "note: " << remark << '\n';
  return kDone;
}

}  // namespace

int runExplorer(const std::vector<std::string>& arguments) {
  std::error_code ignored;
  std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe", ignored).replace_filename("tasoscope-explorer");
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(pointers[0], pointers.data());
  std::cerr << fmt::format("tasoscope: the explorer is not installed beside this program ({} is missing)\n",
                           program.string());
  return kFailed;
}

void addShow(CLI::App& app, int& exitCode) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("show", "a summary of a model, or with -o a picture of its graph");
  command->add_option("MODEL", arguments->model, "the model")->required();
  command->add_option("-o,--output", arguments->output, "FILE.svg, .png, .pdf or .dot");
  arguments->session.addTo(*command);
  command->callback([arguments, &exitCode] { exitCode = show(*arguments); });
}

}  // namespace tasoscope::cli
