import { cosine } from '../../../models/embeddings/vectors.ts';
import type { Cue, Question } from './questions.ts';
import type { Rarity, Statement } from './said/statements.ts';

/** Where a cue is said in a statement: indices of its words. */
export interface Place {
  readonly cue: Cue;
  readonly first: number;
  readonly last: number;
  /** 1 for the field's own word, less for another way to say it. */
  readonly strength: number;
}

/** What speaks for a statement as the place of an answer. */
export interface Ground {
  readonly statement: Statement;
  /** How near its meaning is to the question's, in standard deviations of the file's statements; 0 without vectors. */
  readonly meaning: number;
  /** The cosine itself, -1 to 1. */
  readonly cosine: number;
  /** The same of the line before, beyond its own; at least 0. */
  readonly meaningBefore: number;
  /** Its cosine less the highest of another question; 0 without vectors or other questions. */
  readonly owned: number;
  /** 0..1: share of what the question says that the statement says. */
  readonly words: number;
  /** 0..1: how much of each word of the field's name it, or the statement before it, says: the least of them. */
  readonly least: number;
  /** 0..1: what the statement before it says of the question beyond that. */
  readonly before: number;
  /** 0..1: the share of the question before it that asks for this; 0 where none does. */
  readonly answers: number;
  readonly places: readonly Place[];
  /** -1..1: how likely it answers, as its line is read with the question; 0 where nothing is read. */
  readonly read: number;
  /** The same less that of the line that answers best; at most 0. */
  readonly readBelow: number;
}

/** How near two words are in meaning, 0 to 1. */
export type Likeness = (cue: string, word: string) => number;

/** Another way to say a word says less than the word itself. */
const OTHER_WAY = 0.7;

/** Holds a question against all statements. @param vector of the question */
export function groundsFor(
  question: Question,
  statements: readonly Statement[],
  rarity: Rarity,
  {
    vector,
    likeness,
  }: { readonly vector: Float32Array | undefined; readonly likeness: Likeness | undefined },
): Ground[] {
  const near = meaningsOf(vector, statements);
  const weights = question.cues.map((cue) => cue.weight * rarityOf(cue, rarity));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const said = statements.map((statement) => {
    const places = question.cues.flatMap((cue) => placeOf(cue, statement, likeness) ?? []);
    const sum = places.reduce(
      (total, { cue, strength }) => total + strength * (weights[question.cues.indexOf(cue)] ?? 0),
      0,
    );
    return { places, words: all > 0 ? sum / all : 0 };
  });
  const leastAt = (at: number) => {
    const both = [...(said[at]?.places ?? []), ...(said[at - 1]?.places ?? [])];
    const own = question.cues.filter(({ weight }) => weight === 1);
    const each = own.map((cue) =>
      Math.max(0, ...both.filter((one) => one.cue === cue).map(({ strength }) => strength)),
    );
    return each.length > 0 ? Math.min(...each) : 0;
  };
  return statements.map((statement, at) => {
    const { places, words } = said[at] ?? { places: [], words: 0 };
    const previous = statements[at - 1];
    const last = said[at - 1]?.words ?? 0;
    const meaning = near[at] ?? NONE;
    const earlier = lineBefore(statements, at);
    return {
      ...{ statement, places, words, ...meaning, owned: 0, read: 0, readBelow: 0 },
      meaningBefore: clip((near[earlier]?.meaning ?? 0) - Math.max(0, meaning.meaning), 0, 4),
      before: Math.max(0, last - words),
      least: leastAt(at),
      answers:
        previous?.asks && !statement.asks ? Math.max(last, clip(near[at - 1]?.meaning ?? 0, 0, 3) / 3) : 0,
    };
  });
}

/** Tells for each line whether it is nearer to one question than to the others. @param all of each question, in the order of statements */
export function withOwners(all: readonly (readonly Ground[])[]): Ground[][] {
  return all.map((grounds, own) =>
    grounds.map((ground, at) => {
      const others = all.flatMap((other, index) => (index === own ? [] : [other[at]?.cosine ?? 0]));
      const owned = ground.cosine === 0 || others.length === 0 ? 0 : ground.cosine - Math.max(...others);
      return { ...ground, owned };
    }),
  );
}

/** The last statement of the passage before that of a statement. */
function lineBefore(statements: readonly Statement[], at: number): number {
  let before = at - 1;
  while (before >= 0 && statements[before]?.passage === statements[at]?.passage) before -= 1;
  return before;
}

const NONE = { meaning: 0, cosine: 0 };

export const clip = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** A word that is said in other ways everywhere tells little, so the most frequent way counts. */
function rarityOf({ said }: Cue, rarity: Rarity): number {
  return Math.max(0.3, rarity.of(said[0]?.[0] ?? ''));
}

/** The best place of a cue: its own word, another way to say it, or a word that is near in meaning. */
function placeOf(cue: Cue, { words }: Statement, likeness: Likeness | undefined): Place | undefined {
  let best: Place | undefined;
  for (const [way, phrase] of cue.said.entries())
    for (let at = 0; !best && at + phrase.length <= words.length; at += 1)
      if (phrase.every((stem, offset) => words[at + offset]?.stem === stem))
        best = { cue, first: at, last: at + phrase.length - 1, strength: way === 0 ? 1 : OTHER_WAY };
  if (!likeness || best?.strength === 1) return best;
  for (const [at, { word }] of words.entries()) {
    const strength = likeness(cue.word, word);
    if (strength > (best?.strength ?? 0)) best = { cue, first: at, last: at, strength };
  }
  return best;
}

/** For each statement how near it is, on the scale of the file: what all lines share says nothing about one of them. */
export function meaningsOf(
  asked: Float32Array | undefined,
  statements: readonly Statement[],
): { meaning: number; cosine: number }[] {
  const own = statements.map(({ vector }) => (vector && asked ? cosine(asked, vector) : undefined));
  const known = own.filter((value) => value !== undefined);
  if (known.length < 2) return own.map(() => NONE);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const spread = Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length) || 1;
  return own.map((value) =>
    value === undefined ? NONE : { meaning: (value - mean) / spread, cosine: value },
  );
}
