/** What the tests of interrupted uploads share: a film, and runs of vau that can be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { seeded } from '../support/seeded.ts';
import { binary, type Home, passedOn } from '../support/vau.ts';

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
    ...{ env: { ...passedOn(), ...env }, cwd, stdio: ['ignore', 'pipe', 'pipe'] as const },
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
