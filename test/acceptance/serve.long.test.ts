/** vau serve and vau service with the real binary. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { needs } from '../support/programs.ts';
import { binary, emptyHome, type Home, vau } from '../support/vau.ts';

let home: Home;
let running: ChildProcess[];
beforeEach(async () => {
  home = await emptyHome();
  running = [];
});
afterEach(async () => {
  for (const child of running) if (child.exitCode === null) child.kill('SIGKILL');
  await home.remove();
});

const run = (...args: string[]) => vau(args, { env: home.env });
const config = async () => JSON.parse(await readFile(path.join(home.configFolder, 'config.json'), 'utf8'));
const withFfmpeg = needs('ffmpeg');

/** Starts `vau serve` in the foreground and waits until it is ready. */
async function serve(...args: string[]): Promise<{ child: ChildProcess; said: () => string }> {
  const env = { PATH: process.env.PATH, VAU_FFMPEG: process.env.VAU_FFMPEG, ...home.env };
  const child = spawn(process.execPath, [binary, 'serve', '--port', '0', '--workers', '1', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  await expect.poll(() => said).toContain('is running at');
  return { child, said: () => said };
}

describe('vau serve', () => {
  withFfmpeg('answers on loopback, points the profile local at itself, and stops in order', async () => {
    const { child, said } = await serve();
    expect(said()).toMatch(/is running at http:\/\/127\.0\.0\.1:\d+\/v1/);
    const { profile, profiles } = await config();
    expect(profile).toBe('local');
    expect(said()).not.toContain(profiles.local.token);
    expect((await stat(home.dataFolder)).mode & 0o077).toBe(0);
    expect(await run('file', 'list', '-o', 'json')).toMatchObject({ status: 0, stderr: '' });

    const opened = await run('open', 'jobs', '--print');
    const link = opened.stdout.trim();
    expect(opened.status, opened.stderr).toBe(0);
    const visit = (url: string, cookie = '', method = 'GET') =>
      fetch(url, { method, redirect: 'manual', headers: { accept: 'text/html', cookie } });
    expect((await visit(link)).status).toBe(200);
    const first = await visit(link, '', 'POST');
    expect(first.status).toBe(303);
    expect(first.headers.get('location')).toBe('/jobs');
    const page = await visit(new URL('/jobs', link).href, first.headers.get('set-cookie')?.split(';')[0]);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Nothing is in progress.');
    expect((await visit(link)).status).toBe(401);

    child.kill('SIGINT');
    const [status] = await once(child, 'exit');
    expect({ status, said: said() }).toMatchObject({ status: 0, said: expect.stringContaining('Stopping') });
    expect(await readdir(home.dataFolder)).not.toContain('service.json');
  });

  withFfmpeg('stops in order while a client is in the middle of a request', async () => {
    const { child, said } = await serve();
    const { base_url, token } = (await config()).profiles.local;
    const { port } = new URL(base_url);
    const client = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    const head = [
      'POST /v1/files HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 1000',
    ];
    client.write(`${head.join('\r\n')}\r\n\r\n--b\r\n`);
    await pause(500);
    child.kill('SIGINT');
    const [status, signal] = await once(child, 'exit');
    expect({ status, signal, said: said() }).toMatchObject({ status: 0, signal: null });
    client.destroy();
  });

  withFfmpeg('leaves the profile in use alone where one was chosen', async () => {
    const work = { base_url: 'https://example.com/v1', token: 'a-token-of-mine-0123456789' };
    await mkdir(home.configFolder, { recursive: true });
    await writeFile(
      path.join(home.configFolder, 'config.json'),
      JSON.stringify({ profile: 'work', profiles: { work } }),
    );
    const { said } = await serve();
    expect(said()).toContain('The current profile is still work');
    expect(await config()).toMatchObject({
      profile: 'work',
      profiles: { work, local: { base_url: expect.any(String) } },
    });
  });

  withFfmpeg(
    "keeps the token of its profile, and makes a new one where that was lost or is another store's",
    async () => {
      const first = await serve();
      const { token } = (await config()).profiles.local;
      first.child.kill('SIGTERM');
      await once(first.child, 'exit');
      const second = await serve();
      expect((await config()).profiles.local.token).toBe(token);
      second.child.kill('SIGTERM');
      await once(second.child, 'exit');

      // As if the profile belonged to another database.
      const written = await config();
      written.profiles.local.token = 'vau_of-another-store-0123456789';
      await writeFile(path.join(home.configFolder, 'config.json'), JSON.stringify(written));
      const third = await serve();
      expect(await run('file', 'list', '-o', 'json')).toMatchObject({ status: 0 });
      third.child.kill('SIGTERM');
      await once(third.child, 'exit');

      await rm(home.configFolder, { recursive: true });
      await serve();
      expect(await run('file', 'list', '-o', 'json')).toMatchObject({ status: 0 });
    },
  );

  withFfmpeg('gives another data folder a profile of its own, and says so', async () => {
    const first = await serve();
    const before = (await config()).profiles.local;
    const folder = path.join(home.folder, 'holiday films');
    const other = await serve('--data-dir', folder);
    expect(other.said()).toContain('The profile holiday-films in ');
    expect(other.said()).toContain(
      'The current profile is still local; to use this one: --profile holiday-films',
    );
    const { profile, profiles } = await config();
    expect([profile, profiles.local]).toEqual(['local', before]);
    for (const name of ['local', 'holiday-films'])
      expect(await run('file', 'list', '-o', 'json', '--profile', name)).toMatchObject({ status: 0 });
    for (const { child } of [first, other]) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    // In the background too, on another port.
    const again = await run('service', 'start', '--port', '0', '--workers', '1', '--data-dir', folder);
    expect(again.stdout).toContain(
      'The profile holiday-films points to it. The current profile is still local',
    );
    const after = (await config()).profiles;
    expect(Object.keys(after)).toEqual(['local', 'holiday-films']);
    expect(after.local).toEqual(before);
    await run('service', 'stop', '--data-dir', folder);
  });

  withFfmpeg('is refused a second time for the same data folder, and on a port that is taken', async () => {
    await serve();
    const second = await run('serve', '--port', '0');
    expect(second).toMatchObject({ status: 1, stdout: '' });
    expect(second.stderr).toContain('is already running at http://127.0.0.1:');

    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const taken = await run('serve', '--port', String(port), '--data-dir', path.join(home.folder, 'other'));
    expect(taken).toMatchObject({ status: 1, stdout: '' });
    expect(taken.stderr).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(taken.stderr).toContain('vau serve --port 0');
    other.close();
  });

  it('refuses an invalid port', async () => {
    expect(await run('serve', '--port', '70000')).toMatchObject({ status: 2, stdout: '' });
  });
});

describe('vau service', () => {
  // A test that fails leaves none running.
  afterEach(() => vau(['service', 'stop'], { env: home.env }));

  withFfmpeg('starts where it ran last, and names the command that takes a free port', async () => {
    const start = (...args: string[]) => run('service', 'start', '--workers', '1', '-o', 'json', ...args);
    const { url } = JSON.parse((await start('--port', '0')).stdout);
    await run('service', 'stop');
    expect((await run('file', 'list')).stderr).toContain('Next: vau service start\n');
    expect(JSON.parse((await start()).stdout)).toMatchObject({ url, profile: 'local' });
    await run('service', 'stop');

    const { port } = new URL(url);
    const other = createServer().listen(Number(port), '127.0.0.1');
    await once(other, 'listening');
    const taken = await start();
    expect(taken).toMatchObject({ status: 1, stdout: '' });
    expect(JSON.parse(taken.stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      message: `Port ${port} on 127.0.0.1 is in use by another program`,
      hint: expect.stringContaining('had this port when it last ran'),
      next: 'vau service start --port 0',
    });
    // Without a recogniser to fetch.
    const env = { ...home.env, VAU_SPEECH_PROVIDERS: 'sidecar' };
    const tour = await vau(['quickstart', '--port', port], { env });
    expect(tour.stderr).toContain('quickstart --port 0');
    other.close();
  });

  withFfmpeg('brings back the service of another data folder with that folder', async () => {
    const folder = path.join(home.folder, 'films');
    const line = ['service', 'start', '--workers', '1', '-o', 'json', '--data-dir', folder];
    const { url } = JSON.parse((await run(...line, '--port', '0')).stdout);
    await run('service', 'stop', '--data-dir', folder);
    const refused = await run('file', 'list', '--profile', 'films');
    expect(refused.stderr).toContain(`Next: vau service start --data-dir ${folder}\n`);
    expect(JSON.parse((await run(...line)).stdout)).toMatchObject({ url });
    await run('service', 'stop', '--data-dir', folder);
  });

  withFfmpeg('starts in the background, is found, logged, stopped and reset', async () => {
    const started = await run('service', 'start', '--port', '0', '--workers', '1', '-o', 'json');
    expect(started.status, started.stderr).toBe(0);
    const { url, pid } = JSON.parse(started.stdout);
    const again = await run('service', 'start', '-o', 'json');
    expect(JSON.parse(again.stdout)).toMatchObject({ state: 'running', url, pid });

    const status = await run('service', 'status', '-o', 'json');
    expect({ status: status.status, ...JSON.parse(status.stdout) }).toMatchObject({
      status: 0,
      state: 'running',
      url,
    });
    expect((await run('service', 'logs')).stdout).toContain(`is running at ${url}`);

    const early = await run('service', 'reset', '--yes');
    expect(early).toMatchObject({ status: 1, stderr: expect.stringContaining('vau service stop') });

    expect(await run('service', 'stop')).toMatchObject({ status: 0, stdout: `Stopped process ${pid}.\n` });
    expect(await run('service', 'status', '-o', 'json')).toMatchObject({ status: 9 });
    const asked = await run('service', 'reset');
    expect(asked).toMatchObject({ status: 2, stderr: expect.stringContaining('--yes') });
    expect(await readdir(home.dataFolder)).toContain('vau.sqlite');
    expect(await run('service', 'reset', '--yes')).toMatchObject({ status: 0 });
    await expect(readdir(home.dataFolder)).rejects.toThrow('ENOENT');
  });

  it('says clearly that nothing is running', async () => {
    expect(await run('service', 'stop')).toMatchObject({
      status: 0,
      stdout: 'No service is running with this data folder.\n',
    });
    expect(await run('service', 'logs')).toMatchObject({ status: 1, stdout: '' });
    expect(await run('service', 'reset', '--yes')).toMatchObject({ status: 0 });
  });

  it('deletes nothing in a foreign folder', async () => {
    await mkdir(home.dataFolder);
    await writeFile(path.join(home.dataFolder, 'thesis.docx'), 'years of work');
    expect(await run('service', 'reset', '--yes')).toMatchObject({ status: 1, stdout: '' });
    expect(await readdir(home.dataFolder)).toEqual(['thesis.docx']);
  });
});
