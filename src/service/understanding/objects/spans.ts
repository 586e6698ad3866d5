import type { SceneLine } from '../lines.ts';
import type { Look } from './key-frames.ts';

/** A span of a film in which the picture is of one shot, in seconds. */
interface ShotSpan {
  readonly start: number;
  readonly end: number;
  readonly shot?: { readonly start: number; readonly end: number } | null;
}

/** An object line; tells it from a description in words. */
const OBJECT = /^(?<name>.+) \(seen, (?<score>[01]\.\d\d)\)$/;

/** The object that a line says was seen, with its score from 0 to 1; undefined for a description in words. */
export function objectIn({ text }: { readonly text: string }): { name: string; score: number } | undefined {
  const { name, score } = OBJECT.exec(text)?.groups ?? {};
  return name === undefined ? undefined : { name, score: Number(score) };
}

/** Whether a line says that an object was seen. */
export function isObjectLine({ text }: { readonly text: string }): boolean {
  return OBJECT.test(text);
}

/**
 * A line for each time that an object appears: `dog (seen, 0.71)`, with its highest score. It starts in the first frame
 * that shows it, and ends with the shot of the last one, or at the first frame without it if that comes earlier.
 * @param looks in order of time
 */
export function objectLines(looks: readonly Look[], scenes: readonly ShotSpan[]): SceneLine[] {
  const spans = looks.flatMap((look, at) =>
    [...look.seen.keys()]
      .filter((name) => !looks[at - 1]?.seen.has(name))
      .map((name) => appearance(name, looks.slice(at), scenes)),
  );
  return spans.sort((one, other) => one.start - other.start);
}

/** @param looks those from the first one that shows the object */
function appearance(name: string, looks: readonly Look[], scenes: readonly ShotSpan[]): SceneLine {
  const gone = looks.findIndex(({ seen }) => !seen.has(name));
  const shown = gone === -1 ? looks : looks.slice(0, gone);
  const score = Math.max(...shown.map(({ seen }) => seen.get(name) ?? 0));
  const last = shown.at(-1)?.seconds ?? 0;
  const end = Math.min(shotEnd(last, scenes), looks[gone]?.seconds ?? Number.POSITIVE_INFINITY);
  return { text: `${name} (seen, ${score.toFixed(2)})`, start: shown[0]?.seconds ?? 0, end };
}

/** The end of the shot at a time; the time itself if there is none. */
function shotEnd(time: number, scenes: readonly ShotSpan[]): number {
  const scene = scenes.find(({ start, end }) => start <= time && time < end);
  return scene?.shot?.end ?? scene?.end ?? time;
}
