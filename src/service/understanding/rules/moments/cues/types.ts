/** One line as the cues read it: lower case, straight apostrophes, one space between words. */
export interface ReadLine {
  readonly text: string;
  /** The line as written, for names. */
  readonly written: string;
  /** Whether it is known to be in another language than English, whose words may look like English ones: `die`. */
  readonly foreign?: boolean;
  /** Undefined where it is not known. */
  readonly speaker?: string | undefined;
  /** How it compares in meaning with another line of the file, from -1 to 1; undefined without vectors. */
  readonly likeness?: ((other: ReadLine) => number | undefined) | undefined;
  /** Position among the lines of its file. */
  readonly at: number;
}

/** A pattern and how sure it makes of the cue, from 0 to 1. A negative weight takes from what others found. */
export type Pattern = readonly [weight: number, pattern: RegExp];

/** A range of lines in which a cue was found, and how surely (0 to 1). */
export interface FoundSpan {
  readonly from: number;
  readonly to: number;
  readonly strength: number;
}

/** Something that can be told of a line without judging it. */
export interface Cue {
  readonly id: string;
  /** Matches the wording of rubrics that ask for it. Lower case. */
  readonly asked: RegExp;
  /** Whether its patterns are numbers and signs that other languages have as well. The others are English words. */
  readonly anyLanguage?: boolean;
  /** What people say; the strengths of matches add up like chances. */
  readonly said?: readonly Pattern[];
  /** How surely a line has it as it is written, for what hangs on names; from 0 to 1. */
  readonly written?: (line: string) => number;
  /** What the other speaker said just before makes it likelier. */
  readonly after?: readonly Pattern[];
  /** Lines like it, for comparison by meaning. */
  readonly examples?: readonly string[];
  /** It is a matter of form, such as digits: likeness in meaning says nothing about it. */
  readonly byForm?: boolean;
  /** How surely each line has it, by what is said around it. */
  readonly among?: (lines: readonly ReadLine[]) => number[];
  /** Finds it in whole exchanges rather than in single lines. */
  readonly spans?: (lines: readonly ReadLine[]) => FoundSpan[];
  /** Cues that this one includes: a rubric that asks for it does not ask for those. */
  readonly includes?: readonly string[];
  /** It only qualifies another cue where a rubric asks for both: a promise with a deadline. */
  readonly qualifies?: boolean;
}

/**
 * How surely the patterns hold for a text, from 0 to 1: for all of it, or for one of its sentences, so that what one sentence
 * takes back does not take from another. @param text in lower case
 */
export function strengthOf(patterns: readonly Pattern[], text: string): number {
  const sentences = text.split(SENTENCE_END);
  const all = [text, ...(sentences.length > 1 ? sentences : [])];
  return Math.max(...all.map((one) => strengthIn(patterns, one)));
}

const SENTENCE_END = /(?<=[.!?]["')]?)\s+/;

function strengthIn(patterns: readonly Pattern[], text: string): number {
  let missed = 1;
  let taken = 0;
  for (const [weight, pattern] of patterns)
    if (pattern.test(text)) {
      if (weight > 0) missed *= 1 - weight;
      else taken -= weight;
    }
  return Math.max(0, 1 - missed - taken);
}
