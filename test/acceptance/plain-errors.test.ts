/** What vau says when something is wrong, with the real binary: the cause first, said once, and what to do. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { closest } from '../../src/cli/errors/nearest.ts';
import { choosing, run, stage } from './harness.ts';
import { typedOn } from './on-terminal.ts';

const { service, home } = await stage();
const at = (name: string) => path.join(home.folder, name);
mkdirSync(at('sounds'));
for (const name of ['a.wav', 'b.wav']) writeFileSync(at(`sounds/${name}`), tone());
writeFileSync(at('empty.mp4'), '');

/** A second of silence: 8,000 bytes, 64,000 bits a second. */
function tone(): Buffer {
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0@\x1f\0\0\x01\0\x08\0data\0\0\0\0',
    'latin1',
  );
  head.writeUInt32LE(36 + 8000, 4);
  head.writeUInt32LE(8000, 40);
  return Buffer.concat([head, Buffer.alloc(8000, 128)]);
}

const vau = (...line: string[]) => run(home.folder, line, { env: choosing(service) });
/** With no service chosen at all. */
const alone = (...line: string[]) => run(home.folder, line);

describe('a refused request', () => {
  it('401: says which token may be meant, and the next command', async () => {
    service.script = () => ({ status: 401, json: { error: 'unknown token' } });
    const { status, stderr } = await vau('file', 'list');
    expect([status, stderr]).toEqual([
      3,
      'Error: unknown token\nThe service rejected the token. VAU_TOKEN and --token-file go before the one that vau auth login saves.\nNext: vau auth login\n',
    ]);
  });

  it.each([
    ['3600', 'The service asks to wait 60 min before you retry.'],
    ['600', 'The service asks to wait 10 min before you retry.'],
  ])('[LIM-1] 429 with Retry-After %s: the hint says only when to try again', async (seconds, hint) => {
    const error = 'too many requests with this token: 5 per second are allowed';
    service.script = () => ({ status: 429, headers: { 'retry-after': seconds }, json: { error } });
    const { status, stderr } = await vau('file', 'list');
    expect([status, stderr]).toEqual([7, `Error: ${error}\n${hint}\nNext: vau file list\n`]);
  });
});

describe('what can be checked here is checked before a service is needed', () => {
  it.each([
    [['file', 'upload', '/nope.mp4'], '/nope.mp4 does not exist'],
    [['file', 'upload', 'sounds/a.wav', '--subtitles', 'nope.srt'], '--subtitles: nope.srt does not exist'],
    [['file', 'upload', 'empty.mp4'], 'The service would refuse empty.mp4: the file is empty'],
    [['file', 'upload', 'a.wav', 'b.wav'], 'a.wav does not exist'],
    [['file', 'upload', 'sounds/a.wav', '--metadata', '{x'], '--metadata: "{x" is not JSON'],
    [['media', 'add', 'Talks', './nope.mp4'], './nope.mp4 does not exist'],
    [['media', 'add', 'Talks', '--from', 'nope.csv'], '--from: nope.csv does not exist'],
    [['moment-criteria', 'attach', 'Talks', '--file', 'nope.yaml'], '--file: nope.yaml does not exist'],
    [['extract', 'create', 'vau://files/x', '--schema', '@nope.json'], '--schema: nope.json does not exist'],
    [['webhook', 'verify', 'nope', '--webhook', 'x', '--signature', 'v1,A='], '<body>: nope does not exist'],
  ])('vau %j', async (line, message) => {
    const { status, stdout, stderr } = await alone(...line);
    expect(stderr.split('\n')[0]).toContain(`Error: ${message}`);
    expect([status, stdout, stderr.includes('No service')]).toEqual([2, '', false]);
  });
});

describe('a suggestion', () => {
  it.each([
    ['nope', ['none', 'full', 'player'], undefined],
    ['fsh', ['bash', 'zsh', 'fish'], 'fish'],
    ['lst', ['list', 'get', 'delete'], 'list'],
    ['fiel', ['file', 'face-match'], 'file'],
    ['colection', ['collection', 'config'], 'collection'],
    ['coll', ['collection', 'config'], 'collection'],
    ['co', ['collection'], undefined],
    ['speach', ['speech', 'scene_text'], 'speech'],
    ['nothing', ['speech', 'scene_text'], undefined],
    ['yes', ['no', 'ask'], undefined],
  ])('for %s of %j is %s', (typed, candidates, expected) => {
    expect(closest(typed, candidates)).toBe(expected);
  });

  it('is made by one measure for values and for flags', async () => {
    const value = await vau('share', 'create', 'x', '--link-preview', 'nope');
    expect(value.stderr).toContain('--link-preview must be one of none, full, player (got "nope")');
    expect(value.stderr).not.toContain('Did you mean');
    expect((await vau('search', 'run', 'q', '--file', 'x')).stderr).not.toContain('Did you mean');
    expect((await vau('search', 'run', 'q', '--colection', 'x')).stderr).toContain(
      'Did you mean --collection?',
    );
  });
});

describe('a word that begins with a dash and is no option', () => {
  it.each([
    ['search run -dash', 'If that is a text, put -- before it: vau search run -- -dash'],
    ['probe --takes', 'If that is a text, put -- before it: vau probe -- --takes'],
    ['search run q --colection x', 'Did you mean --collection?'],
    ['file list -xyz', undefined],
    ['search -dash', undefined],
  ])('vau %s', async (line, hint) => {
    const { status, stdout, stderr } = await alone(...line.split(' '));
    const [said, ...rest] = stderr.split('\n');
    expect([status, stdout, rest.slice(0, -2)]).toEqual([2, '', hint === undefined ? [] : [hint]]);
    expect(said).toMatch(/^Error: Unknown option '-/);
  });

  it('is a text after --, as the error says', async () => {
    await vau('search', 'run', '--collection', crypto.randomUUID(), '--', '-dash');
    expect(service.arrived.find(({ method }) => method === 'POST')?.body).toMatchObject({ query: '-dash' });
  });
});

describe('what a service says to set up', () => {
  const films = at('films and more');
  /** With the services of this machine in the configuration, as vau serve saves them. */
  const served = (folder: string, ...line: string[]) => {
    const profile = { base_url: service.url, token: 'vau_x' };
    const services = { [folder]: { profile: 'p', base_url: service.url } };
    mkdirSync(at('config'), { recursive: true });
    writeFileSync(
      at('config/config.json'),
      JSON.stringify({ profile: 'p', profiles: { p: profile }, services }),
    );
    return run(home.folder, line).finally(() => rmSync(at('config'), { recursive: true }));
  };
  const usual = at('.local/share/vau');

  it.each([
    ['in the folder of that service', films, ` --data-dir '${films}'`],
    ['as it is where that is the usual folder', usual, ''],
  ])('is a command %s', async (_, folder, flag) => {
    const gap = { reason: 'no_words', text: 'Nothing was heard.', next: ['vau setup speech parakeet-v3'] };
    service.script = () => ({ json: { id: 'f', status: 'completed', gaps: [gap] } });
    const { stderr } = await served(folder, 'file', 'get', crypto.randomUUID());
    expect(stderr).toBe(`Nothing was heard. Next: vau setup speech${flag} parakeet-v3\n`);
    const error = 'nothing writes chapters here: set a language model up with vau setup language';
    service.script = () => ({ status: 400, json: { error } });
    const refused = await served(folder, 'describe', 'redo', crypto.randomUUID());
    expect(refused.stderr.split('\n')[0]).toBe(`Error: ${error}${flag}`);
  });
});

describe('values', () => {
  it('--fields says that plain values have no fields, and shows them', async () => {
    service.script = () => ({ json: { object: 'list', data: [{ id: 'f1' }, { id: 'f2' }], total: 2 } });
    const { status, stdout, stderr } = await vau('file', 'list', '--query', 'data[].id', '--fields', 'id');
    expect(stdout).toMatch(/f1\n.*f2\n$/s);
    expect([status, stderr]).toEqual([
      0,
      '--fields was ignored: the result has plain values, which have no fields.\n',
    ]);
  });

  it('[CLI-2] the bit rate of a probed folder is for people in the table, and exact in JSON', async () => {
    const shown = await typedOn(home.folder, ['probe', 'sounds'], [], {});
    expect(shown.shown).toMatch(/a\.wav .* 6\d kb\/s/);
    const { stdout } = await run(home.folder, ['probe', 'sounds', '-o', 'json']);
    const rates = (JSON.parse(stdout) as { bit_rate: number }[]).map(({ bit_rate }) => bit_rate);
    expect(rates.every((rate) => rate > 60_000)).toBe(true);
  });
});
