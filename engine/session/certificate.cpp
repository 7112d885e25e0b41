#include "session/certificate.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "proof/prover.h"
#include "rules/standing_record.h"
#include "session/bodies.h"
#include "session/certificate_file.h"
#include "session/long_calls.h"
#include "session/project_keeper.h"
#include "tensor/digest.h"

namespace tasoscope {
namespace {

// Keeps the entries that the steps speak of, and those that these are made from, under new numbers.
class EntryPruner {
 public:
  explicit EntryPruner(const Entries& all) : all_(all), number_(static_cast<std::size_t>(all.size())) {}

  Entries keepFor(google::protobuf::RepeatedPtrField<schema::Step>& steps) {
    forEachRef(steps, [&](schema::Ref& ref) { number_[ref.entry()] = 1; });
    for (int entry = all_.size(); entry-- > 0;)
      for (const schema::Input& input : all_[entry].op().inputs())
        if (number_[static_cast<std::size_t>(entry)] != 0 && input.has_tensor()) number_[input.tensor().entry()] = 1;
    Entries kept;
    for (int entry = 0; entry < all_.size(); ++entry) {
      std::uint32_t& number = number_[static_cast<std::size_t>(entry)];
      if (number == 0) continue;
      number = static_cast<std::uint32_t>(kept.size());
      schema::Entry& copy = *kept.Add() = all_[entry];
      if (!copy.has_op()) continue;
      for (schema::Input& input : *copy.mutable_op()->mutable_inputs())
        if (input.has_tensor()) input.mutable_tensor()->set_entry(number_[input.tensor().entry()]);
    }
    forEachRef(steps, [&](schema::Ref& ref) { ref.set_entry(number_[ref.entry()]); });
    return kept;
  }

 private:
  template <typename Visit>
  static void forEachRef(google::protobuf::RepeatedPtrField<schema::Step>& steps, Visit visit) {
    for (schema::Step& step : steps)
      for (schema::Apply& apply : *step.mutable_applies())
        for (schema::Fact& fact : *apply.mutable_facts()) {
          visit(*fact.mutable_tensor());
          visit(fact.has_same_as() ? *fact.mutable_same_as() : *fact.mutable_made_by());
        }
  }

  const Entries& all_;
  std::vector<std::uint32_t> number_;  // by entry: whether it is kept, then its new number
};

// The steps that lead to one, in order, and nothing of what people wrote.
schema::Project pathTo(const schema::Project& project, std::uint32_t last) {
  schema::Project trail;
  std::vector<const schema::Step*> path;
  for (std::uint32_t step = last; step != 0; step = path.back()->parent())
    path.push_back(&project.steps(static_cast<int>(step) - 1));
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    schema::Step& copy = *trail.add_steps() = **step;
    copy.set_parent(static_cast<std::uint32_t>(trail.steps_size()) - 1);
    copy.clear_is_branch();
  }
  *trail.mutable_entries() = EntryPruner(project.entries()).keepFor(*trail.mutable_steps());
  trail.set_current(static_cast<std::uint32_t>(trail.steps_size()));
  for (const schema::Bodies::Body& body : project.bodies().bodies()) {
    schema::Project inside = pathTo(body.project(), body.project().current());
    if (inside.steps_size() == 0 && !inside.has_bodies()) continue;
    schema::Bodies::Body& copy = *trail.mutable_bodies()->add_bodies();
    copy.set_node(body.node());
    copy.set_name(body.name());
    *copy.mutable_project() = std::move(inside);
  }
  return trail;
}

void collectRules(const schema::Project& trail, const RuleSet& rules, std::map<std::string, const Rule*>& used) {
  for (const schema::Step& step : trail.steps()) used[step.rule()] = rules.find(step.rule());
  for (const schema::Bodies::Body& body : trail.bodies().bodies()) collectRules(body.project(), rules, used);
}

}  // namespace

void writeCertificate(const Session& session, StepId step, const std::filesystem::path& optimized,
                      const std::filesystem::path& target, const Progress& progress) {
  assert(mayTakeLong());
  const Session::State& state = session.state();
  const schema::Project& project = state.keeper->keptOf(state);
  schema::Certificate certificate;
  certificate.set_format(std::string(kCertificateFormat.name));
  certificate.set_version(kCertificateVersion);
  certificate.set_original_name(session.modelName());
  certificate.set_optimized_name(optimized.filename().string());
  certificate.set_optimized_digest(digestOfFile(optimized, progress));
  schema::Project& trail = *certificate.mutable_trail() = pathTo(project, step);
  trail.mutable_model()->set_digest(state.model.digest());
  trail.set_device(project.device());
  *trail.mutable_symbols() = project.symbols();
  *trail.mutable_loaded_price() = recordOf(state.steps[0].price);
  *trail.mutable_current_price() = recordOf(state.steps[step].price);
  certificate.set_axioms(digestOf(builtInAxioms()));
  std::map<std::string, const Rule*> used;
  collectRules(trail, state.rules, used);
  for (const auto& [name, rule] : used) {
    schema::Certificate::Rule& record = *certificate.add_rules();
    record.set_name(name);
    record.set_standing(std::string(nameOf(rule ? rule->standing : Standing::kAssumed)));
    if (rule) record.set_digest(ruleDigest(*rule));
  }
  writeSealed(certificate, kCertificateFormat, target, kMostProjectBytes);
}

}  // namespace tasoscope
