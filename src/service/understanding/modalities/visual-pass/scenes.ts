import {
  coarseFacts,
  type Damage,
  type DamageReader,
  damageReader,
  decodeFrames,
  detectShots,
  type Ffmpeg,
  LOOK_HEIGHT,
  LOOK_WIDTH,
  mainVideo,
  type PartFacts,
  pastEnd,
  probe,
  ShotFacts,
  type ShotFrame,
  shotFrames,
  shotRate,
} from '../../../../media/index.ts';
import type { Scene, SeenShot } from './types.ts';

interface Film {
  readonly path: string;
  readonly ffmpeg: Ffmpeg;
}

/** A longer shot is described in equal parts of at most this many seconds. */
const PART_SECONDS = 30;
/** Without shots, spans of this many seconds are described. */
const STRETCH_SECONDS = 20;
/** Key frames analysed per second. */
const KEY_RATE = 0.5;

/** The frame rate of the analysis. */
export async function lookRate({ path, ffmpeg }: Film, signal: AbortSignal) {
  return shotRate(mainVideo(await probe(path, { ffmpeg, signal }))?.frame_rate ?? null);
}

/** The analysis of a film's frames. */
export interface Looked {
  readonly scenes: readonly Scene[];
  readonly shots: readonly SeenShot[];
  /** Where the decoder reported errors. */
  readonly damage: readonly Damage[];
}

/** The scenes of a film by its shots, from every frame. Memory grows by less than a kilobyte per second of film. */
export async function everyFrame(
  film: Film,
  duration: number,
  signal: AbortSignal,
  onSeconds?: OnSeconds,
): Promise<Looked> {
  const rate = await lookRate(film, signal);
  const options = { ffmpeg: film.ffmpeg, rate, signal, endSeconds: pastEnd(duration) };
  const decode: Decode = (damage) => shotFrames(film.path, { ...options, damage });
  return scenesOf(decode, rate.value, duration, onSeconds);
}

/** Called with the number of seconds analysed. */
export type OnSeconds = (seconds: number) => void;

/** Progress is reported every this many frames. */
const TELL_EVERY = 250;

async function* counting(frames: AsyncIterable<ShotFrame>, onSeconds: OnSeconds): AsyncGenerator<ShotFrame> {
  let count = 0;
  for await (const frame of frames) {
    yield frame;
    count += 1;
    if (count % TELL_EVERY === 0 && frame.seconds !== null) onSeconds(frame.seconds);
  }
}

/** Decodes a film's frames at a constant rate, and tells where the decoder reported errors. */
export type Decode = (damage: DamageReader) => AsyncIterable<ShotFrame>;

/** The scenes and shots of a film, and where it is damaged. */
export async function scenesOf(
  decode: Decode,
  fps: number,
  duration: number,
  onSeconds?: OnSeconds,
): Promise<Looked> {
  const facts = new ShotFacts();
  const damage = damageReader();
  const frames = decode(damage);
  const spans: { start: number; end: number }[] = [];
  const options = { detector: 'adaptive', fps, end: duration, max_seconds: Number.MAX_VALUE, facts } as const;
  for await (const { start_time: start, end_time: end } of detectShots(
    onSeconds ? counting(frames, onSeconds) : frames,
    options,
  ))
    spans.push({ start, end });
  const shots = spans.length > 0 ? spans : [{ start: 0, end: duration }];
  const scenes = shots.flatMap((shot) =>
    parts(shot, PART_SECONDS).flatMap((part) => toScene(part, shot, facts.between(part.start, part.end))),
  );
  const colours = ({ start, end }: { start: number; end: number }) =>
    facts.between(start, end)?.colours ?? [];
  const seen = shots.map((shot) => ({ ...shot, colours: colours(shot) }));
  return { scenes, shots: seen, damage: damage.stretches(duration) };
}

/** The analysis of key frames, which are fast to decode: no shots, no motion. `duration` is 0 for an image. */
export async function keyFrames(film: Film, duration: number, signal: AbortSignal): Promise<Scene[]> {
  const { ffmpeg, path } = film;
  const size = { width: LOOK_WIDTH, height: LOOK_HEIGHT };
  const moving = duration > 0 ? { keyFramesOnly: true, fps: KEY_RATE, endSeconds: pastEnd(duration) } : {};
  const facts = new ShotFacts();
  await coarseFacts(decodeFrames(path, { ffmpeg, signal, ...size, ...moving }), facts);
  const whole = { start: 0, end: duration };
  return parts(whole, STRETCH_SECONDS).flatMap((part) =>
    toScene(part, null, facts.between(part.start, part.end)),
  );
}

function toScene(
  { start, end }: { start: number; end: number },
  shot: Scene['shot'],
  facts: PartFacts | null,
): Scene[] {
  return facts ? [{ start, end, facts, shot }] : [];
}

/** Equal parts, none longer than `most` seconds. */
function parts({ start, end }: { start: number; end: number }, most: number) {
  const count = Math.max(1, Math.ceil((end - start) / most - 1e-6));
  const at = (index: number) => Math.round((start + ((end - start) * index) / count) * 1000) / 1000;
  return Array.from({ length: count }, (_, index) => ({ start: at(index), end: at(index + 1) }));
}
