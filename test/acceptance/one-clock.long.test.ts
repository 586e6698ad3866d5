/**
 * One clock: second N of a file is second N of its stream, of a clip, of a picture and of a caption, whatever the container
 * says. The films are grey, and their brightness is the second; what is made of them is decoded and compared.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { beeps, brightness, lumaOf, type Played } from '../support/clock.ts';
import { judge } from '../support/one-clock.ts';
import { locate, needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';

const it = needs('ffmpeg');
const run = promisify(execFile);

let service: Serving;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-films-'));
  service = await serving();
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => path.join(folder, name);
const ffmpeg = (...args: string[]) => run(locate('ffmpeg'), ['-nostdin', '-v', 'error', '-y', ...args]);

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-crf', '20', '-pix_fmt', 'yuv420p'];
const AAC = ['-c:a', 'aac', '-b:a', '48k'];
const KEYS = ['-g', '25', '-sc_threshold', '0'];

/** What a player shows of `seconds` whose picture starts with second `first`, and beeps each second from `from` on. */
function shown(seconds: number, first = 0, from = 0): Played {
  const count = Math.ceil(seconds * 25);
  const frames = Array.from(
    { length: count },
    (_, n) => [n / 25, 30 + 20 * Math.floor(first + n / 25)] as const,
  );
  const starts = Array.from({ length: Math.ceil(seconds - from) }, (_, n) => from + n);
  return { frames, sound: starts.flatMap((time) => [time, time + 0.2]), end: seconds };
}

interface Case {
  readonly name: string;
  readonly make: (out: string) => Promise<unknown>;
  readonly clips: readonly (readonly [number, number])[];
  /** Seconds of one frame. */
  readonly frame?: number;
  readonly shown?: Played;
}

const film = (seconds: number, sound: readonly string[] = beeps(seconds)) => [
  ...brightness(seconds),
  ...sound,
];

/** A film trimmed without encoding: its edit list hides what comes before. */
async function trimmed(out: string, start: string, video: readonly string[], sound: readonly string[] = AAC) {
  await ffmpeg(...film(10), ...video, '-g', '250', ...sound, at(`whole${path.extname(out)}`));
  await ffmpeg('-ss', start, '-i', at(`whole${path.extname(out)}`), '-c', 'copy', out);
}

const late = (seconds: number) => ['-itsoffset', String(seconds), ...beeps(4, 1)];
/** A second, and nothing new before the seventh. */
const STILL = ['-vf', "select='lt(t,3)+gte(t,7)'", '-fps_mode', 'vfr'];
const FRAGMENTS = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof'];

const cases: readonly Case[] = [
  {
    name: 'trimmed.mp4',
    make: (out) => trimmed(out, '6.5', H264),
    clips: [
      [0, 2],
      [1.2, 3.5],
    ],
    shown: shown(3.5, 6.5, 0.5),
  },
  {
    name: 'trimmed-b-frames.mov',
    make: (out) =>
      trimmed(out, '4.24', ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-pix_fmt', 'yuv420p']),
    clips: [[0.3, 4.1]],
  },
  {
    name: 'trimmed-mpeg4.mp4',
    make: (out) => trimmed(out, '3.3', ['-c:v', 'mpeg4', '-q:v', '3'], ['-c:a', 'libmp3lame']),
    clips: [[1, 2.2]],
  },
  ...['late.mp4', 'late.mkv', 'late.ts', 'late.flv'].map((name, index) => ({
    name,
    make: (out: string) => ffmpeg(...brightness(8), ...late(0.5 + index), ...H264, ...KEYS, ...AAC, out),
    clips: [
      [0, 2.5],
      [1.4, 6],
    ] as const,
  })),
  ...['late-picture.mkv', 'late-picture.mp4', 'late-picture.webm'].map((name) => ({
    name,
    make: (out: string) => {
      const codecs = name.endsWith('webm')
        ? ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus']
        : [...H264, ...KEYS, ...AAC];
      return ffmpeg('-itsoffset', '2', ...film(6), ...codecs, '-map', '0:v', '-map', '1:a', out);
    },
    clips: [[0.5, 3.2]] as const,
  })),
  // A picture that ends before the sound stands until the end.
  ...['short-picture.mp4', 'short-picture.mkv', 'short-picture.ts'].map((name) => ({
    name,
    make: (out: string) => ffmpeg(...brightness(2), ...beeps(6), ...H264, ...KEYS, ...AAC, out),
    clips: [
      [1.3, 4],
      [3.2, 5],
    ] as const,
  })),
  {
    name: 'still.mkv',
    make: (out) => ffmpeg(...film(10), ...STILL, ...H264, ...KEYS, ...AAC, out),
    clips: [
      [4, 8],
      [5.5, 6.5],
    ],
  },
  {
    name: 'still.mp4',
    make: (out) => ffmpeg(...film(10), ...STILL, ...H264, ...KEYS, ...AAC, out),
    clips: [[4, 8]],
  },
  {
    name: 'still.webm',
    make: (out) =>
      ffmpeg(...film(10), ...STILL, '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', out),
    clips: [[4, 8]],
  },
  {
    name: 'lapse.mkv',
    make: (out) =>
      ffmpeg(...brightness(10), '-vf', "select='not(mod(n,50))'", '-fps_mode', 'vfr', ...H264, out),
    clips: [[1, 5.5]],
    // The last frame is as long as the file says, not as those before it.
    shown: { frames: [0, 2, 4, 6, 8].map((time) => [time, lumaOf(time)] as const), sound: [], end: 8.04 },
  },
  {
    name: 'jump.ts',
    make: (out) => joined(out, 'a.ts', 'b.ts'),
    clips: [
      [3.5, 7.5],
      [6.2, 9],
    ],
  },
  {
    name: 'back.ts',
    make: (out) => joined(out, 'b.ts', 'a.ts'),
    clips: [[6.2, 9]],
  },
  {
    name: 'wrap.ts',
    make: (out) =>
      ffmpeg(...film(8), ...H264, ...KEYS, ...AAC, '-muxdelay', '0', '-output_ts_offset', '95438.7', out),
    clips: [[3.1, 7]],
  },
  {
    name: 'long-gop.ts',
    make: (out) => ffmpeg(...film(9), ...H264, '-g', '100', '-sc_threshold', '0', ...AAC, out),
    clips: [[2.6, 3.9]],
  },
  {
    name: 'fragments.mp4',
    make: (out) =>
      ffmpeg(...film(6), ...H264, ...KEYS, ...AAC, ...FRAGMENTS, '-output_ts_offset', '1000', out),
    clips: [[1.3, 4]],
  },
  {
    name: 'interlaced.mpg',
    make: (out) =>
      ffmpeg(
        ...film(4),
        ...['-vf', 'tinterlace=interleave_top,fieldorder=tff', '-c:v', 'mpeg2video', '-flags', '+ildct+ilme'],
        ...['-c:a', 'mp2', out],
      ),
    frame: 0.09,
    clips: [[1.1, 3]],
  },
  {
    name: 'old.avi',
    make: (out) => ffmpeg(...film(4), '-c:v', 'mpeg4', '-vtag', 'xvid', '-c:a', 'libmp3lame', out),
    clips: [[1.1, 3]],
  },
  // Their clocks tick once a frame: windows that begin between two ticks are exact all the same.
  ...['slow.avi', 'slow.ogv'].map((name) => ({
    name,
    make: (out: string) => {
      const codecs = name.endsWith('avi')
        ? ['-c:v', 'mjpeg', '-q:v', '3', '-c:a', 'pcm_s16le']
        : ['-c:v', 'libtheora', '-q:v', '8', '-c:a', 'libvorbis'];
      return ffmpeg(...brightness(8, '5'), ...beeps(8), ...codecs, out);
    },
    frame: 0.05,
    clips: [
      [3.1, 5.7],
      [2.93, 6.13],
    ] as const,
  })),
  {
    name: 'hdr.mov',
    make: (out) =>
      ffmpeg(
        ...brightness(4),
        ...[
          '-c:v',
          'libx265',
          '-preset',
          'ultrafast',
          '-pix_fmt',
          'yuv420p10le',
          '-tag:v',
          'hvc1',
          '-x265-params',
        ],
        ...['log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc', out],
      ),
    clips: [[1.1, 3]],
  },
  {
    name: 'odd.webm',
    make: (out) =>
      ffmpeg(
        ...[...brightness(4, '25', '65x37'), ...beeps(4)],
        ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus', out],
      ),
    clips: [[1.1, 3]],
  },
  {
    name: 'odd444.mp4',
    make: (out) =>
      ffmpeg(
        ...brightness(4, '25', '65x37'),
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-pix_fmt',
        'yuv444p',
        out,
      ),
    clips: [[1.1, 3]],
  },
  // Animated pictures: their frames have times of their own.
  ...[
    { name: 'moves.png', codec: ['-c:v', 'apng', '-plays', '0', '-f', 'apng'] },
    { name: 'moves.apng', codec: ['-c:v', 'apng', '-pix_fmt', 'rgba', '-plays', '1'] },
    { name: 'moves.gif', codec: ['-loop', '0'] },
    { name: 'moves.avif', codec: ['-c:v', 'libaom-av1', '-cpu-used', '8', '-pix_fmt', 'yuv420p'] },
  ].map(({ name, codec }) => ({
    name,
    make: (out: string) => ffmpeg(...brightness(5, '5'), ...codec, out),
    frame: 0.21,
    clips: [[1.1, 3]] as const,
    shown: {
      frames: Array.from({ length: 25 }, (_, n) => [n / 5, lumaOf(Math.floor(n / 5))] as const),
      sound: [],
      end: 5,
    },
  })),
];

/** The films without sound. */
const SILENT = /lapse|hdr|odd444|moves/;

/** Two pieces of a recording whose clocks differ by hours, joined byte by byte. */
async function joined(out: string, ...names: string[]) {
  const piece = ['-t', '5', ...H264, ...KEYS, ...AAC];
  await ffmpeg(...film(10), ...piece, '-output_ts_offset', '100', at('a.ts'));
  await ffmpeg('-ss', '5', ...film(10), ...piece, '-output_ts_offset', '20000', at('b.ts'));
  await run('sh', ['-c', `cat ${names.map(at).join(' ')} > ${out}`]);
}

describe('one clock', () => {
  it.each(cases)('[SHARE-9] $name', async ({ name, make, clips, frame = 0.045, shown: truth }) => {
    await make(at(name));
    const bytes = await readFile(at(name));
    const streams = { frames: true, sound: !SILENT.test(name) };
    const found = await judge(service, {
      bytes,
      name,
      ...streams,
      frame,
      clips,
      ...(truth && { shown: truth }),
    });
    expect(found.join('; ')).toBe('');
  });
});
