/** A name that nobody has: every command that takes one says so, what there is, and the next command. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommandDescription, ValueDescription } from '../../src/cli/docs/describe.ts';
import { kindOfField } from '../../src/contract/values/names.ts';
import { anId, requestLine } from './example-lines.ts';
import { type Answer, type Arrived, choosing, run } from './harness.ts';
import { runSimilar } from './in-process.ts';
import { good, listCommands, makeWorld, type World } from './walk.ts';

const { commands } = await listCommands();

/** What a command takes by name: its place in the line, and the kind. */
interface Case {
  readonly name: string;
  readonly kind: string;
  readonly line: readonly string[];
}

const kindOf = ({ name, field }: ValueDescription) =>
  kindOfField(field ?? name.replace(/^--/, '').replaceAll('-', '_'))?.kind;

const cases = commands
  .filter(({ speaks_to_service: speaks, name }) => speaks && name !== 'share list' && name !== 'wait')
  .flatMap((command) => [...inArguments(command), ...inFlags(command)]);

/** Without what is not about names: a file to save, an estimate. */
function lineOf(command: CommandDescription): string[] {
  const words = requestLine(command);
  return words.includes('--estimate') ? words.filter((word) => word !== '--estimate') : words;
}

function inArguments(command: CommandDescription): Case[] {
  const line = lineOf(command);
  const first = command.name.split(' ').length;
  return command.arguments.flatMap((argument, index) => {
    const kind = kindOf(argument);
    const given = line[first + index];
    if (kind === undefined || given === undefined || given.startsWith('-')) return [];
    return [{ name: `${command.name} <${argument.name}>`, kind, line: line.with(first + index, 'nope') }];
  });
}

function inFlags(command: CommandDescription): Case[] {
  const line = lineOf(command);
  return command.flags.flatMap((flag) => {
    const kind = flag.placeholder === 'ID' ? kindOf(flag) : undefined;
    if (kind === undefined) return [];
    const at = line.indexOf(flag.name);
    // One place to look in is enough: deep-search takes --collection or --file.
    const rest = line.filter((word, index) => word !== '--collection' && line[index - 1] !== '--collection');
    const words = at < 0 ? [...rest, flag.name, 'nope'] : line.with(at + 1, 'nope');
    return [{ name: `${command.name} ${flag.name}`, kind, line: words }];
  });
}

/** One collection, no file, webhook or tag; of what is named nope nothing is there. */
function script({ path, method, body }: Arrived): Answer {
  if (path.includes('/nope') || JSON.stringify(body ?? '').includes('"nope"'))
    return { status: 404, json: { error: 'not here' } };
  if (method === 'GET' && path.endsWith('/collections'))
    return {
      json: { object: 'list', data: [{ id: anId, name: 'A nope' }], total: 1, limit: 100, offset: 0 },
    };
  if (method === 'GET' && /\/(files|webhooks|tags)$/.test(path))
    return { json: { object: 'list', data: [], total: 0, limit: 100, offset: 0 } };
  return { json: good };
}

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  world.service.script = script;
});
beforeEach(() => {
  world.service.arrived.length = 0;
});
afterAll(() => world.close());

const vau = (line: readonly string[]) => runSimilar(world.folder, line, { env: world.environment });

describe('[CLI-9] [ERR-6] a name that nobody has', () => {
  it('is taken by many commands', () => {
    expect(cases.length).toBeGreaterThan(40);
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(['collection', 'file', 'webhook', 'tag']));
  });

  it.each(cases.map((one): [string, Case] => [one.name, one]))(
    '%s: exit 5, what there is, the next command',
    async (_, { kind, line }) => {
      const ended = await vau([...line, '-o', 'json']);
      expect([ended.status, ended.stdout], ended.stderr).toEqual([5, '']);
      const error = JSON.parse(ended.stderr.trim().split('\n').at(-1) ?? '');
      expect(error).toMatchObject({
        code: 'not_found',
        message: expect.stringContaining(`There is no ${kind} "nope"`),
        hint: kind === 'collection' ? 'Did you mean "A nope"?' : `There is no ${kind} at all yet.`,
        next: kind === 'collection' ? 'vau collection list' : expect.stringMatching(/^vau \w+ \w+ --help$/),
      });
      expect(changes(), 'nothing was changed').toEqual([]);
    },
  );
});

describe('[CLI-9] the real binary', () => {
  const binary = (line: readonly string[], env: Record<string, string> = {}, stdin = '') =>
    run(world.folder, line, { env: { ...world.environment, ...env }, stdin });

  it('says what was meant, also with --dry-run', async () => {
    const expected =
      'Error: There is no collection "nope"\nDid you mean "A nope"?\nNext: vau collection list\n';
    for (const more of [[], ['--dry-run']]) {
      const ended = await binary(['search', 'run', 'boats', '--collection', 'nope', ...more]);
      expect(ended).toEqual({ status: 5, stdout: '', stderr: expected });
    }
  });

  it('says it of a row, and does the other rows', async () => {
    const rows = `collection_id,file_id\n${anId},nope\n${anId},${anId}\n`;
    const ended = await binary(['media', 'add', '--from', '-', '-o', 'ndjson'], {}, rows);
    const results = ended.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(results.map(({ ok, error }) => [ok, error?.message, error?.exit_status])).toEqual(
      expect.arrayContaining([
        [false, 'There is no file "nope"', 5],
        [true, undefined, undefined],
      ]),
    );
  });

  it('speaks of the service when none can be reached', async () => {
    const ended = await binary(
      ['chat', 'ask', 'q', '--collection', 'nope'],
      choosing({ url: 'http://127.0.0.1:9/v1' }),
    );
    expect([ended.status, ended.stdout]).toEqual([9, '']);
    expect(ended.stderr).toContain('127.0.0.1:9: connection refused');
    expect(ended.stderr).not.toContain('UUID');
  });
});

/** Requests that may have changed something: not those that were refused because of the name. */
const changes = () =>
  world.service.arrived
    .filter(({ method, path, body }) => method !== 'GET' && !JSON.stringify([path, body]).includes('nope'))
    .map(({ method, path }) => `${method} ${path}`);
