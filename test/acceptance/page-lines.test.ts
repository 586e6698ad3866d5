/**
 * Every command line in README.md, CONTRIBUTING.md and docs/, in blocks and between backticks, is read by the command line
 * itself, with values in place of placeholders: a command, a flag or a value that is not there fails here. examples.test.ts
 * runs those in blocks.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/line/program.ts';
import { commandNames, nounOf } from '../../src/cli/model/catalogue/catalogue.ts';
import { readInput } from '../../src/cli/run/input.ts';
import { blockLines, inlineLines, type Line, pages, root, shellWords } from '../support/pages.ts';
import { anId } from './example-lines.ts';
import { temporary } from './harness.ts';
import { plainIo, runInProcess } from './in-process.ts';

const home = temporary();
afterAll(() => home.remove());
const criterion = path.join(home.folder, 'criterion.yaml');
writeFileSync(criterion, 'name: promise\ninstructions: Find promises.\n');

/** What stands for something in a line, and an instance of it. */
const instances: readonly [pattern: RegExp, instance: string][] = [
  [/^vau (schema )?COMMAND\b/, 'vau $1tag create'],
  [/^vau setup NAME\b/, 'vau setup speech'],
  [/^vau config explain KEY\b/, 'vau config explain base_url'],
  // The verbs that these nouns stand for.
  [/^vau setup (?=-)/, 'vau setup show '],
  [/^vau chat (?=-)/, 'vau chat ask '],
  // Criteria are read from their file.
  [/ --file \S+/g, ` --file ${criterion}`],
  [/\[([A-Z]+)\]/g, '$1'],
  [/\b([A-Z]+)\.\.\./g, '$1'],
  [/ ([a-z]+)(?:\|[a-z]+)+\b/g, ' $1'],
  [/ N\b/g, ' 5'],
  [/ KIND\b/g, ' file'],
  [/\b(?:[A-Z]+_)?ID\b/g, anId],
];
const filled = (line: string) =>
  instances.reduce((text, [pattern, instance]) => text.replace(pattern, instance), line);

const all = [
  ...new Map(
    pages.flatMap((page) => [...blockLines(page), ...inlineLines(page)]).map((one) => [one.line, one]),
  ).values(),
];
const startingWith = (program: string) => all.filter(({ line }) => line.startsWith(`${program} `));

/** Reads a line as the command line does, up to the values. @throws what the command line would refuse it with */
async function read({ line }: Line): Promise<void> {
  const words = shellWords(filled(line)).slice(1);
  const names: readonly string[] = commandNames;
  const [noun = ''] = words;
  // Help, a topic, or a noun alone.
  if (noun === 'help' || words.includes('--help') || (words.length === 1 && !names.includes(noun))) {
    const ended = await runInProcess(noun === 'help' ? words : [...new Set([...words, '--help'])], {});
    if (ended.status !== 0) throw new Error(ended.stderr);
    return;
  }
  expect(commandNames.map(nounOf), 'commands').toContain(noun);
  const io = plainIo({}, new PassThrough());
  let command: string | undefined;
  const program = await buildProgram(words, io, async (found, typed) => {
    command = found.name;
    await readInput(found, typed, io);
  });
  await program.parseAsync([...words], { from: 'user' });
  expect(command, 'what would run').toBeDefined();
}

describe('vau', () => {
  it.each(startingWith('vau'))('$page: $line', read);
});

it('scripts of npm, test folders and scripts that pages name are there', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const wrong = [...startingWith('npm'), ...startingWith('npx'), ...startingWith('node')].filter(
    ({ line }) => {
      const [program, verb = '', name = ''] = shellWords(line);
      if (program === 'node') return !existsSync(path.join(root, verb));
      if (program === 'npx')
        return verb !== 'vitest' || !existsSync(path.join(root, shellWords(line)[3] ?? ''));
      if (verb === 'run') return !(name in scripts);
      return !['ci', 'pack', 'test', 'install', 'config'].includes(verb);
    },
  );
  expect(wrong).toEqual([]);
  expect(startingWith('vau').length).toBeGreaterThan(200);
});
