/** Uploads that are interrupted again and again, and what else may happen to an interrupted one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { relay } from '../support/relay.ts';
import { seeded } from '../support/seeded.ts';
import { binary, emptyHome, type Home, passedOn } from '../support/vau.ts';
import { interrupted, recording, sha256, start, storedHash } from './resumed-uploads.ts';

const MB = 1024 ** 2;

describe('an upload that is killed ten times', () => {
  const SIZE = 40 * MB;
  const SEED = 13;
  let home: Home;
  let port = 0;
  let server: ChildProcess;
  beforeAll(async () => {
    home = await emptyHome();
    await serve();
  });
  afterAll(async () => {
    server.kill('SIGINT');
    await once(server, 'close');
    await home.remove();
  });

  /** Starts the service, on the port that it had. */
  async function serve(): Promise<void> {
    const words = [binary, 'serve', '--port', String(port), '--workers', '1', '--output', 'json'];
    const child = spawn(process.execPath, words, {
      env: { ...passedOn(), ...home.env, VAU_RATE_LIMIT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    server = child;
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const { url } = await vi.waitFor(() => JSON.parse(said) as { url: string }, {
      timeout: 30_000,
      interval: 20,
    });
    port = Number(new URL(url).port);
  }

  it('ends whole, its bytes equal, whether vau or the service was killed', async () => {
    const chance = seeded(SEED);
    const film = path.join(home.folder, 'long.wav');
    writeFileSync(film, recording(SIZE, SEED));
    const beside = path.join(home.folder, 'long.srt');
    writeFileSync(beside, '1\n00:00:01,000 --> 00:00:03,000\nThe lighthouse keeper sleeps.\n');
    const line = await relay(port, 12 * MB);
    const config = JSON.parse(readFileSync(path.join(home.configFolder, 'config.json'), 'utf8'));
    const { token } = Object.values(config.profiles)[0] as { token: string };
    const env = { ...home.env, VAU_BASE_URL: `http://127.0.0.1:${line.port}/v1`, VAU_TOKEN: token };
    const run = () => start(['file', 'upload', film, '--no-preflight', '-o', 'json'], env, home.folder);
    const victims = { vau: 0, service: 0 };
    let going = run();
    for (let kill = 1; kill <= 10; kill += 1) {
      // The service every third time; the others and the places by chance.
      const victim = kill % 3 === 0 ? 'service' : 'vau';
      victims[victim] += 1;
      const process = victim === 'vau' ? going.child : server;
      const gone = once(process, 'close');
      line.at(line.passed() + MB / 2 + chance.below(3 * MB), () => process.kill('SIGKILL'));
      await gone;
      if (victim === 'service') await serve();
      else going = run();
    }
    const end = await going.ended;
    expect(end.status, end.stderr).toBe(0);
    expect(victims).toEqual({ vau: 7, service: 3 });
    expect(end.stderr).toContain('Going on with the upload of long.wav');
    const { id, content_hash } = JSON.parse(end.stdout) as { id: string; content_hash: string };
    expect(content_hash).toBe(sha256(readFileSync(film)));
    expect(await storedHash(home, id)).toBe(content_hash);
    // Its subtitles followed it.
    const objects = path.join(home.dataFolder, 'objects/files', id);
    const given = readdirSync(objects).filter((name) => name.startsWith('transcript-'));
    expect(given.map((name) => readFileSync(path.join(objects, name)))).toEqual([readFileSync(beside)]);
    // Of each kill, only what was under way was sent again.
    expect(line.passed()).toBeLessThan(SIZE + 10 * MB);
    expect(readdirSync(path.join(home.dataFolder, 'objects/files'))).toEqual([id]);
    expect(readdirSync(path.join(home.dataFolder, 'uploads'))).toEqual([]);
    await line.close();
  });
});

describe('an upload whose vau was killed', () => {
  const SIZE = 17 * MB;
  const { film, vau, service, home, line, killedAt, ends } = interrupted(SIZE);

  it('goes on by the journal of --resume', async () => {
    // Before the second note, which is written after 8 MiB.
    await killedAt(3 * MB, film(), '--resume', 'journal.ndjson');
    const { stderr } = await ends(film(), '--resume', 'journal.ndjson');
    expect(stderr).toContain('Going on with the upload of talk.wav');
    expect(line().passed()).toBeLessThan(SIZE + 4 * MB);
    expect(readdirSync(home().folder).includes('config') && readdirSync(home().configFolder)).not.toContain(
      'uploads',
    );
    const again = await vau(film(), '--resume', 'journal.ndjson').ended;
    expect(again.stderr).toContain('already done according to journal.ndjson');
  });

  it('begins anew if the file has other content by now, even of the same size and time', async () => {
    const noon = 1_700_000_000;
    utimesSync(film(), noon, noon);
    await killedAt(14 * MB, film());
    const changed = recording(SIZE, 99);
    writeFileSync(film(), changed);
    utimesSync(film(), noon, noon);
    const { stderr } = await ends(film());
    expect(stderr).toContain(
      'talk.wav changed since its upload was interrupted: uploading talk.wav from its start',
    );
    expect(readdirSync(path.join(service().home.dataFolder, 'uploads'))).toEqual([]);
  });

  it('begins anew if the service no longer has it', async () => {
    await killedAt(4 * MB, film());
    const [id = ''] = readdirSync(path.join(service().home.dataFolder, 'uploads'));
    expect((await service().call('DELETE', `/uploads/${id}`)).status).toBe(204);
    const { stderr } = await ends(film());
    expect(stderr).toContain('no longer has the interrupted upload of talk.wav');
  });
});
