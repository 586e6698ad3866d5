/** An interrupted upload goes on where it was, where the service can. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loopback } from '../support/loopback.ts';
import { interrupted, recording, start } from './resumed-uploads.ts';

const MB = 1024 ** 2;
const SIZE = 17 * MB;
const { film, env, vau, service, home, line, killedAt, ends } = interrupted(SIZE);
const notes = (): string[] => readdirSync(path.join(home().configFolder, 'uploads'));

describe('an upload whose vau was killed', () => {
  it('goes on where it was, and says so; nothing is left of it afterwards', async () => {
    // Before the second note, which is written after 8 MiB: what vau has read is ahead of what has passed.
    await killedAt(3 * MB, film());
    expect(notes()).toHaveLength(1);
    const { mode } = statSync(path.join(home().configFolder, 'uploads', notes()[0] ?? ''));
    expect(mode & 0o777).toBe(0o600);
    const { stderr } = await ends(film());
    expect(stderr).toMatch(/Going on with the upload of talk\.wav at \d{1,2} % of 17/);
    expect(line().passed()).toBeLessThan(SIZE + 4 * MB);
    expect(notes()).toEqual([]);
  });
});

describe('an upload that Ctrl-C ends', () => {
  it('says how it goes on, and goes on', async () => {
    const run = vau(film());
    line().at(3 * MB, () => run.child.kill('SIGINT'));
    const { status, stdout, stderr } = await run.ended;
    expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
    expect(stderr).toContain('The same command goes on with talk.wav where it stopped');
    expect((await ends(film())).stderr).toContain('Going on with the upload of talk.wav');
  });
});

describe('an upload with --wait that Ctrl-C ends', () => {
  it('names the command that goes on', async () => {
    const words = ['file', 'upload', film(), '--collection', 'Waited', '--create', '--wait'];
    const run = start(words, env(), home().folder);
    line().at(3 * MB, () => run.child.kill('SIGINT'));
    const { status, stderr } = await run.ended;
    expect(status).toBe(130);
    expect(stderr).toContain('To go on, type the same command again');
  });
});

describe('an upload whose line broke', () => {
  it('is deleted again if the bytes that the service has are not those of the file any more', async () => {
    const before = (await service().call('GET', '/files')).body.total;
    line().at(6 * MB, () => writeFileSync(film(), recording(MB, 99), { flag: 'r+' }));
    const { status, stdout, stderr } = await vau(film()).ended;
    expect({ status, stdout }, stderr).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('changed during the upload: what was sent is deleted again');
    expect((await service().call('GET', '/files')).body.total).toBe(before);
    expect(notes()).toEqual([]);
    await ends(film());
  });
});

describe('a service that cannot resume', () => {
  it('gets the file in one request, as before, after one question that it may refuse', async () => {
    const answers = [
      [404, '{"error": "no"}'],
      [200, '<html>'],
      [204, ''],
    ] as const;
    for (const [status, body] of answers) {
      const other = await loopback(({ method }, response) => {
        const file = { id: 'f', status: 'pending', uri: 'x', filename: 'talk.wav' };
        response.writeHead(method === 'POST' ? 200 : status, { 'content-type': 'application/json' });
        response.end(method === 'POST' ? JSON.stringify(file) : body);
      });
      const words = ['file', 'upload', film(), '--no-preflight', '-o', 'json'];
      const { status: exit } = await start(
        words,
        { ...env(), VAU_BASE_URL: `${other.url}/v1` },
        home().folder,
      ).ended;
      expect(exit).toBe(0);
      expect(other.arrived.map(({ method, path: at }) => `${method} ${at}`)).toEqual([
        'OPTIONS /v1/uploads',
        'POST /v1/files',
      ]);
      expect(other.arrived[1]?.body.length).toBeGreaterThan(SIZE);
      await other.close();
    }
  });

  it('is asked nothing about a file of less than 16 MiB', async () => {
    const other = await loopback((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"id": "f", "status": "pending", "uri": "x", "filename": "talk.wav"}');
    });
    writeFileSync(film(), recording(16 * MB - 1, 1));
    const words = ['file', 'upload', film(), '--no-preflight', '-o', 'json'];
    expect(
      (await start(words, { ...env(), VAU_BASE_URL: `${other.url}/v1` }, home().folder).ended).status,
    ).toBe(0);
    expect(other.arrived.map(({ method }) => method)).toEqual(['POST']);
    await other.close();
  });
});
