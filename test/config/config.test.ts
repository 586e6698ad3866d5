import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secondsFrom } from '../../src/cli/run/read-value.ts';
import { defaultTimeouts } from '../../src/client/network/transport.ts';
import {
  changeDocument,
  changeProfile,
  configFolder,
  dataFolder,
  defaultRequestTimeout,
  defaultTotalTimeout,
  masked,
  readDocument,
  resolveSettings,
} from '../../src/config/index.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'vau-config-')), 'vau');
  file = path.join(folder, 'config.json');
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

describe('folders', () => {
  it('are set by the environment, else by XDG', () => {
    expect(configFolder({ VAU_CONFIG_DIR: '/a/b', XDG_CONFIG_HOME: '/x', HOME: '/h' })).toBe('/a/b');
    expect(configFolder({ XDG_CONFIG_HOME: '/x', HOME: '/h' })).toBe('/x/vau');
    expect(configFolder({ XDG_CONFIG_HOME: 'relative', HOME: '/h' })).toBe('/h/.config/vau');
    expect(dataFolder({ HOME: '/h' })).toBe('/h/.local/share/vau');
    for (const HOME of ['', '.', 'h']) expect(path.isAbsolute(configFolder({ HOME }))).toBe(true);
    expect(dataFolder({ VAU_DATA_DIR: '/d' })).toBe('/d');
  });
});

describe('writing', () => {
  it('creates folder and file for their owner only', async () => {
    await changeProfile(file, 'p', () => ({ token: 't' }));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder)).toEqual(['config.json']);
  });

  it('preserves fields of a newer version', async () => {
    mkdirSync(folder);
    writeFileSync(file, '{"newer": {"a": 1}, "profiles": {"p": {"base_url": "http://h/v1", "newer": true}}}');
    await changeProfile(file, 'p', (before) => ({ ...before, token: 't' }));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      newer: { a: 1 },
      profiles: { p: { base_url: 'http://h/v1', newer: true, token: 't' } },
    });
  });

  it('keeps an invalid file under another name', async () => {
    mkdirSync(folder);
    writeFileSync(file, '{"profiles": []}');
    const { aside = '' } = await changeProfile(file, 'p', () => ({ token: 't' }));
    expect(readFileSync(aside, 'utf8')).toBe('{"profiles": []}');
    expect(readDocument(file).document).toEqual({ profiles: { p: { token: 't' } } });
  });

  it('loses nothing with concurrent writers', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `p${index}`);
    await Promise.all(names.map((name) => changeProfile(file, name, () => ({ token: name }))));
    expect(Object.keys(readDocument(file).document.profiles ?? {}).sort()).toEqual(names.sort());
  });

  it('takes over the lock of a dead process', async () => {
    mkdirSync(folder);
    const gone = { pid: 2 ** 22 + 1, host: (await import('node:os')).hostname(), key: 'x' };
    writeFileSync(`${file}.lock`, JSON.stringify(gone));
    await changeDocument(file, (document) => ({ ...document, profile: 'p' }));
    expect(readDocument(file).document.profile).toBe('p');
  });

  it('keeps the file when the change throws, and releases the lock', async () => {
    await changeProfile(file, 'p', () => ({ token: 't' }));
    const failing = changeDocument(file, () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await changeProfile(file, 'q', () => ({}));
    expect(Object.keys(readDocument(file).document.profiles ?? {})).toEqual(['p', 'q']);
  });
});

describe('settings', () => {
  const environment = (more: Record<string, string> = {}) => ({ VAU_CONFIG_DIR: folder, ...more });

  it('come from flag, environment, profile, default, and remember what they override', async () => {
    await changeDocument(file, () => ({ profile: 'p', profiles: { p: { base_url: 'http://p/v1' } } }));
    const settings = resolveSettings(environment({ VAU_BASE_URL: 'http://e/v1' }), {
      base_url: 'http://f/v1',
    });
    expect(settings.base_url).toMatchObject({
      value: 'http://f/v1',
      source: 'flag',
      shadows: [
        { source: 'environment', value: 'http://e/v1', where: 'VAU_BASE_URL' },
        { source: 'profile', value: 'http://p/v1', where: 'profile p' },
      ],
    });
    expect(settings.token).toMatchObject({ value: undefined, source: 'unset' });
  });

  it("of requests come the same way, and the default timeout is the client's", async () => {
    const own = { ca_file: '/p/ca.pem', request_timeout: 20 };
    await changeDocument(file, () => ({ profile: 'p', profiles: { p: own, q: { request_timeout: '2m' } } }));
    const env = environment({ VAU_REQUEST_TIMEOUT: '30s' });
    expect(resolveSettings(env)).toMatchObject({
      ca_file: { value: '/p/ca.pem', source: 'profile' },
      request_timeout: { value: '30s', source: 'environment', shadows: [{ value: '20' }, { value: '5m' }] },
    });
    expect(resolveSettings(env, { profile: 'q', request_timeout: '9' }).request_timeout.value).toBe('9');
    const bare = resolveSettings({ VAU_CONFIG_DIR: path.join(folder, 'none') });
    expect(bare.ca_file.source).toBe('unset');
    expect(bare.request_timeout).toMatchObject({ value: '5m', source: 'default' });
    expect(bare.total_timeout).toMatchObject({ value: '15m', source: 'default' });
    expect(secondsFrom(defaultRequestTimeout, '')).toBe(defaultTimeouts.answer / 1000);
    expect(secondsFrom(defaultTotalTimeout, '')).toBe(defaultTimeouts.total / 1000);
  });

  it.each([
    ['{"ca_file": 5}', 'ca_file of profile p must be text'],
    ['{"request_timeout": {}}', 'request_timeout of profile p must be text or a number'],
    ['{"total_timeout": []}', 'total_timeout of profile p must be text or a number'],
  ])('a profile of %s is refused by the name of its key', (profile, why) => {
    mkdirSync(folder);
    writeFileSync(file, `{"profiles": {"p": ${profile}}}`);
    expect(readDocument(file).corrupt).toBe(why);
  });

  it('treat an empty variable as unset', () => {
    expect(resolveSettings(environment({ VAU_TOKEN: '' })).token.source).toBe('unset');
  });

  it('are not confused by names of the language', () => {
    expect(resolveSettings(environment({ VAU_PROFILE: '__proto__' })).base_url.value).toBeUndefined();
    expect(resolveSettings(environment({ VAU_PROFILE: 'constructor' })).token.value).toBeUndefined();
  });

  it('never show a whole secret', () => {
    expect(masked('short')).toBe('****');
    expect(masked('0123456789abcdef')).toBe('****cdef');
  });
});
