/** Asks a running service for everything that it shows of a film, and compares it with a decoding of the file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  differences,
  type Fetched,
  fetchStream,
  joined,
  lumaOf,
  type Played,
  playedAll,
  type Shown,
  shows,
} from './clock.ts';
import type { Serving } from './serving.ts';

export interface Judged {
  readonly bytes: Buffer;
  readonly name: string;
  /** Whether it has a picture, and sound. */
  readonly frames: boolean;
  readonly sound: boolean;
  /** Seconds that pictures may be apart: a frame of the film, or of what is made from it. */
  readonly frame: number;
  /** Seconds of one frame of the file; default: as the frames are apart. Codecs leave out what is shown again. */
  readonly step?: number;
  /** Windows of the clips. */
  readonly clips: readonly (readonly [start: number, end: number])[];
  /** Whether the film has subtitles that say their second. */
  readonly captions?: boolean;
  /** What a player shows of the file; default: all that ffmpeg decodes of it. */
  readonly shown?: Played;
}

/** A picture, and the second that it is of. */
interface Picture {
  readonly time: number;
  readonly url: string;
}

/** @returns what is wrong, as sentences; nothing if all agrees */
export async function judge(service: Serving, film: Judged): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-clock-'));
  try {
    const { id } = (await service.upload(film.bytes, film.name)).body;
    const ready = await settled(service, `/files/${id}`);
    const length = Number(ready.media_info?.duration_seconds);
    const whole = await shareOf(service, id);
    const clips = film.clips.map(([start, end]) => ({
      what: `clip ${start}-${end}`,
      start,
      end: Math.min(end, Math.round(length * 1000) / 1000),
    }));
    const streams = [{ what: 'stream', start: 0, end: length, url: whole.stream_url }];
    for (const clip of clips.filter(({ start, end }) => end - start > 0.2)) {
      const where = `/share/${whole.id}?clip_start=${clip.start}&clip_end=${clip.end}`;
      streams.push({ ...clip, url: (await service.call('GET', where)).body.stream_url });
    }
    const fetched: Fetched[] = [];
    for (const { url } of streams)
      fetched.push(await fetchStream(url, fetch, folder, String(fetched.length)));
    const frames = film.frames ? await extracted(service, id, length) : [];
    const thumbnails = film.frames ? await keyframes(service, id) : [];
    const said = film.captions ? await captions(service, id) : [];
    const file = path.join(folder, `film${path.extname(film.name)}`);
    await writeFile(file, film.bytes);
    const pictures = await pictureFile(folder, [...frames, ...thumbnails]);
    const { frames: seen, sound } = film;
    const [decoded, shownPictures, ...pieces] = await playedAll([
      { file, frames: seen, sound, step: film.step },
      { file: pictures ?? file, frames: seen, sound: false },
      ...fetched.flatMap((one) => one.pieces.map((piece) => ({ file: piece, frames: seen, sound }))),
    ]);
    const truth = film.shown ?? decoded;
    if (!truth) throw new Error('nothing was decoded');
    const { frame } = film;
    const found = [...duration(length, truth, frame)];
    for (const [index, { what, start, end }] of streams.entries()) {
      const one = fetched[index] as Fetched;
      const made = joined(pieces.splice(0, one.pieces.length), one);
      const span = { start, end: index === 0 ? truth.end : Math.min(end, truth.end), frame };
      found.push(...differences(made, truth, span).map((each) => `${what}: ${each}`));
      const [listed, wanted] = [one.begins.at(-1) ?? 0, span.end - start];
      if (Math.abs(listed - wanted) > frame + 0.1)
        found.push(`${what}: its playlist lasts ${listed.toFixed(2)} of ${wanted.toFixed(2)} s`);
    }
    const lumas = shownPictures?.frames.map(([, luma]) => luma) ?? [];
    const timed = (list: readonly Picture[]): Shown[] =>
      list.map(({ time }) => [time, lumas.shift() ?? Number.NaN]);
    if (film.frames) {
      found.push(...compared('frames', timed(frames), truth, frame));
      found.push(...compared('thumbnails', timed(thumbnails), truth, frame));
    }
    if (film.captions) found.push(...compared('captions', said, truth, frame));
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What has ended well. */
async function settled(service: Serving, where: string) {
  const found = await service.settled(where);
  if (found.status !== 'completed') throw new Error(`${where} is ${found.status}: ${found.error}`);
  return found;
}

function duration(claimed: number, { end }: Played, frame: number): string[] {
  const apart = Math.abs(claimed - end);
  return apart <= frame + 0.06 ? [] : [`the file lasts ${claimed} instead of ${end.toFixed(2)} s`];
}

async function shareOf(service: Serving, id: string) {
  const { body } = await service.call('POST', '/share', { file_id: id });
  return settled(service, `/share/${body.id}`);
}

/** All pictures in a file of MJPEG; undefined if there are none. */
async function pictureFile(folder: string, pictures: readonly Picture[]): Promise<string | undefined> {
  if (pictures.length === 0) return undefined;
  const file = path.join(folder, 'pictures.mjpeg');
  const jpegs = await Promise.all(pictures.map(async ({ url }) => (await fetch(url)).arrayBuffer()));
  await writeFile(file, Buffer.concat(jpegs.map((jpeg) => Buffer.from(jpeg))));
  return file;
}

function compared(what: string, shown: readonly Shown[], truth: Played, frame: number): string[] {
  if (shown.length === 0) return [`there are no ${what}`];
  return shown
    .filter(([time, luma]) => !shows(truth.frames, time, luma, frame))
    .map(([time, luma]) => `${what}: at ${time.toFixed(2)} there is ${luma}`);
}

/** Frames at even steps, in one pass from a second on. */
async function extracted(service: Serving, id: string, length: number): Promise<Picture[]> {
  const { body } = await service.call('POST', `/files/${id}/frames`, {
    strategy: 'uniform',
    uniform_config: { frames_per_second: 1.6, max_width: 64 },
    start_time_seconds: Math.round(length * 400) / 1000,
  });
  const done = await settled(service, `/frames/${body.frame_extraction_id}`);
  const { frames } = done.data as unknown as { frames: { timestamp: number; thumbnail_url: string }[] };
  return frames.map(({ timestamp, thumbnail_url }) => ({ time: timestamp, url: thumbnail_url }));
}

/** Single pictures in the middle of segments. */
async function keyframes(service: Serving, id: string): Promise<Picture[]> {
  const { body } = await service.call('POST', `/files/${id}/segmentations`, {
    strategy: 'uniform',
    uniform_config: { window_seconds: 2.3 },
    keyframe_config: { frames_per_segment: 1, max_width: 144 },
  });
  await settled(service, `/segmentations/${body.segmentation_id}`);
  const where = `/segmentations/${body.segmentation_id}/thumbnails?type=keyframe&limit=50`;
  return (await service.call('GET', where)).body.data;
}

/** The middle of each caption, and the luma of the second that it says. */
async function captions(service: Serving, id: string): Promise<Shown[]> {
  const { body } = await service.call('POST', '/transcribe', { url: `vau://files/${id}` });
  const done = await settled(service, `/transcribe/${body.job_id}`);
  const speech = done.data.speech as unknown as { start_time: number; end_time: number; text: string }[];
  return speech.map(({ start_time: start, end_time: end, text }) => [
    (start + end) / 2,
    lumaOf(Number(/\d+/.exec(text)?.[0])),
  ]);
}
