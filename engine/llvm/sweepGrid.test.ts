import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sweepGrid } from './sweepGrid';

type Launch = Parameters<typeof sweepGrid>[0];

const words = (launch: Launch, teams: readonly number[] = [], threads: readonly number[] = []): string =>
  sweepGrid(launch, teams, threads)
    .map(({ teams, threads }) => `${String(teams)}x${String(threads)}`)
    .join(' ');

test('what is tried is about the recorded configuration, within the limits of the program, without the recorded one', () => {
  const limits = { teamsLimits: { least: '1', most: '4' }, threadsLimits: { least: '1', most: '128' } };
  assert.equal(words({ teams: '4', threads: '64', ...limits }), '1x32 1x64 1x128 2x32 2x64 2x128 4x32 4x128');
  // A number of threads that is no power of two is tried with other teams.
  assert.equal(words({ teams: '2', threads: '48', threadsLimits: { least: '33', most: '64' } }), '1x48 1x64 2x64 4x48 4x64 8x48 8x64');
});

test('what a program leaves open is tried from few to many', () => {
  assert.equal(sweepGrid({ teams: '0', threads: '0' }, [], []).length, 30);
  assert.equal(words({ teams: '0', threads: '0', threadsLimits: { least: '1', most: '32' } }), '16x32 64x32 256x32 1024x32 4096x32');
  assert.equal(words({}), words({ teams: '0', threads: '0' }));
});

test('limits without a power of two between them are tried themselves', () => {
  assert.equal(words({ teams: '3', threads: '0', threadsLimits: { least: '5', most: '7' } }), '1x5 1x7 2x5 2x7 3x5 3x7 6x5 6x7 12x5 12x7');
  assert.equal(
    words({ teams: '0', threads: '32', teamsLimits: { least: '2', most: '3' }, threadsLimits: { least: '32', most: '32' } }),
    '2x32 3x32',
  );
  // One configuration alone is allowed: nothing is left to try.
  assert.equal(
    words({ teams: '2', threads: '32', teamsLimits: { least: '2', most: '2' }, threadsLimits: { least: '32', most: '32' } }),
    '',
  );
});

test('numbers that are given are tried as they are, once each, and none that the program does not allow', () => {
  assert.equal(words({ teams: '4', threads: '64' }, [8, 2, 8], [96]), '2x96 8x96');
  assert.throws(
    () => sweepGrid({ threads: '64', threadsLimits: { least: '32', most: '128' } }, [], [64, 256]),
    /^Error: 256 threads are outside of the limits of the program: 32 to 128$/,
  );
  assert.throws(() => sweepGrid({ teamsLimits: { least: '1', most: '4' } }, [5], []), /^Error: 5 teams are outside/);
});
