import { tokens } from '../../../../text/split-words.ts';
import { typeOf } from '../schema-types.ts';
import { formed, keyOf } from './forms.ts';
import { clip, type Ground } from './grounds.ts';
import { phrasesIn } from './phrases.ts';
import { oppositesOf, polarityIn } from './polarity.ts';
import { optionStems, type Question } from './questions.ts';
import type { Statement } from './said/statements.ts';
import type { ValueType } from './said/takes.ts';
import type { Value } from './said/values.ts';

/** A value that may be the answer to a question, and where it was said. */
export interface Candidate {
  readonly value: string | number | boolean;
  /** The same for values that are the same. */
  readonly key: string;
  readonly ground: Ground;
  /** In characters of the statement. */
  readonly from: number;
  readonly length: number;
  /** 0..1: how well its type and form suit the field. */
  readonly fit: number;
  /** 0..1: how closely the sentence ties it to the field's words. */
  readonly bound: number;
  /** 0..1: how near it stands to the field's words. */
  readonly near: number;
  /** Standard deviations, where the value itself has a meaning to compare, else the statement's. */
  readonly meaning: number;
  /** The words whose own meaning tells this value from others of the statement. */
  readonly local: string;
  readonly type: ValueType;
  /** Whether it stands in the place of another that was taken back. */
  readonly corrects?: boolean;
}

/** What the candidates of a question are taken from. */
export interface Material {
  readonly grounds: readonly Ground[];
  /** Of a statement. */
  values(statement: Statement): readonly Value[];
  /** How near each statement is to each value of an enum, in standard deviations. */
  readonly options?: readonly (readonly number[])[];
}

/** Statements to look for phrases in: the best by what speaks for them. */
const MOST_READ = 6;
/** Values of an enum that say that nothing is known. */
const UNKNOWN =
  /^(?:other|unknown|none|n\/?a|not[ _-](?:stated|mentioned|applicable|specified|known|given|said)|unspecified|unclear|unsure)$/i;

/** All candidates of a question. */
export function candidatesFor(question: Question, material: Material): Candidate[] {
  const { takes } = question;
  if (takes.choice) return choices(question, material);
  if (takes.polarity) return polarities(question, material);
  const typed = material.grounds.flatMap((ground) =>
    material.values(ground.statement).flatMap((value) => candidatesOf(question, ground, value)),
  );
  return takes.phrase ? [...typed, ...phrased(question, material)] : typed;
}

function candidatesOf(question: Question, ground: Ground, value: Value): Candidate[] {
  const fit = question.takes[value.type];
  const forms = fit ? formed(question, value) : [];
  if (!fit || forms.length === 0) return [];
  const { from, text, nouns = [], length = text.length } = value;
  const counted = value.type === 'count' ? countedBy(question, nouns) : 0;
  const tie = tieOf(ground, from, length);
  return forms.map((own) => ({
    value: own.value,
    key: own.key,
    ground,
    from,
    length,
    fit: Math.min(1, fit * own.fit),
    bound: Math.max(counted, tie.bound),
    near: Math.max(counted, tie.near),
    meaning: ground.meaning,
    local: around(ground.statement.text, from, length),
    type: value.type,
  }));
}

/** Whether a number counts what the field asks for: `six bedrooms`, or `six large bedrooms`. */
function countedBy(question: Question, nouns: readonly string[]): number {
  let most = 0;
  for (const { said, weight } of question.cues)
    for (const [way, phrase] of said.entries()) {
      const at = weight === 1 && phrase.length === 1 ? nouns.indexOf(phrase[0] ?? '') : -1;
      if (at >= 0 && at < 3) most = Math.max(most, (way === 0 ? 1 : 0.8) - 0.15 * at);
    }
  return most;
}

/** Words to each side of a value that tell what it is of. */
const AROUND = 6;

/** A value with the words around it. */
function around(text: string, from: number, length: number): string {
  const before = text
    .slice(0, from)
    .split(/(?<=\s)/)
    .slice(-AROUND)
    .join('');
  const after = text
    .slice(from + length)
    .split(/(?=\s)/)
    .slice(0, AROUND + 1)
    .join('');
  return `${before}${text.slice(from, from + length)}${after}`.trim();
}

/** Words between a field's word and its value that tie them together: `the deposit is about 500`. */
const LINKS = new Set(
  `is was are were be been will would s the a an our my his her their its of at to for about around roughly exactly just only
  now by with from in on per like come comes came set costs cost called named total it that so up than until and goes as
  say says this has have had we re ll d ve i m got get gets`.split(/\s+/),
);
const NEAR = 5;
/** A value in another clause, or before its word, is as far as this many words more. */
const CUT = /[,;:–]|\b(?:and|but|because|while)\b/i;
const CUT_OFF = 3;
const BEHIND = 2;

function tieOf(
  { statement: { words, text }, places }: Ground,
  from: number,
  length: number,
): { bound: number; near: number } {
  const first = words.findIndex(({ to }) => to > from);
  const last = words.findLastIndex((word) => word.from < from + length);
  let [bound, near] = [0, 0];
  for (const place of places) {
    const inside = place.last >= first && place.first <= last;
    const distance = inside ? 0 : place.first > last ? place.first - last - 1 : first - place.last - 1;
    const between =
      place.first > last ? words.slice(last + 1, place.first) : words.slice(place.last + 1, first);
    const weight = place.strength * place.cue.weight;
    const cut = CUT.test(text.slice(between[0]?.from ?? 0, between.at(-1)?.to ?? 0)) ? CUT_OFF : 0;
    const behind = place.first > last && distance > 1 ? BEHIND : 0;
    near = Math.max(near, weight * Math.exp(-(distance + cut + behind) / NEAR));
    if (between.length <= 6 && between.every(({ word }) => LINKS.has(word))) bound = Math.max(bound, weight);
  }
  return { bound, near };
}

function choices(question: Question, { grounds, options = [], values }: Material): Candidate[] {
  const all = (question.schema.enum ?? []).filter((one) => one !== null);
  return all.flatMap((option, index) => {
    if (typeof option === 'boolean' || UNKNOWN.test(String(option))) return [];
    const stems = optionStems(option);
    const meanings = options[index];
    const closest = new Set(
      meanings
        ? [...meanings.keys()].sort((one, other) => (meanings[other] ?? 0) - (meanings[one] ?? 0)).slice(0, 3)
        : [],
    );
    return grounds.flatMap((ground, at) => {
      const { words } = ground.statement;
      const places = stems.map((stem) => words.findIndex((word) => word.stem === stem));
      const said = places.filter((place) => place >= 0).length / Math.max(1, stems.length);
      const counted =
        typeof option === 'number' && values(ground.statement).find(({ number }) => number === option);
      if (said < 1 && !counted && !closest.has(at)) return [];
      const place = words[Math.max(0, ...places)];
      const [from, length] = counted
        ? [counted.from, counted.text.length]
        : said > 0 && place
          ? [place.from, place.to - place.from]
          : [0, ground.statement.text.length];
      const tie = said > 0 || counted ? tieOf(ground, from, length) : { bound: 0, near: 0 };
      return [
        {
          value: option,
          key: String(option),
          ground,
          from,
          length,
          fit: counted ? 1 : said >= 1 ? 1 : said * 0.5,
          ...tie,
          meaning: Math.max(ground.meaning * 0.6, (ground.meaning + (meanings?.[at] ?? ground.meaning)) / 2),
          local: ground.statement.text,
          type: 'choice' as const,
        },
      ];
    });
  });
}

function polarities(question: Question, { grounds }: Material): Candidate[] {
  const stems = question.cues.flatMap(({ said, weight }) => (weight === 1 ? (said[0] ?? []) : []));
  const opposites = oppositesOf(stems);
  return grounds.flatMap((ground) => {
    if (ground.words === 0 && ground.meaning < 1.2 && ground.answers === 0) return [];
    const said = polarityIn(ground, opposites);
    if (!said) return [];
    const { statement, places } = ground;
    const firsts = places.filter(({ strength }) => strength === 1);
    return [
      {
        value: said.value,
        key: String(said.value),
        ground,
        from: 0,
        length: statement.text.length,
        fit: said.clear,
        near: firsts.length > 0 ? 1 : places.length > 0 ? 0.6 : 0,
        bound: said.clear === 1 ? 1 : 0,
        meaning: ground.meaning,
        local: statement.text,
        type: 'polarity' as const,
      },
    ];
  });
}

function phrased(question: Question, { grounds }: Material): Candidate[] {
  const score = ({ words, meaning, answers, before }: Ground) =>
    2 * words + clip(meaning, -1, 3) / 2 + answers + before / 2;
  const best = [...grounds].sort((one, other) => score(other) - score(one)).slice(0, MOST_READ);
  const fit = question.takes.phrase ?? 0;
  const asked = new Set(question.cues.flatMap(({ said }) => said[0] ?? []));
  return best.flatMap((ground) =>
    phrasesIn(question, ground).flatMap(({ text, from, bound, shape }) => {
      const own = tokens(text);
      const fresh = own.filter(({ stem }) => !asked.has(stem)).length / Math.max(1, own.length);
      if (fresh < 0.5 || typeOf(question.schema) !== 'string') return [];
      const tie = tieOf(ground, from, text.length);
      return [
        {
          value: text,
          key: keyOf(text),
          ground,
          from,
          length: text.length,
          fit: fit * shape,
          bound: Math.max(bound, tie.bound * 0.6),
          near: Math.max(bound, tie.near),
          meaning: ground.meaning,
          local: text,
          type: 'phrase' as const,
        },
      ];
    }),
  );
}

/** The candidates with the most that speaks for their statements, in their order where there are no more than that. */
export function promising(candidates: readonly Candidate[], most: number): readonly Candidate[] {
  if (candidates.length <= most) return candidates;
  const score = ({ meaning, near, ground }: Candidate) => meaning + 2 * ground.words + near + ground.answers;
  return [...candidates].sort((one, other) => score(other) - score(one)).slice(0, most);
}
