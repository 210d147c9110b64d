/** ireereplay profile att, and the guide for agents. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { PROFILE_JOBS } from '../../protocol/jobs/profile';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();

/** A profile that our writer made: one of its three traces is in the format of AMD's GPUs. */
const everyKind = fixture('profiles/every-kind.ireeprof');

test('lists the traces of AMD GPUs, each with its dispatch', () => {
  const { status, stdout, stderr } = ireereplay('profile', 'att', '--format=jsonl', everyKind);
  assert.equal(status, 0, stderr);
  const [trace, ...more] = stdout
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  assert.equal(more.length, 0);
  const exported = ireereplay('profile', 'export', everyKind).stdout.toString().trimEnd().split('\n');
  const rows = exported.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const recorded = rows.find((row) => row['record_type'] === 'executable_trace' && row['format'] === 'amdgpu_att');
  const dispatch = rows.find((row) => row['record_type'] === 'dispatch_event' && row['event_id'] === trace?.['dispatch_event_id']);
  assert.ok(trace !== undefined && recorded !== undefined && dispatch !== undefined);
  for (const field of ['trace_id', 'dispatch_event_id', 'submission_id', 'command_buffer_id', 'executable_id', 'function_ordinal']) {
    assert.equal(trace[field], recorded[field], field);
  }
  assert.equal(trace['raw_bytes'], recorded['data_length']);
  assert.equal(trace['decoded'], false);
  assert.deepEqual(trace['workgroup_count'], dispatch['workgroup_count']);
  assert.equal(trace['duration_ticks'], Number(dispatch['end_tick']) - Number(dispatch['start_tick']));
  const text = ireereplay('profile', 'att', everyKind).stdout.toString();
  assert.ok(text.startsWith(`ATT trace 1101\n  executable=11 function=0 name=${String(trace['key'])}\n`), text);
});

test('asks for a trace by its own id, by its dispatch, by its function, and says when there is none', () => {
  const listed = (...flags: readonly string[]): number => ireereplay('profile', 'att', '--format=jsonl', ...flags, everyKind).stdout.length;
  const all = listed();
  for (const flag of ['--id=1101', '--id=100', '--filter=*']) assert.equal(listed(flag), all, flag);
  for (const flags of [['--id=1100'], ['--filter=nothing*']]) {
    const { status, stderr } = ireereplay('profile', 'att', ...flags, everyKind);
    assert.equal(status, 1);
    assert.match(stderr, /NOT_FOUND; no AMDGPU ATT trace records matched/);
  }
});

test('extracts traces and the code that ran, and replaces nothing', () => {
  const output = path.join(folder, 'traces');
  const extract = () => ireereplay('profile', 'att', `--output=${output}`, everyKind);
  assert.equal(extract().status, 0);
  assert.deepEqual(readdirSync(output).sort(), ['code-object-111-executable-11.elf', 'trace-1101.att']);
  assert.equal(readFileSync(path.join(output, 'trace-1101.att'), 'utf8'), 'raw trace bytes');
  assert.equal(readFileSync(path.join(output, 'code-object-111-executable-11.elf'), 'latin1'), '\x7fELF and what follows');
  const { status, stderr } = extract();
  assert.equal(status, 1);
  assert.match(stderr, /ALREADY_EXISTS; cannot write .*trace-1101\.att: File exists/);
});

test('says which of the libraries that decode traces are missing, and where they were looked for', () => {
  const listed = ireereplay('profile', 'att', everyKind).stdout.toString();
  const said = (rocm: string): string => {
    const { status, stdout, stderr } = ireereplay('profile', 'att', `--rocm_library_path=${rocm}`, everyKind);
    assert.equal(status, 0);
    assert.equal(stdout.toString(), listed);
    return stderr;
  };
  const rocm = path.join(folder, 'rocm');
  mkdirSync(rocm);
  assert.equal(
    said(rocm),
    `ireereplay: traces are listed, not decoded: ROCm's librocprofiler-sdk.so and libamd_comgr.so are not in ${rocm} (--rocm_library_path)\n`,
  );
  writeFileSync(path.join(rocm, 'librocprofiler-sdk.so'), '');
  assert.match(said(rocm), /: ROCm's libamd_comgr\.so is not in /);
  writeFileSync(path.join(rocm, 'libamd_comgr.so'), '');
  // As IREE has it, a library stands for its folder.
  for (const named of [rocm, path.join(rocm, 'librocprofiler-sdk.so')])
    assert.ok(said(named).endsWith(`built for AMD's GPUs decodes them: att --rocm_library_path=${rocm}\n`), said(named));
});

test('prints a guide for agents that names every question', () => {
  for (const args of [['--agents_md'], ['summary', '--agents_md']]) {
    const { status, stdout } = ireereplay('profile', ...args);
    assert.equal(status, 0);
    for (const { name } of PROFILE_JOBS) assert.ok(stdout.toString().includes(`## ireereplay ${name}\n`), name);
  }
});
