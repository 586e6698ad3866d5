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

/** What drives on streets: two kinds of it, or several at once, are seen there and hardly elsewhere. */
const ON_STREETS = /^(?:bicycle|car|motorcycle|bus|truck)$/;
/** What is seen outdoors, where it is day or night. */
const OUTDOORS =
  /^(?:bicycle|car|motorcycle|airplane|bus|train|truck|boat|horse|sheep|cow|elephant|zebra|giraffe)$/;
const PLURALS: Readonly<Record<string, string>> = { person: 'people', bus: 'buses', sheep: 'sheep' };

/** What was perceived in a file that has no words to quote. */
export interface Perceived {
  /** The objects, as a title: "Street with cars and people, day"; undefined without any. */
  readonly title?: string;
  /** All of it in a sentence or two. */
  readonly text: string;
}

/**
 * What was seen in a file: the objects that were detected, those seen longest first, and what the pictures look like. Nothing
 * is concluded from it but that vehicles make a street, and light a day. Undefined without pictures.
 * @param scenes object lines, and descriptions of scenes, measured or by a model
 */
export function whatWasSeen(scenes: readonly SceneLine[]): Perceived | undefined {
  const { sure, unsure } = objectsIn(scenes);
  const shown = sure.length > 0 ? placed(sure, lightOf(scenes)) : undefined;
  const objects = [
    ...(shown !== undefined ? [shown] : []),
    ...(unsure.length > 0 ? [`perhaps ${list(unsure.map(({ name }) => withArticle(name)))}`] : []),
  ];
  const sentences = [
    ...(objects.length > 0 ? [`${capitalised(objects.join(', '))}.`] : []),
    ...looksOf(scenes),
  ];
  if (sentences.length === 0) return undefined;
  return { ...(shown !== undefined && { title: capitalised(shown) }), text: sentences.join(' ') };
}

/** An object of a file: for how many seconds it is seen, and how many at once. */
interface FileObject {
  readonly name: string;
  readonly seconds: number;
  readonly score: number;
  readonly count: number;
}

function objectsIn(scenes: readonly SceneLine[]) {
  const found = new Map<string, FileObject>();
  for (const line of scenes) {
    const seen = objectIn(line);
    if (!seen) continue;
    const { seconds = 0, score = 0, count = 0 } = found.get(seen.name) ?? {};
    found.set(seen.name, {
      name: seen.name,
      seconds: seconds + line.end - line.start,
      score: Math.max(score, seen.score),
      count: Math.max(count, seen.count),
    });
  }
  const objects = [...found.values()]
    .sort((one, other) => other.seconds - one.seconds || other.score - one.score)
    .slice(0, MOST);
  const isUnsure = ({ name, score }: FileObject) => ANIMAL.test(name) && score < SURE_ANIMAL;
  return { sure: objects.filter((one) => !isUnsure(one)), unsure: objects.filter(isUnsure) };
}

/** Objects with where and when they are: `street with cars and people, day`. */
function placed(objects: readonly FileObject[], light: 'day' | 'night' | undefined): string {
  const driving = objects.filter(({ name }) => ON_STREETS.test(name));
  const isStreet = driving.length > 1 || driving.some(({ count }) => count > 1);
  const named = list(objects.map((one) => counted(one, isStreet)));
  const where = isStreet ? `street with ${named}` : named;
  const outdoors = objects.some(({ name }) => OUTDOORS.test(name));
  return outdoors && light ? `${where}, ${light}` : where;
}

function counted({ name, count }: FileObject, article: boolean): string {
  if (count > 1) return PLURALS[name] ?? `${name}s`;
  return article ? withArticle(name) : name;
}

/** Whether the pictures of a file are as light as by day, or very dark, most of the time; undefined where they are neither. */
function lightOf(scenes: readonly SceneLine[]): 'day' | 'night' | undefined {
  const seconds = { day: 0, night: 0, neither: 0 };
  for (const { text, start, end } of scenes.filter(isMeasured))
    seconds[/^Very dark /.test(text) ? 'night' : /^Dark /.test(text) ? 'neither' : 'day'] += end - start || 1;
  const half = (seconds.day + seconds.night + seconds.neither) / 2;
  if (seconds.day > half) return 'day';
  return seconds.night > half ? 'night' : undefined;
}

/** A model's descriptions from all parts, or else what was measured most of the time. */
function looksOf(scenes: readonly SceneLine[]): string[] {
  const looks = scenes.filter((line) => !objectIn(line));
  const described = looks.filter((line) => !isMeasured(line));
  const step = Math.max(1, described.length / MOST_DESCRIPTIONS);
  if (described.length > 0)
    return described
      .filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
      .map(({ text }) => text);
  const [first, ...others] = looks.map(({ text }) => text.split(/(?<=\.) /u)[0] ?? '');
  if (first === undefined || others.every((facts) => facts === first))
    return first === undefined ? [] : [first];
  const light = mostOf(looks, ({ text }) => [text.replace(/ picture\b.*$/su, '')]).slice(0, 1);
  const colours = mostOf(looks, ({ text }) => coloursIn(text)).slice(0, MOST_COLOURS);
  return [`${light[0]} pictures${colours.length > 0 ? `, mostly ${list(colours)}` : ''}.`];
}

const MOST_COLOURS = 3;

/** The colours that a measured description names. */
function coloursIn(text: string): string[] {
  const [, named = ''] = /\bmostly (.*?)(?:, (?:still|little|some|lively)\b|\.)/u.exec(text) ?? [];
  return named.split(/, | and /u).filter(Boolean);
}

/** What is in most seconds of some lines, the most first. */
function mostOf(lines: readonly SceneLine[], valuesOf: (line: SceneLine) => readonly string[]): string[] {
  const seconds = new Map<string, number>();
  for (const line of lines)
    for (const value of valuesOf(line))
      seconds.set(value, (seconds.get(value) ?? 0) + Math.max(line.end - line.start, 0.01));
  return [...seconds].sort(([, one], [, other]) => other - one).map(([value]) => value);
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
