/** profile --agents_md: how programs that write programs ask about profiles, as iree-profile's flag of that name prints for its own. */
import { PROFILE_JOBS } from '../../protocol/jobs/profile';
import { sectionOf } from './reference';

const INTRODUCTION = `# Profiles of IREE, with ireereplay

A profile (\`.ireeprof\`) says what devices did while an application or a replay ran. Record one of a capture:

\`\`\`sh
ireereplay run --device=local-task --device_profiling_mode=queue-events,host-execution,memory-events,executable-metadata \\
    --device_profiling_output=run.ireeprof model.ireereplay
\`\`\`

IREE's own tools record one with the same flags.

- Begin with \`profile explain\`: where the time went, with evidence. Then \`profile graph\`: what waited for what, and what each step would save.
- Ask with \`--format=jsonl\`: each line is one JSON object. Its \`type\` says which fields it has; take what you need with jq.
- Ids lead from answer to answer: \`executable_id\` with \`function_ordinal\` to functions, \`command_buffer_id\` with \`command_index\` to commands,
  \`submission_id\` to what was submitted together, \`event_id\` to a single event. \`--id\` asks for one.
- Times are nanoseconds. Those of the host and those of a device's clock are not the same: \`summary\` says whether they can be compared.
- A profile that lost records says so: look at \`dropped_records\` and \`truncated_chunks\` of \`summary\` before you conclude anything.
- One run is one sample. Whether a change made something faster is for \`ireereplay benchmark\` and \`ireereplay substitute\`, which repeat.
- Exit status 0 is an answer, 1 a profile that is damaged or cannot be read, with the reason on stderr, 2 a wrong command line.
`;

/** The guide, in Markdown. */
export const agentsGuide = (): string => [INTRODUCTION, ...PROFILE_JOBS.map(sectionOf)].join('\n');
