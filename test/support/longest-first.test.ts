/** The order of the test files: a file that lasts minutes and comes last keeps one processor waiting. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LongestFirst } from './longest-first.ts';
import seconds from './seconds.json' with { type: 'json' };

const root = path.join(import.meta.dirname, '../..');
const known = Object.entries(seconds);

/** A file of a project, as the sequencer reads it. */
const fileOf = (file: string, project: string) => {
  const config = { sequence: { groupOrder: 0 }, isolate: project === 'sources' };
  return { moduleId: path.join(root, file), project: { name: project, config } } as TestSpecification;
};

it('starts the files that last longest first, whatever their project', async () => {
  const cache = { getFileTestResults: () => undefined, getFileStats: () => undefined };
  const sequencer = new LongestFirst({ config: { root }, cache } as unknown as Vitest);
  const projects = ['sources', 'shared', 'binary'];
  const files = known.map(([file], at) => fileOf(file, projects[at % projects.length] ?? ''));
  const short = [fileOf('test/a.test.ts', 'binary'), fileOf('test/b.test.ts', 'sources')];
  const sorted = await sequencer.sort([...short, ...files.toReversed()]);
  const times: Record<string, number> = seconds;
  const lasting = sorted.map(({ moduleId }) => times[path.relative(root, moduleId)] ?? 0);
  expect(lasting).toEqual(lasting.toSorted((one, other) => other - one));
  expect(lasting[0]).toBe(Math.max(...known.map(([, time]) => time)));
});

it('knows the time of files that exist', () => {
  expect(known.map(([file]) => file).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
