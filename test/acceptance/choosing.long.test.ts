import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run, type Scripted, scripted, temporary, token } from './harness.ts';
import { runSimilar } from './in-process.ts';

let home: ReturnType<typeof temporary>;
let service: Scripted;
let other: Scripted;

beforeEach(async () => {
  home = temporary();
  [service, other] = await Promise.all([scripted(), scripted()]);
  service.script = () => ({ json: { object: 'list', data: [], total: 0, limit: 50, offset: 0 } });
});
afterEach(async () => {
  await Promise.all([service.close(), other.close()]);
  home.remove();
});

const vau = (args: string[], env: Record<string, string> = {}, stdin = '') =>
  run(home.folder, args, { env, stdin });
const login = (target: Scripted, secret: string, ...more: string[]) =>
  vau(['auth', 'login', '--base-url', target.url, '--token-file', '-', ...more], {}, `${secret}\n`);
const sentTo = ({ arrived }: Scripted) => arrived.map(({ headers }) => headers.authorization);
const file = () => path.join(home.folder, 'config', 'config.json');

describe('no service chosen', () => {
  it('is an error with next steps, and without a prompt', async () => {
    const ended = await vau(['chat', 'list']);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    for (const way of ['vau quickstart', 'vau serve', 'vau auth login', 'VAU_BASE_URL'])
      expect(ended.stderr).toContain(way);
  });

  it('a service without a token is a sign-in error', async () => {
    const ended = await vau(['chat', 'list'], { VAU_BASE_URL: service.url });
    expect(ended).toMatchObject({ status: 3, stdout: '' });
    expect(ended.stderr).toContain('vau auth login');
    expect(service.arrived).toEqual([]);
  });
});

describe('profiles', () => {
  it('[CLI-3] login checks the token, saves it for its owner only, and never prints it', async () => {
    const ended = await login(service, token);
    expect(ended).toMatchObject({ status: 0, stdout: '' });
    expect(sentTo(service)).toEqual([`Bearer ${token}`]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file())).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({
      profiles: { default: { base_url: service.url, token } },
    });
    for (const line of [
      ['auth', 'status'],
      ['config', 'list'],
      ['config', 'get', 'token'],
      ['config', 'explain', 'token'],
      ['config', 'list', '-o', 'json'],
      ['auth', 'token'],
      ['auth', 'token', '-o', 'json'],
      ['auth', 'token', '--save', 'saved.txt'],
    ]) {
      const shown = await vau(line);
      expect(shown.status).toBe(0);
      expect(shown.stdout + shown.stderr).not.toContain(token);
    }
    expect((await vau(['config', 'get', 'token'])).stdout).toContain(token.slice(-4));
  });

  it('[CLI-3] auth token saves it whole to a new file for its owner only', async () => {
    await login(service, token);
    const saved = path.join(home.folder, 'saved.txt');
    expect((await vau(['auth', 'token', '--save', 'saved.txt'])).status).toBe(0);
    expect(statSync(saved).mode & 0o777).toBe(0o600);
    expect(readFileSync(saved, 'utf8')).toBe(`${token}\n`);
    writeFileSync(saved, 'mine');
    const again = await vau(['auth', 'token', '--save', 'saved.txt']);
    expect(again).toMatchObject({ status: 1, stdout: '' });
    expect(again.stderr).toContain('already exists');
    expect(readFileSync(saved, 'utf8')).toBe('mine');
  });

  it('[CLI-3] auth token without a token is a sign-in error', async () => {
    const ended = await vau(['auth', 'token']);
    expect(ended).toMatchObject({ status: 3, stdout: '' });
    expect(ended.stderr).toContain('vau auth login --profile default');
  });

  it('[CLI-3] warns of a variable that overrides the chosen profile', async () => {
    await login(service, token);
    const warning = 'Warning: VAU_TOKEN overrides profile default';
    expect((await vau(['chat', 'list'], { VAU_TOKEN: 'another' })).stderr).toContain(warning);
    // The same value, or nothing overridden: no warning.
    expect((await vau(['chat', 'list'], { VAU_TOKEN: token })).stderr).not.toContain('Warning');
    expect((await vau(['chat', 'list'])).stderr).not.toContain('Warning');
    const set = await vau(['config', 'set', 'base_url', other.url], { VAU_BASE_URL: service.url });
    expect(set.stderr).toContain('VAU_BASE_URL is set in the environment and takes precedence');
    const out = await vau(['auth', 'logout'], { VAU_TOKEN: 'another' });
    expect(out.stderr).toContain('VAU_TOKEN is still set in the environment and takes precedence');
  });

  it('[CLI-3] does not save a token that the service rejects', async () => {
    service.script = () => ({ status: 401, json: { error: 'unknown token' } });
    expect((await login(service, token)).status).toBe(3);
    expect(existsSync(file())).toBe(false);
  });

  it('[CLI-3] flags override the environment, the environment overrides the profile', async () => {
    await login(service, token);
    await vau(
      ['auth', 'login', '--unchecked', '--profile', 'second', '--base-url', other.url, '--token-file', '-'],
      {},
      'second-token',
    );
    await vau(['config', 'set', 'profile', 'default']);
    service.arrived.length = 0;

    await vau(['chat', 'list']);
    expect(sentTo(service)).toEqual([`Bearer ${token}`]);
    await vau(['chat', 'list'], { VAU_TOKEN: 'from-environment' });
    expect(sentTo(service).at(-1)).toBe('Bearer from-environment');
    await vau(['chat', 'list', '--token-file', '-'], { VAU_TOKEN: 'from-environment' }, 'from-flag');
    expect(sentTo(service).at(-1)).toBe('Bearer from-flag');

    await vau(['chat', 'list'], { VAU_PROFILE: 'second' });
    expect(sentTo(other)).toEqual(['Bearer second-token']);
    await vau(['chat', 'list', '--profile', 'default'], { VAU_PROFILE: 'second' });
    expect(sentTo(other)).toHaveLength(1);
    expect((await vau(['config', 'get', 'base_url'], { VAU_BASE_URL: 'http://e.example/v1' })).stdout).toBe(
      'http://e.example/v1\n',
    );
    const flag = await vau(['config', 'get', 'base_url', '--base-url', 'http://f.example/v1'], {
      VAU_BASE_URL: 'http://e.example/v1',
    });
    expect(flag.stdout).toBe('http://f.example/v1\n');
  });

  it('[CLI-3] config explain shows the effective value and what it overrides', async () => {
    await login(service, token);
    const ended = await vau(['config', 'explain', 'base_url', '-o', 'json'], {
      VAU_BASE_URL: 'http://e.example/v1',
    });
    expect(JSON.parse(ended.stdout)).toEqual({
      key: 'base_url',
      value: 'http://e.example/v1',
      source: 'environment',
      where: 'VAU_BASE_URL',
      shadows: [{ source: 'profile', where: 'profile default', value: service.url }],
    });
  });

  it('[CLI-3] --profile overrides the environment with all values of its profile', async () => {
    await login(service, token);
    const env = { VAU_BASE_URL: other.url, VAU_TOKEN: 'from-environment', VAU_PROFILE: 'nope' };
    const ended = await vau(['chat', 'list', '--profile', 'default'], env);
    expect(ended).toMatchObject({ status: 0, stderr: expect.not.stringContaining('Warning') });
    expect(sentTo(service).at(-1)).toBe(`Bearer ${token}`);
    expect(other.arrived).toEqual([]);
    const explained = await vau(['config', 'explain', 'base_url', '--profile', 'default', '-o', 'json'], env);
    expect(JSON.parse(explained.stdout)).toMatchObject({
      value: service.url,
      source: 'profile',
      shadows: [{ source: 'environment', where: 'VAU_BASE_URL', value: other.url }],
    });
    // Values that the profile does not have still come from the environment; a flag overrides both.
    await vau(['config', 'unset', 'token', '--profile', 'default'], env);
    await vau(['chat', 'list', '--profile', 'default'], env);
    expect(sentTo(service).at(-1)).toBe('Bearer from-environment');
    await vau(['chat', 'list', '--profile', 'default', '--base-url', other.url], env);
    expect(sentTo(other)).toEqual(['Bearer from-environment']);
  });

  it('a profile that is not there exits 2 and says which was meant, for every command', async () => {
    await login(service, token);
    service.arrived.length = 0;
    const before = readFileSync(file(), 'utf8');
    for (const line of [
      ['chat', 'list'],
      ['config', 'list'],
      ['config', 'get', 'base_url'],
      ['config', 'explain', 'token'],
      ['config', 'unset', 'token'],
      ['config', 'set', 'profile', 'defualt'],
      ['auth', 'logout'],
      ['auth', 'token'],
      ['auth', 'status'],
    ]) {
      const ended = await runSimilar(home.folder, [
        ...line,
        ...(line.includes('defualt') ? [] : ['--profile', 'defualt']),
      ]);
      expect(ended, line.join(' ')).toMatchObject({ status: 2, stdout: '' });
      for (const said of [
        'Profile defualt does not exist',
        'Did you mean default?',
        'vau auth login --profile defualt',
      ])
        expect(ended.stderr, line.join(' ')).toContain(said);
      expect(readFileSync(file(), 'utf8'), line.join(' ')).toBe(before);
    }
    expect(service.arrived).toEqual([]);
  });

  it('a configuration that names a missing profile can be shown and repaired', async () => {
    await login(service, token);
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('"profile": "default"', '"profile": "gone"'));
    expect((await vau(['chat', 'list'])).status).toBe(2);
    expect(await vau(['config', 'list'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('gone'),
    });
    expect((await vau(['config', 'set', 'profile', 'default'])).status).toBe(0);
    expect((await vau(['chat', 'list'])).status).toBe(0);
  });

  it('login reports the current profile, and --no-use keeps it', async () => {
    expect((await login(service, token)).stderr).toContain('Profile default is the current profile.');
    const left = await login(other, 'second-token', '--profile', 'second', '--no-use', '-o', 'json');
    expect(JSON.parse(left.stdout)).toMatchObject({ profile: 'second', profile_in_use: 'default' });
    expect(left.stderr).toContain('Profile second is not the current profile. To use it: --profile second');
    expect((await vau(['config', 'get', 'profile'])).stdout).toBe('default\n');
    const taken = await login(other, 'second-token', '--profile', 'second');
    expect(taken.stderr).toContain('Profile second is now the current profile, instead of default.');
    expect(taken.stderr).toContain('vau config set profile default');
    expect((await vau(['config', 'get', 'profile'])).stdout).toBe('second\n');
  });

  it('login replaces the token of a profile with the one from the environment', async () => {
    await login(service, token);
    const again = ['auth', 'login', '--profile', 'default'];
    expect((await vau(again, { VAU_TOKEN: 'new-token' })).status).toBe(0);
    expect(JSON.parse(readFileSync(file(), 'utf8')).profiles.default.token).toBe('new-token');
    expect(await vau(again)).toMatchObject({ status: 2, stderr: expect.stringContaining('--token-file') });
  });

  it('a token cannot be an argument', async () => {
    const ended = await vau(['config', 'set', 'token', 'secret-in-argv']);
    expect(ended.status).toBe(2);
    expect(ended.stderr).not.toContain('secret-in-argv');
  });

  it('sets, gets and unsets a value; logout removes only the token', async () => {
    await vau(['config', 'set', 'base_url', `${service.url}/`]);
    expect((await vau(['config', 'get', 'base_url'])).stdout).toBe(`${service.url}\n`);
    await vau(['config', 'set', 'token', '--token-file', '-'], {}, token);
    await vau(['auth', 'logout']);
    expect((await vau(['config', 'get', 'token'])).status).not.toBe(0);
    await vau(['config', 'unset', 'base_url']);
    expect((await vau(['config', 'get', 'base_url'])).status).not.toBe(0);
    expect((await vau(['config', 'path'])).stdout).toBe(`${file()}\n`);
  });

  it('[CLI-3] concurrent writers lose nothing, and a reader never sees half a file', async () => {
    const names = Array.from({ length: 80 }, (_, index) => `p${index}`);
    const left = [...names];
    const faults: string[] = [];
    const work = async () => {
      for (let name = left.pop(); name !== undefined; name = left.pop()) {
        const { status, stderr } = await vau(['config', 'set', 'base_url', service.url, '--profile', name]);
        if (status !== 0) faults.push(stderr);
        // Throws on half a file.
        JSON.parse(readFileSync(file(), 'utf8'));
      }
    };
    // Sixteen at a time: all at once would measure the machine, not the file.
    await Promise.all(Array.from({ length: 16 }, work));
    expect(faults).toEqual([]);
    expect(Object.keys(JSON.parse(readFileSync(file(), 'utf8')).profiles).sort()).toEqual(names.sort());
    expect(readdirSync(path.dirname(file()))).toEqual(['config.json']);
  });

  it('[CLI-3] killed writers leave a complete file, and a lock that the next writer takes over', async () => {
    await vau(['config', 'set', 'base_url', service.url, '--profile', 'before']);
    const killed = Array.from({ length: 12 }, (_, index) =>
      run(home.folder, ['config', 'set', 'base_url', service.url, '--profile', `k${index}`], {
        env: {},
        killAfter: 60 + index * 20,
      }),
    );
    await Promise.all(killed);
    expect((await vau(['config', 'set', 'base_url', service.url, '--profile', 'after'])).status).toBe(0);
    const { profiles } = JSON.parse(readFileSync(file(), 'utf8'));
    expect(Object.keys(profiles)).toEqual(expect.arrayContaining(['before', 'after']));
  });

  it('keeps an invalid file under another name, and reports it', async () => {
    mkdirSync(path.dirname(file()), { recursive: true });
    writeFileSync(file(), '{ half a fi');
    const read = await vau(['config', 'list']);
    expect(read.stderr).toContain(file());
    expect(readFileSync(file(), 'utf8')).toBe('{ half a fi');
    const written = await vau(['config', 'set', 'base_url', service.url]);
    const [aside] = readdirSync(path.dirname(file())).filter((name) => name.includes('corrupt'));
    expect(written.stderr).toContain(aside);
    expect(readFileSync(path.join(path.dirname(file()), aside ?? ''), 'utf8')).toBe('{ half a fi');
    expect((await vau(['config', 'get', 'base_url'])).stdout).toBe(`${service.url}\n`);
  });
});

describe('the base URL', () => {
  const env = (url: string) => ({ VAU_BASE_URL: url, VAU_TOKEN: token });

  it('[VER-1] is joined with the path exactly once, with and without a trailing slash', async () => {
    for (const url of [service.url, `${service.url}/`, `${service.url}//`])
      await vau(['chat', 'list'], env(url));
    expect(service.arrived.map((one) => one.path)).toEqual(Array(3).fill('/v1/chat/completions'));
  });

  it('[VER-1] may have a path before its version', async () => {
    await vau(['chat', 'list'], env(service.url.replace('/v1', '/media/v1')));
    expect(service.arrived.map((one) => one.path)).toEqual(['/media/v1/chat/completions']);
  });

  it.each(['ftp://host/v1', 'host/v1', 'javascript:alert(1)', '/v1', 'http://'])(
    '[VER-1] %s is refused',
    async (url) => {
      const ended = await runSimilar(home.folder, ['chat', 'list'], { env: env(url) });
      expect(ended).toMatchObject({ status: 2, stdout: '' });
      expect(ended.stderr).toContain('not an http(s) URL');
    },
  );

  it('[VER-1] without its version is refused, with a suggestion', async () => {
    const ended = await vau(['chat', 'list'], env(service.url.replace('/v1', '')));
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain(service.url);
  });

  it('[VER-2] --version prints the versions of the program and of the API', async () => {
    expect(await vau(['--version'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^vau \S+ \(API 0\.7\.31\)\n$/),
    });
  });
});

describe('the token', () => {
  it('[AUTH-1] is sent to its own service on every request, and to no other host', async () => {
    service.script = () => ({ status: 307, headers: { location: `${other.url}/chat/completions` } });
    const ended = await vau(['chat', 'list'], { VAU_BASE_URL: service.url, VAU_TOKEN: token });
    expect(ended).toMatchObject({ status: 8, stdout: '' });
    expect(ended.stderr).toContain('redirect');
    expect(sentTo(service)).toEqual([`Bearer ${token}`]);
    expect(other.arrived).toEqual([]);
  });

  it("[AUTH-1] a profile's token is only sent to the profile's host", async () => {
    await login(service, token);
    const ended = await vau(['chat', 'list', '--base-url', other.url]);
    expect(ended).toMatchObject({ status: 3, stdout: '' });
    expect(ended.stderr).toContain('belongs to another service');
    expect(other.arrived).toEqual([]);
  });

  it('[AUTH-1] vau api sends it only below the base URL', async () => {
    const env = { VAU_BASE_URL: service.url, VAU_TOKEN: token };
    for (const target of [`${other.url}/files`, `//${new URL(other.url).host}/v1/files`, '../../elsewhere']) {
      const ended = await vau(['api', 'GET', target], env);
      expect(`${target} ${ended.status}`).not.toBe(`${target} 0`);
    }
    expect(other.arrived).toEqual([]);
    expect((await vau(['api', 'GET', '/files', '--param', 'limit=2'], env)).status).toBe(0);
    expect(service.arrived.at(-1)).toMatchObject({ method: 'GET', path: '/v1/files', query: { limit: '2' } });
  });

  it('[AUTH-1] uses a proxy from the environment', async () => {
    const env = {
      VAU_BASE_URL: 'http://media.example/v1',
      VAU_TOKEN: token,
      HTTP_PROXY: new URL(other.url).origin,
    };
    await vau(['chat', 'list'], env);
    expect(other.arrived.length).toBeGreaterThan(0);
  });
});
