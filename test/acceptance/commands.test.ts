import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandNames } from '../../src/cli/catalogue.ts';
import { commonFlags } from '../../src/cli/common-flags.ts';
import type { CommandDescription } from '../../src/cli/docs/describe.ts';
import { kebab } from '../../src/cli/model.ts';
import { anId, plainLine, requestLine, wordsOf } from './example-lines.ts';
import { type Answer, bin, choosing, run, type Scripted, scripted, temporary } from './harness.ts';
import { runInProcess } from './in-process.ts';

const home = temporary();
const listed = await run(home.folder, ['commands', '-o', 'json']);
const commands = JSON.parse(listed.stdout) as CommandDescription[];
const each = (list: readonly CommandDescription[]) => list.map((one) => [one.name, one] as const);

/** They go on until they are stopped, or fetch things. */
const lasting = new Set(['serve', 'quickstart', 'service start', 'setup ffmpeg', 'webhook listen']);
/** What sends one request: all with an operation, and those that send what they are told. */
const remote = commands.filter(({ name, operation }) => operation || name === 'api' || name === 'wait');
const local = commands.filter((one) => !remote.includes(one) && !lasting.has(one.name));

let service: Scripted;
let environment: Record<string, string>;
const before = process.cwd();
beforeAll(async () => {
  service = await scripted();
  process.chdir(home.folder);
  const criterion = { name: 'promise', instructions: 'Find promises.' };
  // A shell would put the files of the folder in place of the star.
  mkdirSync(path.join(home.folder, 'media'));
  for (const name of ['talk.mp4', 'media/*']) writeFileSync(path.join(home.folder, name), silence());
  for (const name of ['talk.srt', 'body.json', 'headers.txt', 'secret.txt', 'rubric.md'])
    writeFileSync(path.join(home.folder, name), 'x');
  writeFileSync(path.join(home.folder, 'criterion.json'), JSON.stringify(criterion));
  writeFileSync(path.join(home.folder, 'criterion.yaml'), JSON.stringify(criterion));
  environment = {
    ...choosing(service),
    PATH: process.env.PATH ?? '',
    HOME: home.folder,
    VAU_CONFIG_DIR: path.join(home.folder, 'config'),
    VAU_DATA_DIR: path.join(home.folder, 'data'),
  };
});
beforeEach(() => {
  service.arrived.length = 0;
});
afterAll(async () => {
  process.chdir(before);
  await service.close();
  home.remove();
});

/** A tenth of a second of nothing, as a WAV file of 8 kHz and 8 bits. */
function silence(): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + 800, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(800, 40);
  return Buffer.concat([head, Buffer.alloc(800, 128)]);
}

const vau = (line: readonly string[], limit?: number) => runInProcess(line, environment, limit);
const always = (answer: Answer) => {
  service.script = () => answer;
};
const quick = (name: string) => (name === 'wait' ? ['--interval', '0.01'] : []);
/** An answer that every command can show. */
const good = { id: anId, object: 'list', data: [], total: 0, limit: 50, offset: 0, status: 'completed' };

describe('vau commands', () => {
  it('lists every command with all about it, as JSON alone', () => {
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
    expect(stdout).toMatch(/^share create +Share a file or a segment of it +share\.create$/m);
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

  it('says what the contract says', async () => {
    const { input, output } = JSON.parse((await vau(['schema', 'share', 'create'])).stdout);
    expect(input.properties.body.properties.visibility).toMatchObject({ enum: ['public', 'private'] });
    expect(input.properties.body.required).toEqual(['file_id']);
    expect(JSON.stringify(output)).toContain('stream_url');
  });

  it('suggests the command that was meant', async () => {
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

  it.each(each(commands))('%s: a wrong value exits 2 and names those allowed', async (_, command) => {
    const flags = [
      ...command.flags,
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
    }
    expect(service.arrived).toEqual([]);
  });

  it.each(each(commands.filter(({ name }) => !lasting.has(name))))(
    '[CLI-7] %s: asks nothing without a terminal',
    async (name, command) => {
      always({ json: good });
      const bare = await vau([...name.split(' '), ...quick(name)], 2000);
      expect(bare.status).not.toBeNull();
      const plain = await vau([...plainLine(command), ...quick(name)], 2000);
      expect(plain.status).not.toBeNull();
      if (!command.flags.some((flag) => flag.name === '--yes') || !command.operation) return;
      expect(plain.status).toBe(2);
      expect(plain.stderr).toContain('--yes');
      expect(service.arrived).toEqual([]);
    },
  );
});

describe('every command that sends a request', () => {
  const json = (command: CommandDescription) => [
    // One thing is waited for: of several, each has an outcome of its own.
    ...requestLine(command).slice(0, command.name === 'wait' ? 3 : undefined),
    ...quick(command.name),
    '--output=json',
  ];

  it.each(each(remote))('[CLI-4] %s: JSON is alone on standard output', async (_, command) => {
    always({ json: good });
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
    it.each(each(remote))('%s, with nothing on standard output', async (name, command) => {
      always({ status, json: { error: 'said by the service' } });
      const ended = await vau(json(command));
      expect(ended, name).toMatchObject({ status: exit, stdout: '' });
      const told = JSON.parse(ended.stderr.slice(ended.stderr.indexOf('{')));
      expect(told).toMatchObject({ code, status, exit_status: exit, message: 'said by the service' });
      expect(command.exit_statuses.map((one) => one.status)).toContain(exit);
    });
  });

  it.each(each(remote))('%s: a 429 with Retry-After is waited for', async (_, command) => {
    service.script = (_, count) =>
      count === 1
        ? { status: 429, headers: { 'retry-after': '0.02' }, json: { error: 'slow down' } }
        : { json: good };
    const ended = await vau(json(command));
    expect(ended.status).toBe(0);
    expect(ended.stderr).toContain('slow down');
    expect(service.arrived.length).toBeGreaterThan(1);
  });
});

describe('every other command', () => {
  it.each(each(local))('[CLI-4] %s: JSON is alone on standard output', async (_, command) => {
    always({ json: good });
    for (const { line } of command.examples) {
      if (/ -( |$)/.test(line)) continue;
      const words = wordsOf(line).map((word) => (word === '-o' || word === 'json' ? '' : word));
      const ended = await vau([...words.filter(Boolean), '-o', 'json', '--base-url', service.url]);
      expect(ended.status).not.toBeNull();
      if (ended.stdout !== '') expect(() => JSON.parse(ended.stdout)).not.toThrow();
      // A file that cannot be read is a line of its own: others may be read.
      if (ended.stdout === '' && ended.status !== 0 && command.name !== 'probe')
        expect(JSON.parse(ended.stderr.slice(ended.stderr.indexOf('{')))).toMatchObject({
          exit_status: ended.status,
        });
    }
  });
});

describe('the binary does as the same code in this process', () => {
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
    always(answer);
    const env = { ...environment };
    if (line[0] === 'auth') env.VAU_BASE_URL = '';
    const [real, same] = await Promise.all([run(home.folder, line, { env }), runInProcess(line, env)]);
    expect(real.status).toBe(exit);
    expect(real).toEqual(same);
  });

  it('is the launcher that people run', () => {
    expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});
