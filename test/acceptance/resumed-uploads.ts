/** What the tests of interrupted uploads share: a film, and runs of vau that can be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Relay, relay } from '../support/relay.ts';
import { seeded } from '../support/seeded.ts';
import { type Serving, serving } from '../support/serving.ts';
import { binary, emptyHome, type Home, passedOn } from '../support/vau.ts';

/** An uncompressed recording of noise, the same for the same seed. @param bytes its size */
export function recording(bytes: number, seed: number): Buffer {
  const chance = seeded(seed);
  const block = Buffer.from(Array.from({ length: 65_521 }, () => chance.below(256)));
  const film = Buffer.alloc(bytes, block);
  film.write('RIFF');
  film.writeUInt32LE(bytes - 8, 4);
  film.write('WAVEfmt ', 8);
  film.writeUInt32LE(16, 16);
  film.writeUInt16LE(1, 20);
  film.writeUInt16LE(1, 22);
  film.writeUInt32LE(8000, 24);
  film.writeUInt32LE(8000, 28);
  film.writeUInt16LE(1, 32);
  film.writeUInt16LE(8, 34);
  film.write('data', 36);
  film.writeUInt32LE(bytes - 44, 40);
  return film;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 of the original that a service keeps of a file. */
export const storedHash = async ({ dataFolder }: Home, id: string): Promise<string> =>
  sha256(await readFile(path.join(dataFolder, 'objects/files', id, 'original')));

/** A run of vau that a test may kill. */
export interface Killable {
  readonly child: ChildProcess;
  /** Its exit status (null if a signal ended it), and all that it wrote. */
  readonly ended: Promise<{ status: number | null; stdout: string; stderr: string }>;
}

export function start(words: readonly string[], env: Record<string, string>, cwd: string): Killable {
  const child = spawn(process.execPath, [binary, ...words], {
    env: { ...passedOn(), ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'] as const,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([status]) => ({
    status: status as number | null,
    stdout,
    stderr,
  }));
  return { child, ended };
}

/**
 * A service for the tests of a file, and for each of them a home with talk.wav and a line to the service of 20 MB a second.
 * @param size of talk.wav, in bytes
 */
export function interrupted(size: number) {
  let service: Serving;
  let home: Home;
  let line: Relay;
  let seed = 0;
  beforeAll(async () => {
    service = await serving();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    home = await emptyHome();
    line = await relay(Number(new URL(service.url).port), 20 * 1024 ** 2);
    seed += 1;
    writeFileSync(film(), recording(size, seed));
  });
  afterEach(async () => {
    await line.close();
    await home.remove();
  });
  const film = () => path.join(home.folder, 'talk.wav');
  const env = () => ({
    ...home.env,
    VAU_BASE_URL: `http://127.0.0.1:${line.port}/v1`,
    VAU_TOKEN: service.token,
  });
  const vau = (...words: string[]): Killable =>
    start(['file', 'upload', ...words, '--no-preflight', '-o', 'json'], env(), home.folder);
  return {
    film,
    env,
    vau,
    service: () => service,
    home: () => home,
    line: () => line,

    /** Starts an upload, and kills vau with kill -9 once `bytes` have passed. */
    async killedAt(bytes: number, ...words: string[]): Promise<void> {
      const run = vau(...words);
      line.at(line.passed() + bytes, () => run.child.kill('SIGKILL'));
      expect((await run.ended).status).toBe(null);
    },

    /** Runs the same upload to its end, and holds that the service has the local bytes. */
    async ends(...words: string[]) {
      const run = await vau(...words).ended;
      expect(run.status, run.stderr).toBe(0);
      const answer = JSON.parse(run.stdout) as { id: string } | [{ result: { id: string } }];
      const { id } = Array.isArray(answer) ? answer[0].result : answer;
      expect(await storedHash(service.home, id)).toBe(sha256(readFileSync(film())));
      return run;
    },
  };
}
