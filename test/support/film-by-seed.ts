/** Makes films by seed, as cameras, cutters and recorders do, and as damaged or careless programs do. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beeps, brightness } from './clock.ts';
import { CLAIMING, claiming, MATRICES, withMatrix } from './film-headers.ts';
import { locate } from './programs.ts';
import { seeded } from './seeded.ts';

const run = promisify(execFile);
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

/** A film by chance: a file in a folder, what it has, and the choices that made it. */
export async function makeFilm(seed: number, folder: string) {
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
  const [video, audio] = [chance.pick(kind.video), sound ? chance.pick(kind.audio) : []];
  const clips = [
    [0, 1.3],
    [0.7 + chance.below(10) / 10, 2.4],
    [1.7, 2.2 + chance.below(20) / 10],
  ] as const;
  const claim = CLAIMING.includes(kind.ext) && happens(25) ? chance.pick([0.3, 4, 100]) : undefined;
  const turns = ['mp4', 'mov'].includes(kind.ext) && happens(50);
  const matrix = turns ? chance.pick(Object.keys(MATRICES)) : undefined;
  // Pieces of a recorder whose clock jumps from one to the next, ahead or back; a clock that starts anew within a piece.
  const broadcast = ['ts', 'mpg'].includes(kind.ext);
  const piece = broadcast && happens(50) ? chance.pick(['20000', '3', '0']) : undefined;
  const wraps = broadcast && happens(40) ? String(WRAP_SECONDS - 1 - chance.below(3)) : undefined;

  const at = (name: string) => path.join(folder, `${seed}${name}`);
  const out = at(`.${kind.ext}`);
  const whole = cut ? at(`-whole.${kind.ext}`) : out;
  const start = wraps ?? (odd || undefined);
  const offsets = start ? ['-output_ts_offset', start] : [];
  if (subtitled) await writeFile(at('.srt'), cues(seconds));
  const filter = gap ?? uneven;
  const film = [
    ...[...late(latePicture), ...brightness(seconds, rate)],
    ...(sound ? [...late(lateSound), ...beeps(seconds)] : []),
    ...(subtitled ? ['-i', at('.srt')] : []),
    ...['-map', '0:v', ...(sound ? ['-map', '1:a'] : [])],
    ...(subtitled ? ['-map', sound ? '2:s' : '1:s'] : []),
    ...(filter ? ['-vf', filter, '-fps_mode', 'vfr'] : []),
    ...(silence ? ['-af', silence] : []),
    ...[...video, '-g', keys, '-sc_threshold', '0', ...audio],
    ...(subtitled ? ['-c:s', kind.subtitles ?? ''] : []),
    ...(kind.options ?? []),
  ];
  await ffmpeg([...film, ...(cut ? [] : offsets), whole]);
  const copy = ['-map', '0', '-c', 'copy', ...(kind.options ?? []), ...offsets];
  if (cut) await ffmpeg(['-ss', cut, '-i', whole, ...copy, out]);
  let bytes: Buffer = await readFile(out);
  if (piece) {
    await ffmpeg([...film, '-output_ts_offset', piece, at(`-next.${kind.ext}`)]);
    bytes = Buffer.concat([bytes, await readFile(at(`-next.${kind.ext}`))]);
  }
  if (claim) bytes = claiming(bytes, kind.ext, claim * seconds);
  if (matrix) bytes = withMatrix(bytes, MATRICES[matrix] ?? [1, 0, 0, 1]);
  const [frames, each = '1'] = rate.split('/');
  return {
    bytes,
    name: path.basename(out),
    frames: true,
    sound,
    captions: subtitled,
    step: Number(each) / Number(frames),
    // What is encoded has at least 24 frames a second.
    frame: Math.max(Number(each) / Number(frames), 0.042) + 0.005,
    clips,
    said: {
      ...{ seconds, rate, video: video[1], lateSound, latePicture, odd, gap, uneven, silence, keys, cut },
      ...{ claim, matrix, piece, wraps },
    },
  };
}

/** The clock of transport and program streams starts anew after so many seconds: 33 bits at 90 kHz. */
const WRAP_SECONDS = 95_443;

const late = (seconds: string | undefined) => (seconds ? ['-itsoffset', seconds] : []);

/** Subtitles that say each second. */
function cues(seconds: number): string {
  const stamp = (second: number) => `00:00:0${second},000`;
  const cue = (n: number) => `${n + 1}\n${stamp(n)} --> ${stamp(n + 1)}\nSecond ${n}.\n`;
  return Array.from({ length: seconds }, (_, n) => cue(n)).join('\n');
}
