/** Small files that claim far more than they hold, each made by code out of nothing or out of an honest film. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { make } from '../film.ts';
import {
  claimedMatroska,
  manyChapters,
  manyMatroskaTracks,
  standingMatroska,
  stretchedMatroska,
} from './matroska.ts';
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
  tinySamples,
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

/** Those whose tables the reader of this program would follow; the first two are those that a stranger found. */
export const FOR_THE_READER: readonly string[] = [
  'claims-48-hours.mp4',
  'endless-times.mp4',
  'claimed-samples.mp4',
  'endless-chunks.mp4',
  'nested.mp4',
  'claims-hours.mkv',
  'many-chapters.mkv',
  'many-tracks.mkv',
  'claims-hours.wav',
];

type Maker = (film: Buffer) => Buffer | Promise<Buffer>;

const tone = (extension: string, ...codec: string[]) =>
  make(['-f', 'lavfi', '-i', 'sine=d=2:sample_rate=48000', ...codec], extension);
const moving = (extension: string, ...codec: string[]) =>
  make(['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=2', ...codec], extension);

/** Each is made out of an honest film of four seconds, or out of nothing. */
const makers: Record<string, Maker> = {
  'claims-48-hours.mp4': (film) => claimedHours(film, 48),
  'endless-times.mp4': endlessTimes,
  'stretched.mp4': (film) => stretchedHours(film, HOURS),
  'tiny-samples.mp4': (film) => tinySamples(film, HOURS * 3600),
  'claimed-samples.mp4': (film) => claimedSamples(film, 0x0fffffff),
  'huge-samples.mp4': hugeSamples,
  'endless-chunks.mp4': endlessChunks,
  'huge-pictures.mp4': hugePictures,
  'many-tracks.mp4': (film) => manyTracks(film, 2_000),
  'many-edits.mp4': (film) => manyEdits(film, 100_000),
  'fast-clock.mp4': (film) => oddClock(film, 0xffffffff),
  'stopped-clock.mp4': (film) => oddClock(film, 0),
  'long-ago.mp4': longAgo,
  'nested.mp4': (film) => nested(film, 20_000),
  'claimed-fragment.mp4': claimedFragment,
  'claims-hours.mkv': () => claimedMatroska(HOURS),
  'stretched.mkv': () => stretchedMatroska(HOURS),
  'standing.mkv': () => standingMatroska(500_000),
  'many-chapters.mkv': () => manyChapters(LINES),
  'many-tracks.mkv': () => manyMatroskaTracks(2_000),
  'many-lines.mkv': () => subtitledFilm(),
  'claims-hours.wav': () => wav(16_000, 0xfffffff0, 8_000),
  'slow.wav': () => wav(170_000, 170_000, 1),
  'claims-hours.mp3': () => claimedMp3(0x7fffffff),
  'claims-hours.flac': async () => claimedFlac(await tone('flac')),
  'claims-hours.ogg': async () => claimedOgg(await tone('ogg', '-c:a', 'libvorbis'), HOURS),
  'claims-hours.flv': async () => claimedFlv(await moving('flv', '-c:v', 'flv'), HOURS),
  'claimed-frames.avi': async () => claimedAvi(await moving('avi', '-c:v', 'mpeg4')),
  'huge.y4m': () => hugeRaw(100_000),
  'huge.png': () => png(65_535, 65_535, 1),
  'plain.png': () => png(12_000, 9_900),
  'claimed-frames.png': claimedApng,
  'huge.jpg': async () => hugeJpeg(await moving('jpg', '-frames:v', '1')),
  'standing.gif': () => gif(260, 65_000),
  'many-frames.gif': () => gif(LINES / 2, 2),
  'huge.gif': () => gif(100, 10, 65_535),
  'playlist.mp4': () => Buffer.from(playlist(10_000)),
  'many-lines.mp4': (film) => film,
};

/** An honest film of four seconds. */
export function honestFilm(): Promise<Buffer> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=4'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  return make([...picture, '-f', 'lavfi', '-i', 'sine=d=4', ...codecs], 'mp4');
}

/** The bombs of these names, default all. */
export async function makeBombs(names: readonly string[] = Object.keys(makers)): Promise<Bomb[]> {
  const film = await honestFilm();
  const bombs: Bomb[] = [];
  for (const name of names) {
    const bytes = await makers[name]?.(film);
    if (!bytes) throw new Error(`there is no bomb of the name ${name}`);
    bombs.push({ name, bytes, ...(name === 'many-lines.mp4' ? { subtitles: subtitles(LINES) } : {}) });
  }
  return bombs;
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
