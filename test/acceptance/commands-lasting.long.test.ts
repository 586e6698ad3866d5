/**
 * Commands that keep running, start something or download, with the real binary; commands.test.ts tests all
 * others.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { locate, needs } from '../support/programs.ts';
import { anId } from './example-lines.ts';
import { choosing, temporary } from './harness.ts';
import { type Live, live } from './live.ts';
import { good, makeWorld, type World } from './walk.ts';

let world: World;
let home: ReturnType<typeof temporary>;
let started: Live[];
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(() => {
  home = temporary();
  started = [];
  world.service.arrived.length = 0;
});
afterEach(async () => {
  for (const one of started) one.signal('SIGKILL');
  await Promise.all(started.map(({ ended }) => ended));
  home.remove();
});
afterAll(() => world.close());

const withFfmpeg = needs('ffmpeg');
function begin(line: readonly string[], env: Record<string, string> = {}, folder = home.folder): Live {
  const one = live(folder, line, env);
  started.push(one);
  return one;
}
const document = (text: string) => JSON.parse(text);
const rows = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const address = /http:\/\/127\.0\.0\.1:\d+\S*(?<!\.)/;

/** Stops it like Ctrl-C does; returns how it ended. */
async function stopped(one: Live) {
  one.signal('SIGINT');
  return one.ended;
}

describe('[CLI-4] [CLI-7] without a terminal, only JSON on standard output, from start to Ctrl-C', () => {
  withFfmpeg('serve', async () => {
    const one = begin(['serve', '--port', '0', '--workers', '1', '-o', 'json'], choosing(world.service));
    const said = document(await one.firstOutput());
    expect(said).toMatchObject({ state: 'running', pid: expect.any(Number) });
    expect(said.data_dir).toBe(path.join(home.folder, 'xdg-data', 'vau'));
    expect((await fetch(`${said.url}/health`)).status).toBe(200);
    const { status, stdout } = await stopped(one);
    expect({ status, value: document(stdout) }).toEqual({ status: 0, value: said });
    expect(world.service.arrived).toEqual([]);
  });

  withFfmpeg('service start, which ends by itself, and service stop', async () => {
    const line = ['service', 'start', '--port', '0', '--workers', '1', '-o', 'json'];
    const { status, stdout, stderr } = await begin(line, choosing(world.service)).ended;
    expect(status, stderr).toBe(0);
    const { url, pid } = document(stdout);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const again = await begin(line).ended;
    expect(document(again.stdout)).toMatchObject({ url, pid });
    const end = await begin(['service', 'stop', '-o', 'json']).ended;
    expect(end.status).toBe(0);
    expect(document(end.stdout)).toMatchObject({ state: 'stopped' });
    expect(world.service.arrived).toEqual([]);
  });

  const event = (id: number) => ({ event_type: 'file.job.completed', created_at: id, payload: { id } });
  it.each(['json', 'ndjson'])('webhook listen -o %s: one line per event', async (form) => {
    const one = begin(['webhook', 'listen', '--unverified', '--port', '0', '-o', form]);
    await one.told('Listening on');
    const url = address.exec(one.stderr())?.[0] ?? '';
    const post = (id: number) => fetch(url, { method: 'POST', body: JSON.stringify(event(id)) });
    expect((await post(1)).status).toBe(204);
    expect(document(await one.firstOutput())).toMatchObject({ event: event(1) });
    await post(2);
    await expect.poll(() => rows(one.stdout())).toHaveLength(2);
    const { status, stdout } = await stopped(one);
    expect(status).toBe(0);
    expect(rows(stdout).map((row) => row.event)).toEqual([event(1), event(2)]);
  });

  it('webhook listen alone does not ask for a secret: exit 2 with a JSON error', async () => {
    const { status, stdout, stderr } = await begin(['webhook', 'listen', '-o', 'json']).ended;
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(document(stderr)).toMatchObject({ code: 'usage', exit_status: 2 });
  });

  it('webhook listen: waits after a 429 with Retry-After', async () => {
    world.busyFirst();
    const line = ['webhook', 'listen', '--webhook', anId, '--port', '0', '-o', 'json'];
    const one = begin(line, choosing(world.service));
    await one.told('Listening on');
    expect(one.stderr()).toContain('slow down');
    expect(await stopped(one)).toMatchObject({ status: 0, stdout: '' });
    expect(world.service.arrived).toHaveLength(2);
  });

  it.each(['json', 'ndjson'])('service logs --follow -o %s: one line per log line', async (form) => {
    const log = path.join(home.folder, 'data', 'service.log');
    mkdirSync(path.dirname(log));
    writeFileSync(log, 'one "line"\n');
    const one = begin(['service', 'logs', '--follow', '--data-dir', 'data', '-o', form]);
    expect(document(await one.firstOutput())).toEqual({ line: 'one "line"' });
    appendFileSync(log, 'another\nand half of');
    await expect.poll(() => one.stdout()).toContain('another');
    appendFileSync(log, ' a third\n');
    await expect.poll(() => one.stdout()).toContain('third');
    const { status, stdout } = await stopped(one);
    expect(status).toBe(0);
    expect(rows(stdout).map(({ line }) => line)).toEqual(['one "line"', 'another', 'and half of a third']);
  });

  it('wait -o ndjson: Ctrl-C is an interruption', async () => {
    world.always({ json: { ...good, status: 'processing' } });
    const one = begin(['wait', 'file', anId, '--interval', '0.1', '-o', 'ndjson'], choosing(world.service));
    expect(document(await one.firstOutput())).toMatchObject({ status: 'processing', outcome: null });
    const { status, stdout, stderr } = await stopped(one);
    expect(status).toBe(130);
    for (const row of rows(stdout)) expect(row).toMatchObject({ outcome: null });
    expect(document(stderr.slice(stderr.indexOf('{')))).toMatchObject({
      code: 'interrupted',
      exit_status: 130,
    });
  });

  const quickstart = ['quickstart', 'talk.mp4', '--data-dir', 'embedded', '-o', 'json'];
  withFfmpeg('quickstart, with the service that runs already', async () => {
    world.always({ json: good });
    const { status, stdout, stderr } = await begin(quickstart, {}, world.folder).ended;
    expect(status, stderr).toBe(0);
    expect(document(stdout)).toMatchObject({ collection: { id: anId }, share: { id: anId } });
  });

  withFfmpeg('quickstart heeds --debug, and what says how requests are made', async () => {
    world.always({ json: good });
    const traced = await begin([...quickstart, '--debug'], {}, world.folder).ended;
    expect(traced.status).toBe(0);
    expect(traced.stderr).toContain(`> GET ${world.service.url}/files?limit=1`);
    expect(document(traced.stdout)).toMatchObject({ collection: { id: anId } });
    const wrong = await begin(quickstart, { VAU_CA_FILE: 'talk.srt' }, world.folder).ended;
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr).toContain('VAU_CA_FILE: talk.srt contains no certificate');
    world.always({ never: true });
    const late = await begin([...quickstart, '--request-timeout', '200ms'], {}, world.folder).ended;
    expect(late).toMatchObject({ status: 9, stdout: '' });
  });

  withFfmpeg('quickstart, interrupted: nothing on standard output', async () => {
    world.always({ json: { ...good, status: 'processing' } });
    const one = begin(quickstart, {}, world.folder);
    await one.told('Processing talk.mp4: processing');
    const { status, stdout, stderr } = await stopped(one);
    expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
    expect(document(stderr.slice(stderr.indexOf('{')))).toMatchObject({ exit_status: 130 });
  });
});

describe('[CLI-4] [CLI-7] setup ffmpeg', () => {
  const line = ['setup', 'ffmpeg', '--data-dir', 'data', '-o', 'json'];
  /**
   * npm gets responses from the scripted service; ffmpeg-static is missing, or contains this program. As under Plug'n'Play, the
   * package is asked and not looked for.
   */
  const env = (program?: string) => {
    const hook = path.join(home.folder, 'hook.cjs');
    writeFileSync(
      hook,
      `const Module = require('node:module');
      process.versions.pnp = '3';
      const load = Module._load;
      const program = ${JSON.stringify(program ?? null)};
      Module._load = (name, ...more) => {
        if (name !== 'ffmpeg-static') return load(name, ...more);
        if (program === null) throw new Error('not installed');
        return program;
      };`,
    );
    return {
      PATH: home.folder,
      npm_config_registry: world.service.url,
      npm_config_fetch_retries: '0',
      npm_config_cache: path.join(home.folder, 'npm'),
      NODE_OPTIONS: `--require ${hook}`,
    };
  };
  withFfmpeg('prints its result as one document', async () => {
    const { status, stdout, stderr } = await begin(line, env(locate('ffmpeg'))).ended;
    expect(status, stderr).toBe(0);
    expect(document(stdout)).toMatchObject({
      path: locate('ffmpeg'),
      source: 'ffmpeg-static',
      why: 'it is the only one found',
      passed_over: [],
    });
  });

  withFfmpeg('fetches nothing where PATH has one, and says why that one is used', async () => {
    const { status, stdout } = await begin(line, { ...env(), PATH: process.env.PATH ?? '' }).ended;
    expect(status).toBe(0);
    expect(document(stdout)).toMatchObject({ source: 'PATH', why: expect.stringContaining('it is') });
    expect(world.service.arrived).toEqual([]);
  });

  it('prints nothing when no ffmpeg is available, and its error is JSON', async () => {
    world.always({ status: 404, json: { error: 'no such package' } });
    const { status, stdout, stderr } = await begin(line, env()).ended;
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(document(stderr.slice(stderr.indexOf('{')))).toMatchObject({ exit_status: 1 });
    expect(world.service.arrived.map(({ method }) => method)).toContain('GET');
  });

  it('Ctrl-C ends it with 130', async () => {
    world.always({ never: true });
    const one = begin(line, env());
    await expect.poll(() => world.service.arrived.length).toBeGreaterThan(0);
    expect(await stopped(one)).toMatchObject({ status: 130, stdout: '' });
  });
});
