/** The launcher: prepared answers, and V8's code cache between runs. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let cache: string;

/** A separate package: its bundle, without a cache. */
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vau-start-'));
  cache = path.join(folder, 'dist/cache');
  mkdirSync(path.join(folder, 'dist'));
  const built = ['cli.cjs', 'cli', 'outlines', 'answers.json'].map((name) => `dist/${name}`);
  for (const part of ['bin', 'completions', 'package.json', ...built])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function vau(...args: string[]) {
  return asked('http://127.0.0.1:9/v1', ...args);
}

function asked(url: string, ...args: string[]) {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: path.join(folder, 'home'),
    VAU_CONFIG_DIR: path.join(folder, 'config'),
    VAU_BASE_URL: url,
    VAU_TOKEN: 'any',
  };
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(folder, 'bin/vau.js'), ...args],
    {
      env,
      encoding: 'utf8',
    },
  );
  return { status, signal, stdout, stderr };
}
const get = () => {
  const { stderr: _, ...ended } = vau('config', 'get', 'base_url');
  return ended;
};
const good = { status: 0, signal: null, stdout: 'http://127.0.0.1:9/v1\n' };
const kept = (at = cache) => readdirSync(at).map((name) => path.join(at, name));

describe('the code cache', () => {
  it('is written by a successful command, for its owner only, and used by the next', () => {
    expect(vau('config', 'get', 'nothing').status).toBe(2);
    expect(() => kept()).toThrow();
    expect(get()).toEqual(good);
    const [file = '', ...more] = kept();
    expect(more).toEqual([]);
    expect(file).toContain(`${process.versions.node}-${process.arch}-`);
    const before = readFileSync(file);
    expect(get()).toEqual(good);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is written without a word by a command that reads every script', () => {
    const { status, stderr } = vau('commands');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(kept().length).toBeGreaterThan(10);
  });

  it.each([0.1, 0.5, 0.9])('that is damaged at %d of its length is written again', (at) => {
    get();
    const [file = ''] = kept();
    const bytes = readFileSync(file);
    const position = Math.floor(bytes.length * at);
    bytes.fill(0xff, position, position + 64);
    writeFileSync(file, bytes);
    expect(get()).toEqual(good);
    expect(readFileSync(file).equals(bytes)).toBe(false);
    writeFileSync(file, bytes.subarray(0, 1000));
    expect(get()).toEqual(good);
  });

  it('is never read through a link', () => {
    get();
    const [file = ''] = kept();
    const elsewhere = path.join(folder, 'elsewhere.bin');
    renameSync(file, elsewhere);
    symlinkSync(elsewhere, file);
    expect(get()).toEqual(good);
  });

  it("goes into the user's cache folder if the package is read-only", () => {
    // A file instead of the folder: like no permission, also for root.
    writeFileSync(cache, '');
    expect(get()).toEqual(good);
    expect(kept(path.join(folder, 'home/.cache/vau'))).toHaveLength(1);
    expect(get()).toEqual(good);
  });

  it('of another bundle is not used, and is removed', () => {
    get();
    const [before] = kept();
    writeFileSync(
      path.join(folder, 'dist/cli.cjs'),
      `${readFileSync(path.join(folder, 'dist/cli.cjs'), 'utf8')}\n//`,
    );
    expect(get()).toEqual(good);
    expect(kept()).toHaveLength(1);
    expect(kept()).not.toContain(before);
  });
});

const ID = '0b8f3c1e-51f0-4d7e-8a5c-2f6f6f1f0a11';

/** A service in a process of its own that gives everybody the same. */
async function answering(answer: object) {
  const respond = `(_, to) => to.setHeader('content-type', 'application/json').end(${JSON.stringify(JSON.stringify(answer))})`;
  const listen = `const s = require('node:http').createServer(${respond}).listen(0, '127.0.0.1', () => console.log(s.address().port))`;
  const server = spawn(process.execPath, ['-e', listen]);
  const [port] = await once(server.stdout, 'data');
  return { server, url: `http://127.0.0.1:${String(port).trim()}/v1` };
}

describe('the scripts of the program', () => {
  const without = (script: RegExp) => {
    const cli = path.join(folder, 'dist/cli');
    for (const name of readdirSync(cli)) if (script.test(name)) rmSync(path.join(cli, name));
  };

  it('local commands read the first one only', () => {
    without(/./);
    expect(get()).toEqual(good);
    expect(vau('config', 'list').stdout).toContain('http://127.0.0.1:9/v1');
  });

  it('a probe reads none of what speaks to a service', () => {
    without(/^(?!connection|probe)/);
    const { status, stdout } = vau('probe', path.join(root, 'assets/harbour.mp4'));
    expect(stdout).toMatch(/^container +mp4/m);
    expect(status).toBe(0);
  });

  it.each([
    ['files', ['collection', 'list'], { data: [], total: 0, object: 'list', limit: 50, offset: 0 }],
    ['deriving', ['extract', 'get', ID], { job_id: ID, status: 'pending', url: 'local://x', created_at: 1 }],
  ])(
    'a request reads neither schemas nor the rest, and of commands only its folder, %s',
    async (own, words, answer) => {
      without(new RegExp(`^(?!connection|request|shared|${own})`));
      const { server, url } = await answering(answer);
      const { status, stdout, stderr } = asked(url, ...words, '-o', 'json');
      server.kill();
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toEqual(answer);
    },
  );

  it.each([
    [
      ['config', 'list'],
      ['child_process', 'fs/promises', 'zlib', 'worker_threads'],
    ],
    [
      ['probe', path.join(root, 'assets/harbour.mp4')],
      ['zlib', 'worker_threads'],
    ],
  ])('vau %j loads none of Node that it does not use', (words, needless) => {
    const loaded = path.join(folder, 'loaded.json');
    const hook = path.join(folder, 'hook.cjs');
    const write = `require('node:fs').writeFileSync(${JSON.stringify(loaded)}, JSON.stringify(process.moduleLoadList))`;
    writeFileSync(hook, `process.on('exit', () => ${write});`);
    spawnSync(process.execPath, ['--require', hook, path.join(folder, 'bin/vau.js'), ...words], {
      env: { PATH: process.env.PATH ?? '', HOME: path.join(folder, 'home') },
    });
    const modules: string[] = JSON.parse(readFileSync(loaded, 'utf8'));
    expect(modules).toContain('NativeModule net');
    expect(modules.filter((name) => needless.includes(name.replace('NativeModule ', '')))).toEqual([]);
  });

  it('one that another build replaced is an error with the next step', () => {
    without(/./);
    const { status, stderr } = vau('file', 'list');
    expect(stderr).toContain('replaced by another build while it ran: run the command again');
    expect(status).not.toBe(0);
  });
});

describe('settings', () => {
  it.each(['', '.'])('are not those of the working folder where HOME is %j', (HOME) => {
    const planted = path.join(folder, '.config/vau');
    mkdirSync(planted, { recursive: true });
    writeFileSync(path.join(planted, 'config.json'), JSON.stringify({ profiles: {} }));
    const ran = spawnSync(process.execPath, [path.join(folder, 'bin/vau.js'), 'config', 'path'], {
      env: { PATH: process.env.PATH ?? '', HOME },
      cwd: folder,
      encoding: 'utf8',
    });
    expect(ran.status).toBe(0);
    expect(path.isAbsolute(ran.stdout.trim())).toBe(true);
    expect(ran.stdout).not.toContain(folder);
  });
});

describe('sources that were updated', () => {
  it.each([
    ['scripts of another form', '(function(){throw new Error("must not run")})'],
    ['scripts of before', 'console.log("must not run");'],
  ])('and not built: %s are not run, and the next step is said', (_, text) => {
    writeFileSync(path.join(folder, 'dist/cli.cjs'), text);
    expect(vau('config', 'list')).toEqual({
      status: 1,
      signal: null,
      stdout: '',
      stderr: 'vau was updated after it was built. Next: npm run build\n',
    });
  });

  it('and never built', () => {
    rmSync(path.join(folder, 'dist'), { recursive: true });
    expect(vau('config', 'list')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'vau is not built yet. Next: npm run build\n',
    });
  });
});

describe('answers without the bundle', () => {
  it.each([
    [['--version'], ['--version', '--color', 'never']],
    [['--help'], ['--help', '--color', 'never']],
    [
      ['completion', 'bash'],
      ['completion', 'bash', '--color', 'never'],
    ],
    [
      ['completion', 'zsh'],
      ['completion', 'zsh', '--color', 'never'],
    ],
    [
      ['completion', 'fish'],
      ['completion', 'fish', '--color', 'never'],
    ],
    [
      ['completion', 'powershell'],
      ['completion', 'powershell', '--color', 'never'],
    ],
  ])('vau %j says what the program says', (short, long) => {
    const said = vau(...short);
    expect(said.status).toBe(0);
    expect(said.stdout.length).toBeGreaterThan(10);
    if (short[0] !== '--version') expect(said.stdout).toBe(vau(...long).stdout);
  });
});
