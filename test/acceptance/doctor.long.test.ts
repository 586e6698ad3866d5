import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeFinding } from '../../src/cli/doctor/examine.ts';
import type { Finding } from '../../src/cli/doctor/finding.ts';
import { clockFindings } from '../../src/cli/doctor/service.ts';
import { needs } from '../support/programs.ts';
import { type Answer, choosing, run, scripted, stage, token } from './harness.ts';

const { service, home } = await stage();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(home.folder, 'config-'));
  answering({});
});

const answering = (answer: Answer) => {
  service.script = () => ({ json: { object: 'list', data: [] }, ...answer });
};

/** The findings of the doctor, by check. */
async function doctor(env: Record<string, string> = choosing(service)) {
  const data = { VAU_CONFIG_DIR: folder, VAU_DATA_DIR: path.join(folder, 'data') };
  const { status, stdout } = await run(home.folder, ['doctor', '-o', 'json'], { env: { ...data, ...env } });
  const { healthy, checks } = JSON.parse(stdout) as { healthy: boolean; checks: Finding[] };
  const found = Object.fromEntries(checks.map((one) => [one.check, one]));
  return { status, healthy, found };
}

function keep(config: string): string {
  const file = path.join(folder, 'config.json');
  writeFileSync(file, config, { mode: 0o600 });
  return file;
}

describe('vau doctor', () => {
  needs('ffmpeg')('exits 0 when all that is needed is fine', async () => {
    const { status, healthy, found } = await doctor();
    expect({ status, healthy }).toEqual({ status: 0, healthy: true });
    for (const check of ['node', 'service', 'sign-in', 'clock']) expect(found[check]?.state).toBe('ok');
    expect(found.ffmpeg?.message).toMatch(/^\S+, \/\S*ffmpeg\S* \(.+\), because .+/);
    expect(Object.keys(found)).toEqual(
      expect.arrayContaining(['config', 'profile', 'embedded service', 'scene text', 'faces', 'speech']),
    );
  });

  it('prints a line for each check, with the fix below it', async () => {
    const ended = await run(home.folder, ['doctor'], { env: { VAU_CONFIG_DIR: folder } });
    expect(ended.status).toBe(1);
    expect(ended.stdout).toMatch(/^ok {7}node {14}Node \d/);
    expect(ended.stdout).toMatch(/^FAILED {3}service {11}No service is chosen\n +vau quickstart/m);
    expect(ended.stdout).not.toContain('\u001b');
  });

  it('a rejected token fails the sign-in, with the next command', async () => {
    answering({ status: 401, json: { error: 'unknown token' } });
    const { status, found } = await doctor();
    expect(status).toBe(3);
    expect(found.service?.state).toBe('ok');
    expect(found['sign-in']).toEqual({
      check: 'sign-in',
      state: 'failed',
      message: 'unknown token',
      advice: `vau auth login --base-url ${service.url}`,
      exit_status: 3,
    });
  });

  it('the token itself is never shown', async () => {
    const data = { VAU_CONFIG_DIR: folder, ...choosing(service) };
    const ended = await run(home.folder, ['doctor'], { env: data });
    expect(ended.stdout + ended.stderr).not.toContain(token);
    const [asked, ...others] = service.arrived.filter(({ path: where }) => where !== '/readyz');
    expect([asked, others]).toMatchObject([
      { method: 'GET', headers: { authorization: `Bearer ${token}` } },
      [],
    ]);
    const ready = service.arrived.find(({ path: where }) => where === '/readyz');
    expect(ready?.headers.authorization).toBeUndefined();
  });

  it('an unreachable service, and one with an internal error', async () => {
    const gone = await scripted();
    await gone.close();
    const nobody = await doctor(choosing(gone));
    expect(nobody.status).toBe(9);
    expect(nobody.found.service).toMatchObject({ state: 'failed', advice: 'vau service start' });
    answering({ status: 500, json: { error: 'broken' } });
    const { status, found } = await doctor();
    expect(status).toBe(8);
    expect(found.service?.message).toContain('broken');
  });

  it('says why a service on this machine cannot work, also where its data folder is gone, and with it the record', async () => {
    const gone = 'the data folder was moved or deleted; put it back, or start the service again';
    service.script = ({ path: asked }) =>
      asked === '/readyz'
        ? { status: 503, json: { status: 'not ready', reasons: [gone] } }
        : { json: { object: 'list', data: [] } };
    const { found } = await doctor();
    expect(found['embedded service']).toMatchObject({
      state: 'warning',
      message: 'The data folder was moved or deleted; put it back, or start the service again',
    });
    answering({});
    expect((await doctor()).found['embedded service']?.message).toMatch(/^Not running/);
  });

  it('more failures than the service: exit 1', async () => {
    keep('{ half');
    answering({ status: 500, json: { error: 'broken' } });
    expect((await doctor()).status).toBe(1);
  });

  it('respects VAU_REQUEST_TIMEOUT, and traces with --debug, without the token', async () => {
    answering({ never: true });
    const env = { VAU_CONFIG_DIR: folder, ...choosing(service), VAU_REQUEST_TIMEOUT: '200ms' };
    const ended = await run(home.folder, ['doctor', '--debug'], { env });
    expect(ended.stdout).toContain('FAILED   service');
    expect(ended.stderr).toContain(`> GET ${service.url}/files?limit=1`);
    expect(ended.stderr).not.toContain(token);
  });

  it('a clock that is ten minutes off fails', async () => {
    answering({ headers: { date: new Date(Date.now() - 600_000).toUTCString() } });
    const { status, found } = await doctor();
    expect(status).toBe(1);
    expect(found.clock?.message).toMatch(/^The clock is (59|60|61)\d s ahead of the service's$/);
  });

  it('an invalid configuration fails', async () => {
    const file = keep('{ half');
    const { status, found } = await doctor();
    expect(status).toBe(1);
    expect(found.config?.message).toContain(file);
  });

  it('a configuration that others can read is a warning with the fix', async () => {
    const file = keep('{}');
    chmodSync(file, 0o644);
    const { found } = await doctor();
    expect(found.config).toMatchObject({ state: 'warning', advice: `chmod go-rwx ${file}` });
  });

  it('a missing profile fails', async () => {
    keep(JSON.stringify({ profile: 'gone', profiles: {} }));
    const { status, found } = await doctor({});
    expect(status).toBe(1);
    expect(found.profile).toMatchObject({ state: 'failed' });
    expect(found.profile?.message).toContain('gone');
  });

  it('an ffmpeg that does not run fails here, and is a warning for a remote service', async () => {
    const none = path.join(folder, 'none');
    mkdirSync(none);
    const here = await doctor({ ...choosing(service), VAU_FFMPEG: path.join(none, 'ffmpeg') });
    expect(here.found.ffmpeg).toMatchObject({ state: 'failed', advice: 'vau setup ffmpeg' });
    const elsewhere = { VAU_BASE_URL: 'http://nowhere.invalid/v1', VAU_TOKEN: token };
    const there = await doctor({ ...elsewhere, VAU_FFMPEG: path.join(none, 'ffmpeg') });
    expect(there.found.ffmpeg?.state).toBe('warning');
    rmSync(none, { recursive: true });
  });

  it('without a speech recogniser, says how to get one', async () => {
    const { found } = await doctor({
      ...choosing(service),
      VAU_SPEECH_PROVIDERS: 'sidecar,subtitle-track,endpoint,sherpa-onnx',
    });
    expect(found.speech).toMatchObject({ state: 'none' });
    expect(found.speech?.advice).toBe('vau setup speech');
  });
});

describe('single findings', () => {
  it('an old Node is too old', () => {
    expect(nodeFinding('20.18.1').state).toBe('failed');
    expect(nodeFinding('18.20.0').state).toBe('failed');
    expect(nodeFinding('20.19.0').state).toBe('ok');
    expect(nodeFinding('22.0.0').state).toBe('ok');
  });

  it('a clock difference is reported from half a minute on', () => {
    const now = Date.parse('2026-05-01T10:00:00Z');
    const at = (seconds: number) =>
      clockFindings(new Date(now + seconds * 1000).toUTCString(), now)[0]?.state;
    expect([0, 30, -30].map(at)).toEqual(['ok', 'ok', 'ok']);
    expect([31, -300].map(at)).toEqual(['warning', 'warning']);
    expect([301, -3600].map(at)).toEqual(['failed', 'failed']);
    expect(clockFindings(undefined, now)).toEqual([]);
  });
});
