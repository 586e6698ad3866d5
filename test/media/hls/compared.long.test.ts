/** A stream is compared with its plan before it is used. What was made comes from a program that stands for ffmpeg. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readTimes, type TrackTimes } from '../../../src/media/clock/times.ts';
import {
  type HlsOptions,
  type HlsPackage,
  type MediaProbe,
  type MediaStream,
  packageHls,
} from '../../../src/media/index.ts';
import { wav } from '../../support/bombs/sound.ts';
import { AAC, ffmpeg, H264, make, picture, tempFolder, tone } from '../support.ts';
import { box, fragment, LIST, large, type Parts, run, streamOf, u32 } from './boxes.ts';

const { dir, at, drop } = await tempFolder();
afterAll(drop);

/** It copies what `prepare` has put there; what is read in another folder is read by ffmpeg itself. */
const stand = { ...ffmpeg, path: at('stands for ffmpeg') };
const script = `#!/bin/sh
case "$PWD" in *.part) ;; *) exec "${ffmpeg.path}" "$@";; esac
echo "$*" >> "${at('told')}"
case " $* " in *" copy "*) from=copied;; *) from=encoded;; esac
cp "${dir}/$from/"* . 2>/dev/null
printf 'out_time=00:00:01.000000\\nout_time=00:00:09.000000\\n'
case "$*" in *-hls_time\\ 5*) exit 1;; *-hls_time\\ 6*) exec sleep 60;; esac
`;
/** The lengths of segments with which the program fails, or goes on for a minute. */
const [FAILS, WAITS] = [5, 6];

beforeAll(async () => {
  await writeFile(stand.path, script, { mode: 0o755 });
  await writeFile(at('a.wav'), wav(16_000, 16_000, 8_000));
  const film = [...picture(2, '10', '64x48'), ...tone(2)];
  // Its sound ends early, as that of its copy may.
  await make(...picture(2, '10', '64x48'), ...tone(1.7), ...H264, ...AAC, at('film.mp4'));
  await make(...film, ...H264, '-c:a', 'libmp3lame', '-shortest', at('half.mp4'));
  await make(...tone(2), ...AAC, at('sound.m4a'));
});

/** What the program will write, where the streams are encoded or where one is copied. */
async function prepare(parts: Parts, where: 'encoded' | 'copied' = 'encoded'): Promise<void> {
  await rm(at(where), { recursive: true, force: true });
  await mkdir(at(where));
  for (const [name, bytes] of Object.entries(streamOf(parts)))
    if (bytes) await writeFile(path.join(at(where), name), bytes);
}

const video = { index: 0, type: 'video', codec: 'vp9', frame_rate: null, attached_pic: false } as MediaStream;
const audio = { index: 1, type: 'audio', codec: 'mp3', attached_pic: false } as MediaStream;
const probed = {
  ...{ media_type: 'video', duration_seconds: 2, size: 16_044, streams: [video, audio] },
} as unknown as MediaProbe;

const packaged = (more: Partial<HlsOptions> = {}, file = 'a.wav'): Promise<HlsPackage> =>
  packageHls(at(file), at('out'), { ffmpeg: stand, probed, ...more });

async function reason(more: Partial<HlsOptions> = {}): Promise<string> {
  const answer = await packaged(more).then(
    () => 'taken',
    (error: Error) => error.message,
  );
  expect(existsSync(at('out'))).toBe(answer === 'taken');
  expect((await readdir(dir)).filter((name) => name.includes('.part'))).toEqual([]);
  return answer.replace('a.wav: ', '').replace('its stream would not show what the file shows: ', '');
}

const told = async () => (await readFile(at('told'), 'utf8')).trim().split('\n');

beforeEach(async () => {
  for (const name of ['out', 'told']) await rm(at(name), { recursive: true, force: true });
});

describe.skipIf(process.platform === 'win32')('an encoded stream', () => {
  it('is taken if it is what was planned, with the true lengths of its segments', async () => {
    await prepare({});
    await mkdir(at('out'));
    await writeFile(at('out', 'of-before'), '');
    const shares: number[] = [];
    const made = await packaged({ onProgress: (share) => shares.push(share) });
    expect(made).toEqual({
      playlist: at('out', 'index.m3u8'),
      durationSeconds: 2,
      segments: 1,
      reencoded: true,
    });
    expect(shares).toEqual([0.5, 1]);
    const text = await readFile(made.playlist, 'utf8');
    expect(text).toContain('#EXT-X-TARGETDURATION:2\n');
    expect(text).toContain('#EXTINF:2.000000,\n');
    expect((await readdir(at('out'))).sort()).toEqual(['index.m3u8', 'init.mp4', 'segment00000.m4s']);
    const [args = ''] = await told();
    expect(args).toContain(' -nostats -progress pipe:1 ');
    expect(args).toMatch(/ -t 2\.000000 .* -hls_time 2 /);
  });

  it.each<[string, Parts]>([
    ['it lasts 1.50 of 2.00 s', { picture: [0, 3], sound: [0, 3] }],
    ['it lasts 2.50 of 2.00 s', { picture: [0, 5] }],
    ['it lasts 2.16 of 2.00 s', { picture: [16, 4] }],
    ['it has no picture', { picture: [0, 0] }],
    ['it has no sound', { sound: [0, 0] }],
    ['its picture begins at 0.50 instead of 0.00 s', { picture: [50, 3] }],
    ['its sound begins at 0.50 instead of 0.00 s', { sound: [50, 3] }],
    ['its picture ends at 1.50 of 2.00 s', { picture: [0, 3] }],
    ['its sound ends at 1.50 of 2.00 s', { sound: [0, 3] }],
    ['taken', { picture: [15, 4] }],
    ['taken', { sound: [15, 4] }],
  ])('%s', async (expected, parts) => {
    await prepare(parts);
    expect(await reason()).toBe(expected);
    // Nothing else can be tried.
    expect(await told()).toHaveLength(1);
  });

  it('of a window is compared with the window, and needs only the tracks that the file has', async () => {
    await prepare({ picture: [0, 2], sound: [0, 2] });
    expect(await reason({ endSeconds: 1 })).toBe('taken');
    expect(await reason({ startSeconds: -3, endSeconds: 1, segmentSeconds: 7 })).toBe('taken');
    expect((await told()).at(-1)).toMatch(/atrim=start=0:end=1\.000000,.* -t 1\.000000 .* -hls_time 7 /);
    await rm(at('out'), { recursive: true });
    expect(await reason({ endSeconds: 9 })).toBe('it lasts 1.00 of 2.00 s');
    await prepare({ picture: [0, 0] });
    expect(await reason({ probed: { ...probed, streams: [audio] } })).toBe('taken');
    await rm(at('out'), { recursive: true });
    await prepare({ sound: [0, 0] });
    expect(await reason({ probed: { ...probed, streams: [video] } })).toBe('taken');
  });

  it('of nothing is refused before it is made, and one without a segment afterwards', async () => {
    await prepare({});
    const nothing = 'it contains nothing that can be streamed';
    expect(await reason({ startSeconds: 2 })).toBe(nothing);
    expect(await reason({ probed: { ...probed, duration_seconds: 0 } })).toBe(nothing);
    expect(await reason({ probed: { ...probed, media_type: 'image' } })).toBe(
      'a still image cannot be turned into a stream',
    );
    expect(existsSync(at('told'))).toBe(false);
    await prepare({ playlist: LIST.replace(/#EXTINF.*\n.*\n/, '') });
    expect(await reason()).toBe(nothing);
  });

  const CUT = ' was not written whole, as happens on a full disk; nothing is known to be wrong with the file';
  it.each<[string, Parts]>([
    [`its playlist${CUT}`, { playlist: LIST.replace('#EXT-X-ENDLIST\n', '') }],
    [`init2.mp4${CUT}`, { playlist: LIST.replace('init.mp4', 'init2.mp4') }],
    [`segment00000.m4s${CUT}`, { segment: null }],
    [`segment00000.m4s${CUT}`, { segment: Buffer.alloc(0) }],
    [`segment00000.m4s${CUT}`, { segment: Buffer.concat([box('free'), Buffer.alloc(4)]) }],
    [`segment00000.m4s${CUT}`, { segment: Buffer.concat([box('free'), u32(7, 7)]) }],
    [`segment00000.m4s${CUT}`, { segment: box('free', u32(0)).subarray(0, 11) }],
    [`segment00000.m4s${CUT}`, { segment: large('free', u32(0)).subarray(0, 15) }],
    [
      'it has no picture',
      {
        segment: Buffer.concat([
          large('free', u32(0)),
          box('moof', fragment({ id: 2, start: 0, runs: [run(0, 4)] })),
        ]),
      },
    ],
    [
      'it has no picture',
      {
        segment: Buffer.concat([box('moof', fragment({ id: 2, start: 0, runs: [run(0, 4)] })), box('free')]),
      },
    ],
  ])('is looked at for parts that a full disk cut off: %s', async (expected, parts) => {
    await prepare(parts);
    expect(await reason()).toBe(expected);
  });

  it('is made in a folder that is not there yet, and nothing of it stays open', async () => {
    await prepare({});
    const made = await packageHls(at('a.wav'), at('out', 'of', 'films'), { ffmpeg: stand, probed });
    expect(existsSync(made.playlist)).toBe(true);
    const fds = existsSync('/proc/self/fd') ? await readdir('/proc/self/fd') : [];
    const open = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    expect(open.filter((name) => name.startsWith(dir))).toEqual([]);
  });

  it('is as long as its packets if the file does not say', async () => {
    await prepare({});
    const made = await packaged({ probed: { ...probed, duration_seconds: null } }, 'film.mp4');
    expect(made).toMatchObject({ durationSeconds: 2, reencoded: true });
  });

  it('is none if the program fails or is stopped, or once it is too large', async () => {
    await prepare({});
    await expect(packaged({ segmentSeconds: FAILS })).rejects.toMatchObject({ name: 'MediaError' });
    const onProgress = () => stop.abort();
    const stop = new AbortController();
    const stopped = packaged({ segmentSeconds: WAITS, signal: stop.signal, onProgress });
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    const large = packaged({ segmentSeconds: WAITS, maxBytes: 9 });
    await expect(large).rejects.toMatchObject({ code: 'size-limit' });
    await truncate(path.join(at('encoded'), 'segment00000.m4s'), 70 * 1024 * 1024);
    expect(await reason()).toMatch(/^its stream would be larger than \d{8} bytes$/);
  });

  it('may have as many bytes as it is allowed', async () => {
    await prepare({
      segment: Buffer.concat([
        box('free', Buffer.alloc(992)),
        box('moof', ...[1, 2].map((id) => fragment({ id, start: 0, runs: [run(0, 4)] }))),
      ]),
    });
    const { length } = await readFile(at('encoded', 'segment00000.m4s'));
    expect(await reason({ maxBytes: length - 1 })).toBe(
      `its stream would be larger than ${length - 1} bytes`,
    );
    expect(await reason({ maxBytes: length })).toBe('taken');
  });
});

describe.skipIf(process.platform === 'win32')('a copied stream', () => {
  const copy = (more: Partial<HlsOptions> = {}, file = 'film.mp4') =>
    packaged({ probed: undefined, ...more }, file);

  /** How much later the last sample of a track begins and ends than in the file, in seconds. */
  interface Late {
    readonly last?: number;
    readonly end?: number;
  }

  /** Writes what a copy of the file would be, but for these times. */
  async function prepareCopy(file: string, late: { readonly picture?: Late; readonly sound?: Late } = {}) {
    const index = { video: file === 'sound.m4a' ? undefined : 0, audio: file === 'sound.m4a' ? 0 : 1 };
    const times = await readTimes(at(file), { ffmpeg, ...index, timeoutSeconds: 60 });
    const track = (id: number, own: TrackTimes | undefined, { last = 0, end = 0 }: Late = {}) => {
      if (!own) return [];
      const first = Math.max(0, own.first);
      const lengths = [own.last + last - first, own.end + end - own.last - last];
      const [one = 0, other = 0] = lengths.map((seconds) => Math.round(100 * seconds));
      return [fragment({ id, start: Math.round(100 * first), runs: [run(0x100, 2, one, other)] })];
    };
    const tracks = [...track(1, times.video, late.picture), ...track(2, times.audio, late.sound)];
    await prepare({ segment: box('moof', ...tracks) }, 'copied');
  }

  it.each<[string, boolean, Parameters<typeof prepareCopy>[1]]>([
    ['film.mp4', true, {}],
    ['film.mp4', true, { picture: { end: 0.4 }, sound: { end: 0.4 } }],
    ['film.mp4', false, { picture: { end: 0.7 } }],
    ['film.mp4', false, { sound: { last: -0.03 } }],
    ['film.mp4', false, { picture: { last: -0.05 } }],
    ['half.mp4', true, { picture: { end: 0.4 } }],
    ['half.mp4', false, { picture: { last: -0.05 } }],
    ['sound.m4a', true, {}],
  ])('of %s is taken: %s, with the last samples of the tracks at %o', async (file, taken, late) => {
    await prepareCopy(file, late);
    await prepare(file === 'sound.m4a' ? { picture: [0, 0] } : {}, 'encoded');
    const made = await copy({}, file);
    const [first = '', second = ''] = await told();
    expect(first).toContain(file === 'half.mp4' ? ' -c:v copy ' : ' -c:a copy ');
    // What is copied ends by itself.
    expect(/ -t \d/.test(first)).toBe(file === 'half.mp4');
    expect(made).toMatchObject({ segments: 1, reencoded: !taken || file === 'half.mp4' });
    expect(second === '').toBe(taken);
    if (!taken) expect(second).toMatch(/ -c:v libx264 .* -c:a aac /);
  });

  it('is encoded if it differs, and refused if that differs too', async () => {
    await prepare({ picture: [50, 3] }, 'copied');
    await prepare({ sound: [0, 0] }, 'encoded');
    await expect(copy()).rejects.toThrow(
      'film.mp4: its stream would not show what the file shows: it has no sound',
    );
    expect(await told()).toHaveLength(2);
    expect(existsSync(at('out'))).toBe(false);
  });

  it('is none of a window, which is encoded from the start', async () => {
    await prepare({}, 'encoded');
    expect(await copy({ endSeconds: 2 })).toMatchObject({ reencoded: true });
    await prepare({ picture: [0, 2], sound: [0, 2] }, 'encoded');
    expect(await copy({ startSeconds: 1 })).toMatchObject({ reencoded: true });
    expect((await told()).join()).not.toContain(' copy ');
  });
});
