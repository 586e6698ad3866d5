import type { Scene } from '../visual-pass/types.ts';
import { colourNames } from './colour-names.ts';

/** Upper mean luma for each word. */
const BRIGHTNESS = [
  [0.1, 'Very dark'],
  [0.28, 'Dark'],
  [0.6, 'Evenly lit'],
  [0.8, 'Bright'],
  [Number.POSITIVE_INFINITY, 'Very bright'],
] as const;

/** Upper mean change between frames for each word; 0.05 is lively. */
const MOTION = [
  [0.002, 'still'],
  [0.012, 'little movement'],
  [0.05, 'some movement'],
  [Number.POSITIVE_INFINITY, 'lively movement'],
] as const;

const MEASURED = new RegExp(`^(?:${BRIGHTNESS.map(([, word]) => word).join('|')}) picture\\b`);

/** Whether a description is one of measured facts, not a model's. */
export function isMeasured({ text }: { readonly text: string }): boolean {
  return MEASURED.test(text);
}

/** The measured facts of a scene as a sentence. It does not say what the scene shows. */
export function factsInWords({ start, end, facts, shot }: Scene): string {
  const colours = colourNames(facts.colours);
  const parts = [
    `${below(BRIGHTNESS, facts.brightness)} picture`,
    ...(colours.length > 0 ? [`mostly ${list(colours)}`] : []),
    ...(shot ? [below(MOTION, facts.motion)] : []),
  ];
  return `${parts.join(', ')}.${shot ? ` ${shotInWords(start, end, shot)}` : ''}`;
}

function shotInWords(start: number, end: number, shot: { start: number; end: number }): string {
  const seconds = `${Math.round((shot.end - shot.start) * 10) / 10} seconds`;
  return start > shot.start || end < shot.end ? `Part of a shot of ${seconds}.` : `A shot of ${seconds}.`;
}

function below<Word extends string>(scale: readonly (readonly [number, Word])[], value: number): Word | '' {
  return scale.find(([end]) => value < end)?.[1] ?? '';
}

/** `a`, `a and b`, `a, b and c`. */
export function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
