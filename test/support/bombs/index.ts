/** Small files that claim far more than they hold, each made by code out of nothing or out of an honest film. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { make } from '../film.ts';
import { claimedMatroska, manyChapters, manyMatroskaTracks, stretchedMatroska } from './matroska.ts';
import {
  claimedFragment,
  claimedHours,
  claimedSamples,
  endlessChunks,
  endlessTimes,
  hugePictures,
  hugeSamples,
  longAgo,
  manyEdits,
  manyTracks,
  nested,
  oddClock,
  stretchedHours,
} from './mp4.ts';
import { claimedAvi, claimedFlv, playlist, subtitles } from './others.ts';
import { claimedApng, gif, hugeJpeg, hugeRaw, png } from './pictures.ts';
import { claimedFlac, claimedMp3, claimedOgg, wav } from './sound.ts';

export interface Bomb {
  /** File name, with the extension of what it pretends to be. */
  readonly name: string;
  readonly bytes: Buffer;
  /** Goes up with it. */
  readonly subtitles?: string;
}

const HOURS = 47;
const LINES = 100_000;

/** The first two are those that a stranger found. */
export async function makeBombs(): Promise<Bomb[]> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=4'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const film = await make([...picture, '-f', 'lavfi', '-i', 'sine=d=4', ...codecs], 'mp4');
  const tone = (extension: string, ...codec: string[]) =>
    make(['-f', 'lavfi', '-i', 'sine=d=2:sample_rate=48000', ...codec], extension);
  const small = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=2'];
  const embedded = await subtitledFilm();
  const made: [string, Buffer | string][] = [
    ['claims-48-hours.mp4', claimedHours(film, 48)],
    ['endless-times.mp4', endlessTimes(film)],
    ['stretched.mp4', stretchedHours(film, HOURS)],
    ['claimed-samples.mp4', claimedSamples(film, 0x0fffffff)],
    ['huge-samples.mp4', hugeSamples(film)],
    ['endless-chunks.mp4', endlessChunks(film)],
    ['huge-pictures.mp4', hugePictures(film)],
    ['many-tracks.mp4', manyTracks(film, 2_000)],
    ['many-edits.mp4', manyEdits(film, 100_000)],
    ['fast-clock.mp4', oddClock(film, 0xffffffff)],
    ['stopped-clock.mp4', oddClock(film, 0)],
    ['long-ago.mp4', longAgo(film)],
    ['nested.mp4', nested(film, 20_000)],
    ['claimed-fragment.mp4', claimedFragment(film)],
    ['claims-hours.mkv', claimedMatroska(HOURS)],
    ['stretched.mkv', stretchedMatroska(HOURS)],
    ['many-chapters.mkv', manyChapters(LINES)],
    ['many-tracks.mkv', manyMatroskaTracks(2_000)],
    ['many-lines.mkv', embedded],
    ['claims-hours.wav', wav(16_000, 0xfffffff0, 8_000)],
    ['slow.wav', wav(170_000, 170_000, 1)],
    ['claims-hours.mp3', claimedMp3(0x7fffffff)],
    ['claims-hours.flac', claimedFlac(await tone('flac'))],
    ['claims-hours.ogg', claimedOgg(await tone('ogg', '-c:a', 'libvorbis'), HOURS)],
    ['claims-hours.flv', claimedFlv(await make([...small, '-c:v', 'flv'], 'flv'), HOURS)],
    ['claimed-frames.avi', claimedAvi(await make([...small, '-c:v', 'mpeg4'], 'avi'))],
    ['huge.y4m', hugeRaw(100_000)],
    ['huge.png', png(65_535, 65_535, 1)],
    ['plain.png', png(12_000, 9_900)],
    ['claimed-frames.png', claimedApng()],
    ['huge.jpg', hugeJpeg(await make([...small, '-frames:v', '1'], 'jpg'))],
    ['standing.gif', gif(260, 65_000)],
    ['many-frames.gif', gif(LINES, 2)],
    ['huge.gif', gif(100, 10, 65_535)],
    ['playlist.mp4', playlist(10_000)],
  ];
  const bombs = made.map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) }));
  return [...bombs, { name: 'many-lines.mp4', bytes: film, subtitles: subtitles(LINES) }];
}

/** A film with 100,000 lines of subtitles inside. */
async function subtitledFilm(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bombs-'));
  try {
    const lines = path.join(folder, 'lines.srt');
    await writeFile(lines, subtitles(LINES));
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=4'];
    return await make([...picture, '-i', lines, '-c:v', 'mpeg4', '-c:s', 'srt'], 'mkv');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
