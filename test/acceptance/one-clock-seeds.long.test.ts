/**
 * Films made by chance: edit lists, late streams, gaps, odd starts, variable rates, frames out of order, in every container
 * that the service takes. What is made of each agrees with a decoding of the file.
 *
 *   VAU_SEEDS=200 node scripts/test-long.mjs test/acceptance/one-clock-seeds.long.test.ts
 *
 * VAU_SEEDS=17-20 runs these seeds alone.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { beeps, brightness } from '../support/clock.ts';
import { judge } from '../support/one-clock.ts';
import { locate, needs } from '../support/programs.ts';
import { seeded } from '../support/seeded.ts';
import { type Serving, serving } from '../support/serving.ts';

const it = needs('ffmpeg');
const run = promisify(execFile);

/** Seeds that run by default. */
const FEW = '4';
const [from = '', to] = (process.env.VAU_SEEDS ?? FEW).split('-');
const first = to === undefined ? 1 : Number(from);
const SEEDS = Array.from({ length: Number(to ?? from) - first + 1 }, (_, index) => first + index);

let service: Serving;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-seeds-'));
  service = await serving();
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const ffmpeg = (args: readonly string[]) => run(locate('ffmpeg'), ['-nostdin', '-v', 'error', '-y', ...args]);

const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '20', '-pix_fmt', 'yuv420p'];
const B_FRAMES = [...X264, '-bf', '2'];
const X265 = [
  '-c:v',
  'libx265',
  '-preset',
  'ultrafast',
  '-x265-params',
  'log-level=none',
  '-pix_fmt',
  'yuv420p',
];
const VPX = ['-deadline', 'realtime', '-cpu-used', '8', '-b:v', '200k'];
const MPEG4 = ['-c:v', 'mpeg4', '-q:v', '3'];
const MPEG2 = ['-c:v', 'mpeg2video', '-q:v', '3'];
const MJPEG = ['-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj420p'];
const AAC = ['-c:a', 'aac', '-b:a', '48k'];
const MP3 = ['-c:a', 'libmp3lame', '-b:a', '64k'];
const OPUS = ['-c:a', 'libopus', '-b:a', '48k'];

interface Kind {
  readonly ext: string;
  readonly video: readonly (readonly string[])[];
  readonly audio: readonly (readonly string[])[];
  readonly options?: readonly string[];
  /** Whether its frames may come at any time. */
  readonly anyTimes: boolean;
  /** The codec of its subtitles. */
  readonly subtitles?: string;
  readonly rates?: readonly string[];
}

const RATES = ['10', '15', '24000/1001', '25', '30', '50', '60'];
const FRAGMENTS = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof'];
const KINDS: readonly Kind[] = [
  {
    ext: 'mp4',
    video: [X264, B_FRAMES, X265, MPEG4],
    audio: [AAC, MP3],
    anyTimes: true,
    subtitles: 'mov_text',
  },
  { ext: 'mp4', video: [X264, B_FRAMES], audio: [AAC], options: FRAGMENTS, anyTimes: true },
  { ext: 'mov', video: [X264, B_FRAMES, MJPEG], audio: [AAC, ['-c:a', 'pcm_s16le']], anyTimes: true },
  {
    ext: 'mkv',
    video: [X264, B_FRAMES, MPEG4, ['-c:v', 'ffv1']],
    audio: [AAC, MP3, ['-c:a', 'flac']],
    anyTimes: true,
    subtitles: 'srt',
  },
  {
    ext: 'webm',
    video: [
      ['-c:v', 'libvpx', ...VPX],
      ['-c:v', 'libvpx-vp9', ...VPX],
    ],
    audio: [OPUS, ['-c:a', 'libvorbis']],
    anyTimes: true,
    subtitles: 'webvtt',
  },
  {
    ext: 'ts',
    video: [X264, B_FRAMES, MPEG2],
    audio: [AAC, MP3],
    anyTimes: false,
    rates: ['25', '30', '50'],
  },
  { ext: 'mpg', video: [MPEG2], audio: [['-c:a', 'mp2']], anyTimes: false, rates: ['25', '30', '50'] },
  { ext: 'avi', video: [MPEG4, MJPEG], audio: [MP3, ['-c:a', 'pcm_s16le']], anyTimes: false },
  { ext: 'flv', video: [X264, B_FRAMES, ['-c:v', 'flv']], audio: [AAC, MP3], anyTimes: true },
  {
    ext: 'ogv',
    video: [['-c:v', 'libtheora', '-q:v', '8']],
    audio: [['-c:a', 'libvorbis']],
    anyTimes: false,
  },
  { ext: 'wmv', video: [['-c:v', 'wmv2', '-q:v', '3']], audio: [['-c:a', 'wmav2']], anyTimes: true },
  { ext: 'gif', video: [['-c:v', 'gif']], audio: [], anyTimes: true, rates: ['10', '25'] },
];

/** A film by chance: the options that make it, and what it has. */
async function makeFilm(seed: number) {
  const chance = seeded(seed);
  const happens = (percent: number) => chance.below(100) < percent;
  const kind = KINDS[seed % KINDS.length] as Kind;
  const seconds = 3 + chance.below(4);
  const rate = chance.pick(kind.rates ?? RATES);
  const sound = kind.audio.length > 0 && happens(80);
  const lateSound = sound && happens(30) ? chance.pick(['0.4', '1.5', '3']) : undefined;
  const latePicture = sound && !lateSound && happens(15) ? chance.pick(['0.3', '1.2']) : undefined;
  const odd =
    kind.ext === 'gif' || kind.ext === 'ogv' || kind.ext === 'avi'
      ? undefined
      : happens(25) && chance.pick(['7.3', '100', '1000']);
  const gap = kind.anyTimes && happens(25) ? "select='lt(t,1.3)+gte(t,2.9)'" : undefined;
  const uneven = kind.anyTimes && !gap && happens(25) ? `select='gt(random(${seed}),0.4)'` : undefined;
  const silence = sound && happens(20) ? "aselect='lt(t,1.5)+gte(t,2.6)'" : undefined;
  // What is cut from a transport stream starts with its next key frame.
  const keys = chance.pick(kind.ext === 'ts' ? ['12', '25'] : ['12', '50', '250']);
  const cut =
    ['mp4', 'mov', 'mkv', 'ts', 'avi'].includes(kind.ext) && happens(40)
      ? (0.3 + chance.below(20) / 10).toFixed(2)
      : undefined;
  const subtitled = kind.subtitles !== undefined && !cut && !gap && !latePicture && happens(50);
  const subtitles = path.join(folder, `${seed}.srt`);
  const stamp = (second: number) => `00:00:0${second},000`;
  const cues = Array.from(
    { length: seconds },
    (_, n) => `${n + 1}\n${stamp(n)} --> ${stamp(n + 1)}\nSecond ${n}.\n`,
  );
  await writeFile(subtitles, cues.join('\n'));
  const out = path.join(folder, `${seed}.${kind.ext}`);
  const whole = cut ? path.join(folder, `${seed}-whole.${kind.ext}`) : out;
  const offset = (late: string | undefined) => (late ? ['-itsoffset', late] : []);
  const offsets = odd ? ['-output_ts_offset', odd] : [];
  const filter = gap ?? uneven;
  await ffmpeg([
    ...[...offset(latePicture), ...brightness(seconds, rate)],
    ...(sound ? [...offset(lateSound), ...beeps(seconds)] : []),
    ...(subtitled ? ['-i', subtitles] : []),
    ...[
      '-map',
      '0:v',
      ...(sound ? ['-map', '1:a'] : []),
      ...(subtitled ? ['-map', sound ? '2:s' : '1:s'] : []),
    ],
    ...(filter ? ['-vf', filter, '-fps_mode', 'vfr'] : []),
    ...(silence ? ['-af', silence] : []),
    ...[...chance.pick(kind.video), '-g', keys, '-sc_threshold', '0'],
    ...(sound ? chance.pick(kind.audio) : []),
    ...(subtitled ? ['-c:s', kind.subtitles ?? ''] : []),
    ...[...(kind.options ?? []), ...(cut ? [] : offsets), whole],
  ]);
  if (cut)
    await ffmpeg([
      '-ss',
      cut,
      '-i',
      whole,
      '-map',
      '0',
      '-c',
      'copy',
      ...(kind.options ?? []),
      ...offsets,
      out,
    ]);
  const [frames, each = '1'] = rate.split('/');
  return {
    bytes: await readFile(out),
    name: path.basename(out),
    frames: true,
    sound,
    captions: subtitled,
    // What is encoded has at least 24 frames a second.
    frame: Math.max(Number(each) / Number(frames), 0.042) + 0.005,
    clips: [
      [0, 1.3],
      [0.7 + chance.below(10) / 10, 2.4],
      [1.7, 2.2 + chance.below(20) / 10],
    ] as const,
    said: { rate, lateSound, latePicture, odd, gap, uneven, silence, keys, cut },
  };
}

describe('one clock by chance', () => {
  it.each(SEEDS)('[SHARE-9] film %d', { timeout: 240_000 }, async (seed) => {
    const { said, ...film } = await makeFilm(seed);
    const found = await judge(service, film);
    expect(found.join('; '), `${film.name} ${JSON.stringify(said)}`).toBe('');
  });
});
