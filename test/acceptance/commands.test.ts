import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommandDescription } from '../../src/cli/docs/describe.ts';
import { commandNames } from '../../src/cli/model/catalogue/catalogue.ts';
import { commonFlags } from '../../src/cli/model/flags/common-flags.ts';
import { kebab } from '../../src/cli/model/values.ts';
import { needs } from '../support/programs.ts';
import { anId, plainLine } from './example-lines.ts';
import { type Answer, bin, run } from './harness.ts';
import { runInProcess } from './in-process.ts';
import { exampleLines, good, listCommands, makeWorld, quick, speakingLine, type World } from './walk.ts';

const { listed, commands } = await listCommands();
const each = (list: readonly CommandDescription[]) => list.map((one) => [one.name, one] as const);
const named = (list: readonly CommandDescription[]) => list.map(({ name }) => name);

/** These keep running or download: commands-lasting.long.test.ts and test/package run them with the real binary. */
const lasting = new Set(
  ['serve', 'quickstart', 'service start', 'watch', 'webhook listen', 'mcp'].concat(
    ['ffmpeg', 'speech', 'text', 'speakers', 'meaning', 'pictures', 'language'].map(
      (name) => `setup ${name}`,
    ),
  ),
);
const ending = commands.filter(({ name }) => !lasting.has(name));
const speaking = commands.filter((one) => one.speaks_to_service);
const silent = commands.filter((one) => !one.speaks_to_service);
/** Commands that send one request and print its response. */
const plain = speaking.filter(({ name, operation }) => operation || name === 'api' || name === 'wait');
/** Commands that need ffmpeg to succeed. */
const proving = ({ name }: CommandDescription) =>
  ['quickstart', 'doctor'].includes(name) ? needs('ffmpeg') : it;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(() => {
  world.service.arrived.length = 0;
});
afterAll(() => world.close());

const vau = (line: readonly string[], limit?: number) =>
  runInProcess(line, world.environment, limit === undefined ? {} : { limit });
const errorIn = (text: string) => JSON.parse(text.slice(text.indexOf('{')));

describe('vau commands', () => {
  it('lists every command with its details, as JSON only', () => {
    expect(listed).toMatchObject({ status: 0, stderr: '' });
    expect(commands.map(({ name }) => name)).toEqual(commandNames);
    expect(commands.filter(({ documented }) => documented)).toHaveLength(13);
    expect(commands.find(({ name }) => name === 'share create')).toMatchObject({
      noun: 'share',
      verb: 'create',
      operation: 'share.create',
      method: 'POST',
      path: '/share',
      arguments: [{ name: 'file-id', type: 'text', required: true, field: 'file_id' }],
      flags: expect.arrayContaining([
        expect.objectContaining({ name: '--visibility', enum: ['public', 'private'], default: 'public' }),
        expect.objectContaining({ name: '--wait', type: 'switch' }),
      ]),
      exit_statuses: expect.arrayContaining([
        expect.objectContaining({ status: 6 }),
        expect.objectContaining({ status: 10 }),
      ]),
    });
  });

  it('is a table for people', async () => {
    const { stdout } = await vau(['commands']);
    expect(stdout).toMatch(/^share create +Share a file or a segment of it +file-id$/m);
  });

  it('is at most 24,000 bytes in brief, with every name, argument and flag', async () => {
    const { stdout } = await vau(['commands', '-o', 'json']);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(24_000);
    const brief = JSON.parse(stdout) as Record<string, string | undefined>[];
    expect(
      brief.map(({ arguments: words = '', flags = '', ...rest }) => ({ words, flags, ...rest })),
    ).toEqual(
      commands.map(({ name, summary, arguments: words, flags }) => ({
        name,
        summary,
        words: words.map(({ name, required }) => (required ? name : `[${name}]`)).join(' '),
        flags: flags.map((flag) => flag.name.slice(2)).join(' '),
      })),
    );
  });

  it('has everything of one command, or of those of a noun', async () => {
    const one = JSON.parse((await vau(['commands', 'share', 'create', '-o', 'json'])).stdout);
    expect(one).toEqual(commands.filter(({ name }) => name === 'share create'));
    const noun = JSON.parse((await vau(['commands', 'share', '-o', 'json'])).stdout);
    expect(noun).toEqual(commands.filter(({ name }) => name.startsWith('share ')));
    const wrong = await vau(['commands', 'share', 'creat']);
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr).toContain('Next: vau commands share create');
  });
});

describe('vau schema', () => {
  it.each(each(commands))('%s has input, exit statuses and examples', async (name, { operation }) => {
    const { status, stdout } = await vau(['schema', ...name.split(' ')]);
    expect(status).toBe(0);
    const schema = JSON.parse(stdout);
    expect(schema).toMatchObject({ command: name, input: { type: 'object' } });
    expect('output' in schema).toBe(operation !== undefined);
    expect(schema.exit_statuses.length).toBeGreaterThan(2);
    expect(schema.examples.length).toBeGreaterThan(0);
  });

  it('matches the contract', async () => {
    const { input, output } = JSON.parse((await vau(['schema', 'share', 'create'])).stdout);
    expect(input.properties.body.properties.visibility).toMatchObject({ enum: ['public', 'private'] });
    expect(input.properties.body.required).toEqual(['file_id']);
    expect(JSON.stringify(output)).toContain('stream_url');
  });

  it('writes fields out to a depth, and everything with --full', async () => {
    const body = async (...more: string[]) =>
      JSON.parse((await vau(['schema', 'search', 'run', ...more])).stdout).input.properties.body.properties;
    expect((await body()).source_image).toEqual({
      type: 'object',
      $comment: 'fields: url, base64_image, base64, file_id, time',
    });
    expect(Object.keys((await body('--depth', '3')).source_image.properties)).toContain('base64_image');
    expect(JSON.stringify(await body('--full'))).toContain('#/$defs/');
    const ended = await vau(['schema', 'search', 'run', '--depth', '9']);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('--depth 9 is not from 1 to 5');
  });

  it('suggests a similar command', async () => {
    const ended = await vau(['schema', 'share', 'creat']);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('Did you mean share create?');
    expect((await vau(['schema', 'shar'])).stderr).toContain('Did you mean share?');
  });
});

describe('every command', () => {
  it.each(each(commands))('%s: --help fits 80 columns and has an example', async (name) => {
    const { status, stdout, stderr } = await vau([...name.split(' '), '--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).toMatch(/Examples:\n {2}# .+\n {2}vau /);
  });

  // What the API leaves open is sent: see open-values.test.ts.
  it.each(each(commands))('%s: an invalid value exits 2 and lists the allowed ones', async (_, command) => {
    const flags = [
      ...command.flags.filter(({ open }) => !open),
      ...Object.entries(commonFlags).map(([name, value]) => ({
        name: `--${kebab(name)}`,
        enum: 'choices' in value ? value.choices : undefined,
      })),
    ];
    const lines = [
      ...flags.map((flag) => ({
        enum: flag.enum,
        line: [...plainLine(command), flag.name, 'no-such-value'],
      })),
      ...command.arguments.map((argument) => ({
        enum: argument.enum,
        line: plainLine(command, argument.name),
      })),
    ];
    for (const { enum: allowed, line } of lines) {
      if (!allowed) continue;
      const ended = await vau(line);
      expect(ended, line.join(' ')).toMatchObject({ status: 2, stdout: '' });
      for (const value of allowed) expect(ended.stderr).toContain(value);
      expect(ended.stderr).toMatch(/^Next: vau /m);
    }
    expect(world.service.arrived).toEqual([]);
  });

  it.each(each(ending))('[CLI-7] %s: never asks without a terminal', async (name, command) => {
    world.always({ json: good });
    // The first run also loads modules, hence the long limit; a question would wait for ever.
    expect((await vau([...name.split(' '), ...quick(name)], 30_000)).status).not.toBeNull();
    world.service.arrived.length = 0;
    const given = await vau([...plainLine(command), ...quick(name)], 30_000);
    expect(given.status).not.toBeNull();
    if (command.method !== 'DELETE') return;
    expect(given.status).toBe(2);
    expect(given.stderr).toContain('--yes');
    expect(world.service.arrived).toEqual([]);
  });

  it.each(each(ending))('[CLI-4] %s: only JSON on standard output', async (name, command) => {
    world.always({ json: good });
    for (const line of exampleLines(command)) {
      const { status, stdout, stderr } = await vau([...line, '-o', 'json']);
      // Success prints one document; failure prints nothing, and a JSON error.
      if (status === 0 || stdout !== '') expect(() => JSON.parse(stdout), line.join(' ')).not.toThrow();
      // An unreadable file is a separate line: others may be readable.
      else if (name !== 'probe') expect(errorIn(stderr)).toMatchObject({ exit_status: status });
      const rows = (await vau([...line, '-o', 'ndjson'])).stdout.split('\n');
      for (const row of rows.filter(Boolean)) expect(() => JSON.parse(row), line.join(' ')).not.toThrow();
    }
  });
});

describe('commands that send requests', () => {
  it('are all except these', () => {
    expect(named(silent)).toEqual([
      'probe',
      'commands',
      'schema',
      'serve',
      'worker',
      ...[
        'start',
        'stop',
        'status',
        'logs',
        'doctor',
        'config',
        'account',
        'billing',
        'token',
        'backup',
        'restore',
        'repair',
        'reset',
      ].map((verb) => `service ${verb}`),
      'store move',
      'mcp',
      'agent setup',
      'completion',
      'setup show',
      ...['ffmpeg', 'speech', 'text', 'speakers', 'meaning', 'pictures', 'language'].map(
        (name) => `setup ${name}`,
      ),
      'auth logout',
      'auth token',
      ...['list', 'get', 'set', 'unset', 'path', 'explain'].map((verb) => `config ${verb}`),
    ]);
  });

  it.each(each(silent.filter(({ name }) => !lasting.has(name))))('%s sends nothing', async (_, command) => {
    for (const line of exampleLines(command)) await vau([...line, '--base-url', world.service.url]);
    expect(world.service.arrived).toEqual([]);
  });
});

describe('every command that sends requests', () => {
  const json = (command: CommandDescription) => [...speakingLine(command), '-o', 'json'];

  it.each(each(plain))('[CLI-4] %s: JSON is the unchanged response', async (_, command) => {
    world.always({ json: good });
    const { status, stdout } = await vau(json(command));
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(good);
  });

  const faults: [status: number, exit: number, code: string][] = [
    [404, 5, 'not_found'],
    [401, 3, 'sign_in'],
    [500, 8, 'service'],
  ];
  describe.each(faults)('a %i exits %i', (status, exit, code) => {
    for (const command of speaking)
      proving(command)(`${command.name}, and says so as JSON`, async () => {
        world.always({ status, json: { error: 'said by the service' } });
        const ended = await vau(json(command));
        expect(ended.status).toBe(exit);
        if (command.name !== 'doctor') expect(ended.stdout).toBe('');
        expect(command.exit_statuses.map((one) => one.status)).toContain(exit);
        expect(world.service.arrived.length).toBeGreaterThan(0);
        const message = expect.stringContaining('said by the service');
        // Every error names a command of vau, and no HTTP method but in what the user typed.
        if (command.name !== 'doctor') {
          expect(errorIn(ended.stderr).next).toMatch(/^vau /);
          if (command.name !== 'api') expect(ended.stderr).not.toMatch(/\b(GET|POST|PUT|PATCH|DELETE) /);
        }
        // The failure is part of the doctor's result.
        if (command.name === 'doctor')
          expect(JSON.parse(ended.stdout).checks).toContainEqual(
            expect.objectContaining({ state: 'failed', exit_status: exit, message }),
          );
        else expect(errorIn(ended.stderr)).toMatchObject({ code, status, exit_status: exit, message });
      });
  });

  // One would keep listening: see commands-lasting.long.test.ts. The other has several results: see watch.test.ts.
  // A clip needs a file that is found: clip.test.ts.
  for (const command of speaking.filter(({ name }) => !['watch', 'webhook listen', 'clip'].includes(name)))
    proving(command)(`${command.name}: a 429 with Retry-After is waited for`, async () => {
      world.busyFirst();
      const ended = await vau(json(command));
      expect(ended.status, ended.stderr).toBe(0);
      expect(() => JSON.parse(ended.stdout)).not.toThrow();
      expect(ended.stderr).toContain('slow down');
      expect(world.service.arrived.length).toBeGreaterThan(1);
    });
});

describe('the binary behaves like the same code in this process', () => {
  const sample: [line: string[], answer: Answer, exit: number][] = [
    [['file', 'get', anId, '-o', 'json'], { status: 404, json: { error: 'gone' } }, 5],
    [['share', 'create', anId, '-o', 'json'], { status: 401, json: { error: 'no' } }, 3],
    [['chat', 'list', '-o', 'json'], { status: 500, json: { error: 'broken' } }, 8],
    [['tag', 'list', '-o', 'json'], { json: good }, 0],
    [['tag', 'delete', anId], { json: good }, 2],
    [['auth', 'login'], { json: good }, 2],
    [['share', 'create', anId, '--visibility', 'secret'], { json: good }, 2],
  ];

  it.each(sample)('%j', async (line, answer, exit) => {
    world.always(answer);
    const env = { ...world.environment };
    if (line[0] === 'auth') Object.assign(env, { VAU_BASE_URL: '', VAU_CONFIG_DIR: `${world.folder}/none` });
    const [real, same] = await Promise.all([run(world.folder, line, { env }), runInProcess(line, env)]);
    expect(real.status).toBe(exit);
    expect(real).toEqual(same);
  });

  it('is the launcher that people run', () => {
    expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});
