#include "present/functions.h"

#include "present/cells.h"

namespace ireereplay {

void write_called_function(const DecodedRecord& record, SectionWriter& sections) {
  const auto dispatch = load<format::Dispatch>(record.head);
  sections.begin_fields("Function");
  sections.field("name", {text(function_name(record.index(), dispatch.executable_id, dispatch.function_ordinal))});
  const ExecutableEntry* executable = record.index().find_executable(dispatch.executable_id);
  if (executable == nullptr) {
    sections.field("executable",
                   {describe_object(record.index(), dispatch.executable_id), dim(" is not prepared in this capture")});
    return sections.end();
  }
  sections.field("executable", {describe_object(record.index(), dispatch.executable_id),
                                dim(" " + shown_text(executable->format) + ", " + decimal(executable->bytes) +
                                    " bytes, " + decimal(executable->functions.size()) + " functions")});
  sections.field("prepared", {text("by "), record_link(executable->record)});
  if (dispatch.function_ordinal < executable->functions.size()) {
    const ExecutableFunction& function = executable->functions[dispatch.function_ordinal];
    sections.field("ABI",
                   {text(decimal(function.constant_count) + " constants, " + decimal(function.binding_count) +
                         " bindings, workgroup size [" + decimal(function.workgroup_size[0]) + ", " +
                         decimal(function.workgroup_size[1]) + ", " + decimal(function.workgroup_size[2]) + "]")});
  } else if (!executable->functions.empty()) {
    sections.field(
        "ABI", {text("function_ordinal " + decimal(dispatch.function_ordinal) +
                     " is out of range: the executable has " + decimal(executable->functions.size()) + " functions")});
  }
  sections.end();
}

void write_functions(const DecodedRecord& record, SectionWriter& sections) {
  const ExecutableEntry* executable = record.index().find_executable(record.frame.header.related_object_id);
  if (executable == nullptr || executable->functions.empty()) return;
  sections.begin_table("Functions", more_note(executable->functions.size()),
                       {{"#", true}, {"Name"}, {"Workgroup size"}, {"Constants", true}, {"Bindings", true}});
  for (uint64_t i = 0; i < std::min<uint64_t>(executable->functions.size(), kMaxTableRows); ++i) {
    const ExecutableFunction& function = executable->functions[i];
    sections.row({{text(decimal(i))},
                  {text(shown_text(function.name))},
                  {text("[" + decimal(function.workgroup_size[0]) + ", " + decimal(function.workgroup_size[1]) + ", " +
                        decimal(function.workgroup_size[2]) + "]")},
                  {text(decimal(function.constant_count))},
                  {text(decimal(function.binding_count))}});
  }
  sections.end();
}

}  // namespace ireereplay
