/** Films and recordings by seed, of which the driver knows every frame and word. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { tonesWav } from '../../support/models/tones.ts';
import { locate } from '../../support/programs.ts';
import { seeded } from '../../support/seeded.ts';
import { heardOf } from './models.ts';

const run = promisify(execFile);

/** A medium, and what is known of it. */
export interface Medium {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly sha256: string;
  readonly extension: string;
  readonly seconds: number;
  /** Frames of its picture; 0 for sound alone. */
  readonly frames: number;
  /** What the recogniser writes for it. */
  readonly said: string;
}

const RATE = 25;
/** Encoders of pictures: of the first a share is a copy, the others no browser plays, so that a share is encoded. */
const PICTURES = [
  ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '12'],
  ['mpeg4', '-q:v', '5'],
  ['mjpeg', '-q:v', '6', '-pix_fmt', 'yuvj420p'],
] as const;
const BASES = 6;

/** Makes some media, and from these any number of others. @param folder for what they are made of */
export async function makeMedia(seed: number, folder: string): Promise<(number: number) => Medium> {
  await mkdir(folder, { recursive: true });
  const chance = seeded(seed);
  const bases: Omit<Medium, 'sha256'>[] = [];
  for (let at = 0; at < BASES; at += 1) {
    const seconds = 3 + chance.below(3);
    const voice = chance.below(2) === 0 ? 0 : 1;
    const sound = tonesWav(seconds, [{ voice, start: 0.5, end: seconds - 0.5 }], seed + at);
    const said = heardOf(voice);
    if (at % 3 === 2) {
      bases.push({ bytes: Buffer.from(sound), extension: 'wav', seconds, frames: 0, said });
      continue;
    }
    const [wav, out] = [path.join(folder, `${at}.wav`), path.join(folder, `${at}.mov`)];
    await writeFile(wav, sound);
    // Without text, which takes ten times as long to read as all the rest.
    const picture = `${chance.pick(['smptebars', 'gradients'])}=s=320x180:r=${RATE}:d=${seconds}`;
    const encoder = at === 0 ? PICTURES[0] : chance.pick(PICTURES);
    const inputs = ['-f', 'lavfi', '-i', picture, '-i', wav];
    const args = ['-nostdin', '-v', 'error', '-y', ...inputs, '-c:v', ...encoder, '-c:a', 'aac', out];
    await run(locate('ffmpeg'), args);
    bases.push({ bytes: await readFile(out), extension: 'mov', seconds, frames: seconds * RATE, said });
  }
  return (number) => {
    const base = bases[number % bases.length];
    if (!base) throw new Error('there is no medium');
    const bytes = Buffer.concat([base.bytes, mark(base.extension, seed, number)]);
    return { ...base, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  };
}

/** Bytes that every reader skips, so that no two media are alike: a box of QuickTime, a chunk of RIFF. */
function mark(extension: string, seed: number, number: number): Buffer {
  const bytes = Buffer.alloc(16);
  if (extension === 'wav') {
    bytes.write('junk', 0);
    bytes.writeUInt32LE(8, 4);
  } else {
    bytes.writeUInt32BE(16, 0);
    bytes.write('free', 4);
  }
  bytes.writeUInt32BE(seed >>> 0, 8);
  bytes.writeUInt32BE(number, 12);
  return bytes;
}
