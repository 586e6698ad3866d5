import { capitalised } from '../../../text/name-title.ts';
import type { Doubt, SceneLine, SpeechLine } from '../../modalities/lines.ts';
import { objectIn } from '../../modalities/objects/classes.ts';
import { isMeasured, list } from '../../modalities/scenes/scene-text.ts';

/** Animals are taken for others: at 0.55, where they begin to count, 8 of 11 are right (docs/measurements.md). */
const SURE_ANIMAL = 0.7;
const ANIMAL = /^(?:bird|cat|dog|horse|sheep|cow|elephant|bear|zebra|giraffe)$/;
/** Objects that are named, and a model's descriptions that are quoted. */
const MOST = 4;
const MOST_DESCRIPTIONS = 3;

/** What was perceived in a file that has no words to quote. */
export interface Perceived {
  /** The objects, as a title: "Person and car"; undefined without any. */
  readonly title?: string;
  /** All of it in a sentence or two. */
  readonly text: string;
}

/**
 * What was seen in a file: the objects that were detected, those seen longest first, and what the pictures look like. Nothing
 * is concluded from it. Undefined without pictures.
 * @param scenes object lines, and descriptions of scenes, measured or by a model
 */
export function whatWasSeen(scenes: readonly SceneLine[]): Perceived | undefined {
  const { sure, unsure } = objectsIn(scenes);
  const objects = [
    ...(sure.length > 0 ? [list(sure)] : []),
    ...(unsure.length > 0 ? [`perhaps ${list(unsure.map(withArticle))}`] : []),
  ];
  const sentences = [
    ...(objects.length > 0 ? [`${capitalised(objects.join(', '))}.`] : []),
    ...looksOf(scenes),
  ];
  if (sentences.length === 0) return undefined;
  return { ...(sure.length > 0 && { title: capitalised(list(sure)) }), text: sentences.join(' ') };
}

function objectsIn(scenes: readonly SceneLine[]) {
  const found = new Map<string, { seconds: number; score: number }>();
  for (const line of scenes) {
    const seen = objectIn(line);
    if (!seen) continue;
    const { seconds = 0, score = 0 } = found.get(seen.name) ?? {};
    const longer = seconds + line.end - line.start;
    found.set(seen.name, { seconds: longer, score: Math.max(score, seen.score) });
  }
  const names = [...found]
    .sort(([, one], [, other]) => other.seconds - one.seconds || other.score - one.score)
    .slice(0, MOST);
  const isUnsure = ([name, { score }]: (typeof names)[number]) => ANIMAL.test(name) && score < SURE_ANIMAL;
  return {
    sure: names.filter((one) => !isUnsure(one)).map(([name]) => name),
    unsure: names.filter(isUnsure).map(([name]) => name),
  };
}

/** A model's descriptions from all parts, or else the measured facts of the longest scene. */
function looksOf(scenes: readonly SceneLine[]): string[] {
  const looks = scenes.filter((line) => !objectIn(line));
  const described = looks.filter((line) => !isMeasured(line));
  const step = Math.max(1, described.length / MOST_DESCRIPTIONS);
  if (described.length > 0)
    return described
      .filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
      .map(({ text }) => text);
  const [longest] = looks.toSorted((one, other) => other.end - other.start - (one.end - one.start));
  const [facts] = longest?.text.split(/(?<=\.) /u) ?? [];
  return facts === undefined ? [] : [facts];
}

const HEARD: Readonly<Record<Doubt, string>> = {
  language: 'Speech in a language that the recogniser does not know.',
  unclear: 'Speech that is not clear enough to be quoted.',
  music: 'Music; no words were understood.',
  noise: 'Noise; no words were understood.',
};

/** What the lines that must not be quoted are most of the time; undefined without any. */
export function whatWasHeard(unsure: readonly SpeechLine[]): string | undefined {
  const seconds = new Map<Doubt, number>();
  for (const { doubt = 'unclear', start, end } of unsure)
    seconds.set(doubt, (seconds.get(doubt) ?? 0) + end - start);
  const [most] = [...seconds].sort(([, one], [, other]) => other - one);
  return most && HEARD[most[0]];
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
