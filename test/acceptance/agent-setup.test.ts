/** vau agent setup through the real binary, with a home of its own for each test. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentNames, fileOf, knownAgents } from '../../src/cli/agents/known.ts';
import { targetFor } from '../../src/cli/local/completion-install.ts';
import { bin, run, temporary } from './harness.ts';
import { agent } from './mcp-client.ts';

let home: ReturnType<typeof temporary>;
beforeEach(() => {
  home = temporary();
});
afterEach(() => home.remove());

const at = (...parts: string[]) => path.join(home.folder, ...parts);
const setup = (...words: string[]) => run(home.folder, ['agent', 'setup', ...words]);
const put = (file: string, text: string) => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const zed = () => fileOf('zed', {}, { platform: process.platform, home: home.folder });
const cursor = () => at('.cursor', 'mcp.json');

/** Files as people keep them. */
const kept = {
  'an empty file': '',
  'other servers': '{\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n',
  'comments and tabs': '{\n\t// mine\n\t"theme": "dark", /* keep */\n\t"mcpServers": {},\n}\n',
  'line ends of Windows': '{\r\n    "a": [1,\r\n 2]\r\n}\r\n',
  'a byte order mark': '\uFEFF{"mcpServers":{"a":{}}}',
  'one line': '{"z":1}',
  'four spaces and no line end': '{\n    "a": "\\u00fc",\n    "big": 12345678901234567890\n}',
};

it.each(['', '.', 'h'])('no file in the working folder where HOME is %j', (HOME) => {
  const file = fileOf('cursor', { HOME }, { platform: 'linux', home: '/h' });
  expect(file).toBe('/h/.cursor/mcp.json');
  expect(targetFor('fish', { HOME }, { platform: 'linux', home: '/h' }).file).toMatch(/^\/h\//);
});

it.each(['', 'here'])('no file in the working folder where the folders of XDG are %j', async (folder) => {
  const env = { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const made = async (...line: string[]) => (await run(home.folder, line, { env })).stdout;
  expect(await made('completion', 'install', 'fish')).toContain(at('.config', 'fish', 'completions'));
  expect(await made('completion', 'install', 'bash')).toContain(at('.local', 'share', 'bash-completion'));
  expect(await made('agent', 'setup', 'zed', '--yes')).toContain(
    fileOf('zed', {}, { platform: process.platform, home: home.folder }),
  );
  expect(existsSync(at('here'))).toBe(false);
});

describe('vau agent setup', () => {
  it.each(Object.entries(kept))('keeps every byte of %s, and takes out what it wrote', async (_, text) => {
    put(cursor(), text);
    const first = await setup('cursor', '--yes');
    const copy = /as it was: (.+)/.exec(first.stderr)?.[1];
    expect([first.status, copy && readFileSync(copy, 'utf8')]).toEqual([0, text === '' ? undefined : text]);
    const made = readFileSync(cursor(), 'utf8');
    expect(made).toContain(JSON.stringify(bin));
    // One insertion: what was there begins and ends the file.
    const same = (one: string, other: string) => [...one].findIndex((sign, index) => sign !== other[index]);
    const begins = same(`${text}\0`, made);
    const ends = same(`${[...text].reverse().join('')}\0`, [...made].reverse().join(''));
    expect(begins + ends).toBeGreaterThanOrEqual(text.length);
    expect((await setup('cursor', '--yes')).status).toBe(0);
    expect(readFileSync(cursor(), 'utf8')).toBe(made);
    expect((await setup('cursor', '--remove', '--yes')).status).toBe(0);
    expect(readFileSync(cursor(), 'utf8')).toBe(text === '' ? '{\n  "mcpServers": {}\n}\n' : text);
  });

  it('takes it out of a file that was changed since, and keeps the change', async () => {
    put(cursor(), kept['other servers']);
    await setup('cursor', '--yes');
    writeFileSync(cursor(), readFileSync(cursor(), 'utf8').replace('"x"', '"y"'));
    await setup('cursor', '--remove', '--yes');
    expect(readFileSync(cursor(), 'utf8')).toBe(kept['other servers'].replace('"x"', '"y"'));
  });

  it.each([
    ['{"mcpServers": {', 'is not JSON'],
    ['mcpServers: {}', 'is not JSON'],
    ['{"mcpServers": []}', 'mcpServers is not an object'],
    ['[]', 'is not an object'],
  ])('never overwrites %s', async (text, said) => {
    put(cursor(), text);
    const ended = await setup('cursor', '--yes');
    expect([ended.status, ended.stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(ended.stderr).toContain(cursor());
    expect(readFileSync(cursor(), 'utf8')).toBe(text);
    const status = await setup('--status', '-o', 'json');
    expect(JSON.parse(status.stdout)).toEqual([{ agent: 'cursor', file: cursor(), state: 'not readable' }]);
  });

  it('one file that cannot be read stops all others', async () => {
    put(cursor(), '{"a":1}');
    put(at('.gemini', 'settings.json'), '{');
    expect((await setup('--yes')).status).toBe(1);
    expect(readFileSync(cursor(), 'utf8')).toBe('{"a":1}');
  });

  it('without a terminal and --yes it shows what it would write, and writes nothing', async () => {
    put(cursor(), '{"a":1}');
    const ended = await setup('cursor', '--allow-write', '--root', 'films');
    expect([ended.status, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain('--allow-write');
    expect(ended.stderr).toContain('Add --yes');
    expect(readFileSync(cursor(), 'utf8')).toBe('{"a":1}');
  });

  it('finds those that are here, and names what it knows when there is none', async () => {
    const none = await setup();
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('It knows claude-code')]);
    const known = /It knows claude-code.*\nNext: vau agent setup claude-code\n$/;
    for (const [form, stdout] of [
      ['table', ''],
      ['json', '[]\n'],
    ] as const)
      expect(await setup('--status', '-o', form)).toEqual({
        status: 0,
        stdout,
        stderr: expect.stringMatching(known),
      });
    put(at('.claude.json'), '{}');
    mkdirSync(path.dirname(zed()), { recursive: true });
    const status = await setup('--status', '-o', 'json');
    expect(
      JSON.parse(status.stdout).map(({ agent, state }: Record<string, string>) => [agent, state]),
    ).toEqual([
      ['claude-code', 'not set up'],
      ['zed', 'not set up'],
    ]);
    await setup('--yes');
    const otherwise = await setup('--status', '--allow-write', '-o', 'json');
    expect(JSON.parse(otherwise.stdout)[0]).toMatchObject({ state: 'set up otherwise' });
  });

  it('keeps links and rights', async () => {
    put(at('dotfiles', 'mcp.json'), '{}');
    mkdirSync(path.dirname(cursor()));
    symlinkSync(at('dotfiles', 'mcp.json'), cursor());
    await setup('cursor', '--yes');
    expect(lstatSync(cursor()).isSymbolicLink()).toBe(true);
    expect(readFileSync(at('dotfiles', 'mcp.json'), 'utf8')).toContain('"vau"');
    await setup('zed', '--yes');
    expect(statSync(zed()).mode & 0o777).toBe(0o600);
  });

  it('what it writes starts the server', async () => {
    await setup('claude-code', '--yes', '--root', '/tmp');
    const { vau } = JSON.parse(readFileSync(at('.claude.json'), 'utf8')).mcpServers;
    expect(vau.args.slice(0, 2)).toEqual([bin, 'mcp']);
    const one = await agent(home.folder, { HOME: home.folder, ...vau.env }, vau.args.slice(2));
    expect((await one.client.listTools()).tools.length).toBeGreaterThan(5);
    await one.close();
  });
});

describe('the files of agents', () => {
  it.each(['linux', 'darwin', 'win32'] as const)('are absolute on %s, and differ', (platform) => {
    const home = platform === 'win32' ? 'C:\\Users\\ada' : '/home/ada';
    const files = agentNames.map((name) => fileOf(name, {}, { platform, home }));
    expect(new Set(files).size).toBe(Object.keys(knownAgents).length);
    expect(files.every((file) => file.startsWith(home))).toBe(true);
  });
});
