#include "session/project_keeper.h"

#include <fmt/format.h>

#include "rules/rule_text.h"
#include "session/bodies.h"

namespace tasoscope {
namespace {

constexpr std::uint64_t kMostGrowth = std::uint64_t{8} << 20;  // of a journal before it is written anew

// Each of these begins with what was there, so that fields which we do not know stay.
schema::Symbols symbolsOf(const Session::State& state, schema::Symbols record) {
  record.clear_symbols();
  for (const auto& [name, value] : state.options.symbols) {
    schema::Symbols::Symbol& symbol = *record.add_symbols();
    symbol.set_name(name);
    symbol.set_value(value);
  }
  record.clear_scenarios();
  for (const Scenario& scenario : state.options.scenarios) {
    schema::Scenario& written = *record.add_scenarios();
    written.set_name(scenario.name);
    written.set_weight(scenario.weight);
    for (const auto& [name, value] : scenario.symbols) {
      schema::Symbols::Symbol& symbol = *written.add_symbols();
      symbol.set_name(name);
      symbol.set_value(value);
    }
  }
  return record;
}

schema::Rules rulesOf(const Session::State& state, const schema::Rules& before) {
  schema::Rules record = before;
  record.clear_files();
  record.clear_numeric_classes();
  record.clear_switched_off();
  for (const std::filesystem::path& file : state.options.ruleFiles) {
    schema::Rules::File& place = *record.add_files();
    place.set_path(std::filesystem::absolute(file).string());
    for (const schema::Rules::File& known : before.files())
      if (known.path() == place.path()) place.set_digest(known.digest());
    if (place.digest().empty()) place.set_digest(digestOf(readBounded(file, kMostRuleBytes)));
  }
  record.set_allow_assumed(state.options.allowAssumed);
  for (const std::string& rule : state.switchedOff) record.add_switched_off(rule);
  for (NumericClass allowed : state.options.numericClasses) record.add_numeric_classes(std::string(nameOf(allowed)));
  return record;
}

schema::Marks recordOf(const StepMarks& marks) {
  schema::Marks record;
  record.set_name(marks.name);
  record.set_note(marks.note);
  record.set_bookmark(static_cast<std::uint32_t>(marks.bookmark));
  return record;
}

static_assert(static_cast<int>(CommandKind::kNone) == schema::History::NONE &&
              static_cast<int>(CommandKind::kApply) == schema::History::APPLY &&
              static_cast<int>(CommandKind::kSearch) == schema::History::SEARCH &&
              static_cast<int>(CommandKind::kRename) == schema::History::RENAME &&
              static_cast<int>(CommandKind::kNote) == schema::History::NOTE &&
              static_cast<int>(CommandKind::kBookmark) == schema::History::BOOKMARK &&
              static_cast<int>(CommandKind::kLeaveOut) == schema::History::LEAVE_OUT);

schema::History::Command recordOf(const Command& command) {
  schema::History::Command record;
  record.set_kind(static_cast<schema::History::Kind>(command.kind));
  record.set_from(command.from);
  record.set_first(command.first);
  record.set_last(command.last);
  for (const MarksEdit& edit : command.edits) {
    schema::History::Edit& place = *record.add_edits();
    place.set_step(edit.step);
    *place.mutable_before() = recordOf(edit.before);
    *place.mutable_after() = recordOf(edit.after);
  }
  return record;
}

schema::History historyOf(const Session::State& state, schema::History record) {
  record.clear_done();
  record.clear_undone();
  record.clear_hidden();
  for (const Command& command : state.done) *record.add_done() = recordOf(command);
  for (const Command& command : state.undone) *record.add_undone() = recordOf(command);
  for (StepId step = 0; step < state.steps.size(); ++step)
    if (state.steps[step].isHidden) record.add_hidden(step);
  return record;
}

schema::Labels labelsOf(const Session::State& state, schema::Labels record) {
  record.clear_labels();
  for (StepId step = 0; step < state.steps.size(); ++step) {
    if (state.steps[step].marks == StepMarks{}) continue;
    schema::Labels::Label& label = *record.add_labels();
    label.set_step(step);
    *label.mutable_marks() = recordOf(state.steps[step].marks);
  }
  return record;
}

schema::Walk walkOf(const Session::State& state, schema::Walk record) {
  record.clear_onward();
  for (const StepFacts& facts : state.steps) record.add_onward(facts.onward);
  return record;
}

schema::View viewRecordOf(const ViewState& view, schema::View record) {
  record.clear_settings();
  for (const auto& [key, value] : view) {
    schema::View::Setting& setting = *record.add_settings();
    setting.set_key(key);
    setting.set_value(value);
  }
  return record;
}

schema::Bodies bodiesOf(const Session::State& state, const schema::Bodies& before) {
  schema::Bodies record = before;
  record.clear_bodies();
  for (const Bodies::Entry& entry : state.bodies->entries()) {
    const Session::State& inside = entry.session->state();
    schema::Bodies::Body body;
    *body.mutable_project() = inside.keeper->keptOf(inside);
    if (body.project().steps_size() == 0 && body.project().labels().labels_size() == 0 && !body.project().has_bodies())
      continue;
    const Space& space = state.model.space();
    body.set_node(space.tensor(space.op(entry.op).outputs[0]).name);
    body.set_name(entry.name);
    *record.add_bodies() = std::move(body);
  }
  return record;
}

// Sets a field of the project, and of the delta too when it was another; true then.
template <typename Message>
bool replace(Message now, const Message& before, Message* place, const std::function<Message*()>& inDelta) {
  if (now.SerializeAsString() == before.SerializeAsString()) return false;
  *inDelta() = now;
  *place = std::move(now);
  return true;
}

}  // namespace

schema::Price recordOf(const Price& price) {
  schema::Price record;
  record.set_picoseconds(price.picoseconds);
  record.set_launches(price.launches);
  record.set_weight_bytes(price.weightBytes);
  return record;
}

ViewState viewOf(const schema::Project& project) {
  ViewState view;
  for (const schema::View::Setting& setting : project.view().settings()) view[setting.key()] = setting.value();
  return view;
}

void ProjectKeeper::adopt(schema::Project project, const EntryReader* reader) {
  project_ = std::move(project);
  view_ = viewOf(project_);
  if (reader) {
    writer_.resume(reader->tensors(), reader->ops());
  } else {
    project_.clear_steps();
    project_.clear_entries();
    project_.clear_groups();
  }
}

void ProjectKeeper::setFile(std::filesystem::path path, std::string digest, bool isReadOnly) {
  path_ = std::move(path);
  file_digest_ = std::move(digest);
  is_read_only_ = isReadOnly;
}

void ProjectKeeper::setJournal(std::unique_ptr<Journal> journal) {
  journal_ = std::move(journal);
  snapshot_size_ = journal_ ? journal_->size() : 0;
}

void ProjectKeeper::setReference(const Session::State& state) {
  project_.set_format("tasoscope project");
  project_.set_version(kProjectVersion);
  schema::Model& model = *project_.mutable_model();
  model.set_digest(state.model.digest());
  const std::filesystem::path& file = state.model.path();
  if (file.empty()) {
    model.set_zoo(state.name);
    return;
  }
  std::error_code error;
  std::filesystem::path absolute = std::filesystem::absolute(file);
  model.set_absolute_path(absolute.string());
  model.clear_relative_path();
  if (path_.empty()) return;
  std::filesystem::path folder = std::filesystem::absolute(path_).parent_path();
  std::filesystem::path relative = std::filesystem::relative(absolute, folder, error);
  if (!error) model.set_relative_path(relative.string());
}

void ProjectKeeper::addSteps(const Session::State& state, schema::Project& delta) {
  for (auto step = static_cast<StepId>(project_.steps_size() + 1); step < state.steps.size(); ++step) {
    const StepFacts& facts = state.steps[step];
    const GraphTree::Node& node = state.tree.node(step);
    schema::Step record;
    record.set_parent(node.parent);
    record.set_rule(facts.rule);
    if (const Rule* rule = state.rules.find(facts.rule)) record.set_rule_digest(digestOf(printRule(*rule)));
    record.set_by(facts.by);
    record.set_place(facts.place);
    record.set_is_branch(facts.isBranch);
    for (const std::vector<Fact>& apply : node.applies) {
      schema::Apply& place = *record.add_applies();
      for (const Fact& fact : apply) writer_.write(fact, *project_.mutable_entries(), *place.add_facts());
    }
    *delta.add_steps() = record;
    *project_.add_steps() = std::move(record);
  }
}

schema::Groups ProjectKeeper::groupsOf(schema::Groups record) {
  record.clear_made();
  for (const SelectionGroup& group : made_groups_)
    *record.add_made() = writer_.write(group, *project_.mutable_entries());
  return record;
}

schema::Project ProjectKeeper::update(const Session::State& state) {
  schema::Project delta;
  int firstEntry = project_.entries_size();
  addSteps(state, delta);
  bool isChanged = delta.steps_size() > 0;
  if (project_.device() != state.options.device) {
    isChanged = true;
    delta.set_device(state.options.device);
    project_.set_device(state.options.device);
  }
  isChanged |= replace<schema::Symbols>(symbolsOf(state, project_.symbols()), project_.symbols(),
                                        project_.mutable_symbols(), [&] { return delta.mutable_symbols(); });
  isChanged |= replace<schema::Rules>(rulesOf(state, project_.rules()), project_.rules(), project_.mutable_rules(),
                                      [&] { return delta.mutable_rules(); });
  isChanged |= replace<schema::History>(historyOf(state, project_.history()), project_.history(),
                                        project_.mutable_history(), [&] { return delta.mutable_history(); });
  isChanged |= replace<schema::Labels>(labelsOf(state, project_.labels()), project_.labels(), project_.mutable_labels(),
                                       [&] { return delta.mutable_labels(); });
  if (!state.bodies->entries().empty())
    isChanged |= replace<schema::Bodies>(bodiesOf(state, project_.bodies()), project_.bodies(),
                                         project_.mutable_bodies(), [&] { return delta.mutable_bodies(); });
  replace<schema::Walk>(walkOf(state, project_.walk()), project_.walk(), project_.mutable_walk(),
                        [&] { return delta.mutable_walk(); });
  if (project_.current() != state.current || !project_.has_current()) {
    delta.set_current(state.current);
    project_.set_current(state.current);
  }
  replace<schema::Price>(recordOf(state.steps[0].price), project_.loaded_price(), project_.mutable_loaded_price(),
                         [&] { return delta.mutable_loaded_price(); });
  replace<schema::Price>(recordOf(state.steps[state.current].price), project_.current_price(),
                         project_.mutable_current_price(), [&] { return delta.mutable_current_price(); });
  replace<schema::View>(viewRecordOf(view_, project_.view()), project_.view(), project_.mutable_view(),
                        [&] { return delta.mutable_view(); });
  isChanged |= replace<schema::Groups>(groupsOf(project_.groups()), project_.groups(), project_.mutable_groups(),
                                       [&] { return delta.mutable_groups(); });
  for (int entry = firstEntry; entry < project_.entries_size(); ++entry) *delta.add_entries() = project_.entries(entry);
  if (isChanged && hasWork()) is_modified_ = true;
  return delta;
}

const schema::Project& ProjectKeeper::keptOf(const Session::State& body) {
  update(body);
  return project_;
}

bool ProjectKeeper::hasWork() const {
  return project_.bodies().bodies_size() > 0 || !path_.empty() || project_.steps_size() > 0 ||
         project_.labels().labels_size() > 0 || project_.groups().made_size() > 0;
}

void ProjectKeeper::record(const schema::Project& delta) {
  bool isAppended = !journal_->isEmpty() && journal_->size() < 2 * snapshot_size_ + kMostGrowth;
  if (isAppended) return journal_->append(delta.SerializeAsString());
  schema::Project whole = project_;
  whole.set_project_path(path_.string());
  whole.set_project_digest(file_digest_);
  journal_->replace(whole.SerializeAsString());
  snapshot_size_ = journal_->size();
}

void ProjectKeeper::changed(const Session::State& state) noexcept {
  try {
    schema::Project delta = update(state);
    if (!journal_ || delta.ByteSizeLong() == 0 || !is_modified_) return;
    if (journal_->isEmpty()) setReference(state);
    record(delta);
    journal_problem_.clear();
  } catch (const std::exception& error) {
    journal_problem_ = error.what();
  }
}

void ProjectKeeper::save(const Session::State& state, const std::filesystem::path& path) {
  bool isElsewhere = path != path_;
  if (!isElsewhere && is_read_only_)
    throw UsageError(fmt::format("{} is open in another window; save the project under another name", path.string()));
  std::unique_ptr<Journal> journal;
  if (isElsewhere && journal_) {
    journal = Journal::take(Journal::pathFor(journal_->path().parent_path(), path));
    if (!journal) throw UsageError(fmt::format("{} is open in another window; choose another name", path.string()));
  }
  std::filesystem::path before = std::exchange(path_, path);
  try {
    update(state);
    setReference(state);
    file_digest_ = writeProjectFile(project_, path);
  } catch (...) {
    path_ = before;
    throw;
  }
  is_modified_ = false;
  is_read_only_ = false;
  if (journal_) journal_->clear();
  if (!journal) return;
  journal->clear();
  setJournal(std::move(journal));
}

void ProjectKeeper::close(bool keepsWork) {
  if (journal_ && !keepsWork) journal_->clear();
  journal_.reset();
}

ProjectFacts ProjectKeeper::facts() const { return {path_, is_modified_, is_read_only_, journal_problem_}; }

}  // namespace tasoscope
