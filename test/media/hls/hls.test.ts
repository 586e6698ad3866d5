import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFrames, type MediaProbe, packageHls, parsePlaylist, probe } from '../../../src/media/index.ts';
import {
  AAC,
  ffmpeg,
  H264,
  make,
  numbered,
  numberOfGrey,
  picture,
  tempFolder,
  tone,
  turnClockwise,
} from '../support.ts';

const { dir, at, drop } = await tempFolder();

beforeAll(async () => {
  await writeFile(at('chapters.txt'), ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=3\ntitle=One\n');
  const film = [...picture(6), ...tone(6), '-i', at('chapters.txt'), '-map', '0:v', '-map', '1:a'];
  const keys = [...H264, '-g', '25', '-sc_threshold', '0'];
  const tags = ['-map_metadata', '2', '-map_chapters', '2', '-metadata', 'location=+52.5+013.4/'];
  await make(...film, ...tags, ...keys, ...AAC, at('plain.mp4'));
  await make('-i', at('plain.mp4'), '-map', '0:v', '-map', '0:a', '-c', 'copy', at('plain.ts'));
  await make('-i', at('plain.mp4'), '-t', '2', '-map', '0:v', '-map', '0:a', '-c', 'copy', at('turned.mp4'));
  await turnClockwise(at('turned.mp4'));
  const odd = ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'];
  await make(...picture(2, '25', '322x182'), ...tone(2), ...odd, at('old.avi'));
  await make(...numbered(30, 10), ...tone(3), ...H264, '-crf', '1', '-g', '30', ...AAC, at('numbered.mp4'));
  await make(
    ...picture(25, '5', '64x48'),
    ...H264,
    '-g',
    '9999',
    '-keyint_min',
    '9999',
    '-sc_threshold',
    '0',
    at('onekey.mp4'),
  );
  await make(...tone(5), at('song.mp3'));
  await make(...picture(1), '-frames:v', '1', at('still.png'));
});
afterAll(drop);

describe.skipIf(!existsSync('/dev/full'))('a disk that is full while a stream is written', () => {
  /** ffmpeg, for which the disk is full whenever it writes this part; it says nothing about it. */
  async function fullFor(part: string): Promise<typeof ffmpeg> {
    const path = at(`full-for-${part}`);
    // Only where a stream is written: the file is read in the folder of the tests.
    const link = `case "$PWD" in *.part) ln -s /dev/full ${part};; esac`;
    await writeFile(path, `#!/bin/sh\n${link}\nexec ${ffmpeg.path} "$@"\n`, { mode: 0o755 });
    return { ...ffmpeg, path };
  }

  it.each(['segment00001.m4s', 'segment00002.m4s', 'init.mp4'])('is found out by %s', async (part) => {
    const out = at('cut');
    const making = packageHls(at('plain.mp4'), out, { ffmpeg: await fullFor(part) });
    await expect(making).rejects.toMatchObject({
      code: expect.stringMatching(/^(disturbed|disk-full)$/),
      message: expect.stringMatching(/full/),
    });
    expect(existsSync(out)).toBe(false);
  });
});

/** Joins header and segments, as a player does, and probes the result. */
async function played(playlist: string): Promise<{ file: string; found: MediaProbe }> {
  const folder = dirname(playlist);
  const { segments } = parsePlaylist(await readFile(playlist, 'utf8'));
  const parts = [await readFile(join(folder, 'init.mp4'))];
  for (const segment of segments) parts.push(await readFile(join(folder, segment.uri)));
  const file = `${folder}.joined.mp4`;
  await writeFile(file, Buffer.concat(parts));
  return { file, found: await probe(file, { ffmpeg }) };
}

async function numbersIn(file: string): Promise<number[]> {
  const numbers: number[] = [];
  for await (const frame of decodeFrames(file, { ffmpeg, width: 1, height: 1, pixelFormat: 'gray' })) {
    numbers.push(numberOfGrey(frame.data[0] ?? 0));
  }
  return numbers;
}

const codecs = (found: MediaProbe) => found.streams.map((s) => s.codec);

describe('a stream that would fill the disk', () => {
  it.each([
    ['copied', 'plain.mp4'],
    ['encoded', 'old.avi'],
  ])('is stopped while it is %s, and leaves nothing', async (_, name) => {
    const before = await readdir(dir);
    const made = packageHls(at(name), at('too-large'), { ffmpeg, maxBytes: 2_000 });
    await expect(made).rejects.toMatchObject({
      code: 'size-limit',
      message: expect.stringContaining('2000'),
    });
    expect(await readdir(dir)).toEqual(before);
  });
});

describe('packageHls', () => {
  it.each(['plain.mp4', 'plain.ts'])('[SHARE-9] copies the streams of %s', async (name) => {
    const done: number[] = [];
    const made = await packageHls(at(name), at(`${name}.hls`), {
      ffmpeg,
      onProgress: (share) => done.push(share),
    });
    expect(made).toMatchObject({ reencoded: false, segments: 3 });
    expect(made.durationSeconds).toBeCloseTo(6, 1);
    expect(done.every((share) => share >= 0 && share <= 1)).toBe(true);
    const text = await readFile(made.playlist, 'utf8');
    const names = parsePlaylist(text).segments.map((s) => s.uri);
    expect(names).toEqual(['segment00000.m4s', 'segment00001.m4s', 'segment00002.m4s']);
    expect(text).toContain('#EXT-X-MAP:URI="init.mp4"');
    expect(text).toContain('#EXT-X-ENDLIST');
    expect(text).not.toContain(dir);
    expect((await readdir(dirname(made.playlist))).sort()).toEqual(['index.m3u8', 'init.mp4', ...names]);
    const { found } = await played(made.playlist);
    expect(codecs(found)).toEqual(['h264', 'aac']);
    expect(JSON.stringify(found.tags)).not.toContain('52.5');
  });

  it('encodes what browsers do not play, at an even size', async () => {
    const made = await packageHls(at('old.avi'), at('old.hls'), { ffmpeg });
    expect(made.reencoded).toBe(true);
    const { found } = await played(made.playlist);
    expect(codecs(found)).toEqual(['h264', 'aac']);
    expect(found.streams[0]).toMatchObject({ width: 322, height: 182, pixel_format: 'yuv420p' });
  });

  it('encodes a rotated picture upright and copies the audio', async () => {
    const made = await packageHls(at('turned.mp4'), at('turned.hls'), { ffmpeg });
    expect(made.reencoded).toBe(true);
    expect((await played(made.playlist)).found.streams[0]).toMatchObject({
      rotation: 0,
      width: 180,
      height: 320,
    });
  });

  it('encodes a film with only one key frame', async () => {
    const made = await packageHls(at('onekey.mp4'), at('onekey.hls'), { ffmpeg });
    expect(made.reencoded).toBe(true);
    expect(made.segments).toBeGreaterThan(10);
  });

  it('[SHARE-10] a window begins and ends at its frames', async () => {
    const window = { ffmpeg, startSeconds: 0.7, endSeconds: 1.7 };
    const made = await packageHls(at('numbered.mp4'), at('window.hls'), window);
    expect(made.reencoded).toBe(true);
    const { file } = await played(made.playlist);
    // Films of few frames a second are encoded with each frame more than once.
    expect([...new Set(await numbersIn(file))]).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  });

  it('makes a stream of audio alone', async () => {
    const made = await packageHls(at('song.mp3'), at('song.hls'), { ffmpeg });
    expect(made.durationSeconds).toBeCloseTo(5, 0);
    expect(codecs((await played(made.playlist)).found)).toEqual(['aac']);
  });

  it('replaces an existing one, and leaves nothing half done if it fails', async () => {
    await packageHls(at('song.mp3'), at('again.hls'), { ffmpeg });
    await packageHls(at('song.mp3'), at('again.hls'), { ffmpeg });
    await expect(packageHls(at('still.png'), at('still.hls'), { ffmpeg })).rejects.toMatchObject({
      code: 'unsupported',
    });
    const stop = new AbortController();
    const work = packageHls(at('old.avi'), at('stopped.hls'), { ffmpeg, signal: stop.signal });
    stop.abort();
    await expect(work).rejects.toMatchObject({ code: 'cancelled' });
    const left = (await readdir(dir)).filter((name) => name.includes('.part') || name.startsWith('stopped'));
    expect(left).toEqual([]);
  });
});
