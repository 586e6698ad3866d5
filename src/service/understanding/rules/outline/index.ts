/**
 * Chapters and titles by a language model: lines go to it in stretches; an Outline goes out whose line numbers exist
 * and whose quotes and titles the lines hold.
 */

import * as z from 'zod';
import { clock } from '../../../text/timestamps.ts';
import { readWith } from '../../models/language/answer.ts';
import type { ChatSession, Question } from '../../models/language/chat.ts';
import { Said } from '../../models/language/held/claims.ts';
import { type Lexicon, loadLexicon } from '../../models/language/held/lexicon.ts';
import { bearingQuoteIn } from '../../models/language/held/quote.ts';
import { dataLine, fenced, runsOf } from '../../models/language/packing.ts';
import { outlinePrompt } from '../../models/language/prompts/prompt.ts';

/** A line that a chapter can begin with. Seconds. */
export interface OutlineLine {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly origin: 'said' | 'on screen';
  readonly speaker?: string | undefined;
}

const MOST_CHAPTERS = 100;
const MOST_CHARACTERS = 600;

const text = z.string().max(MOST_CHARACTERS);
const answered = z.object({
  title: text,
  quote: text,
  chapters: z.array(z.object({ first: z.number(), title: text, quote: text })).max(MOST_CHAPTERS),
});

/** What a model gave for a stretch, unchecked. Lines are counted from 1 in the stretch. */
export type GivenOutline = z.output<typeof answered>;

const strict = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const TEXT = { type: 'string' };
const CHAPTER = strict({ first: { type: 'integer' }, title: TEXT, quote: TEXT });
const SCHEMA = strict({ title: TEXT, quote: TEXT, chapters: { type: 'array', items: CHAPTER } });

/** The question for a stretch of lines. */
function outlineQuestion(lines: readonly OutlineLine[]): Question<GivenOutline> {
  return {
    name: 'outline',
    system: outlinePrompt.text,
    content: fenced(numberedLines(lines)),
    schema: SCHEMA,
    read: readWith(answered),
  };
}

/** The lines as a question has them, numbered from 1. */
function numberedLines(lines: readonly OutlineLine[]): string[] {
  return lines.map(({ text: said, start, origin, speaker }, at) => {
    const by = speaker === undefined ? '' : ` by ${dataLine(speaker)}`;
    return `[${at + 1}] ${clock(start)} ${origin}${by}: ${dataLine(said)}`;
  });
}

/** A chapter that holds. */
interface HeldChapter {
  /** Seconds. */
  readonly start: number;
  /** Undefined if the model's title does not hold. */
  readonly title?: string;
}

/** What holds of a stretch's outline. */
interface HeldOutline {
  readonly title?: string;
  /** In order of time; the first begins with the stretch. */
  readonly chapters: readonly HeldChapter[];
  /** Titles and chapters that were dropped. */
  readonly dropped: number;
}

const TITLE_CHARACTERS = 100;

/**
 * Checks an outline against its lines: the numbers ascend and exist, the quotes stand in the lines of their chapter, and
 * titles say nothing that the lines do not: see `Said`.
 */
export function heldOutline(
  lines: readonly OutlineLine[],
  given: GivenOutline,
  lexicon: Lexicon,
): HeldOutline {
  let last = 0;
  const rising = given.chapters.filter(({ first }) => {
    const holds = Number.isInteger(first) && first > last && first <= lines.length;
    if (holds) last = first;
    return holds;
  });
  const held = rising.flatMap(({ first, title, quote }, at) => {
    const own = lines.slice(first - 1, (rising[at + 1]?.first ?? lines.length + 1) - 1);
    const [line] = own;
    if (!line || !isQuoted(own, quote)) return [];
    return [{ start: line.start, ...titled(own, title, lexicon) }];
  });
  const whole = isQuoted(lines, given.quote) ? titled(lines, given.title, lexicon) : {};
  const kept = held.filter(({ title }) => title !== undefined).length + (whole.title === undefined ? 0 : 1);
  return { ...whole, chapters: held, dropped: given.chapters.length + 1 - kept };
}

function isQuoted(lines: readonly OutlineLine[], quote: string): boolean {
  return lines.some(({ text }) => bearingQuoteIn(text, quote) !== undefined);
}

function titled(lines: readonly OutlineLine[], given: string, lexicon: Lexicon): { title?: string } {
  const title = dataLine(given);
  if (!/\p{L}/u.test(title) || title.length > TITLE_CHARACTERS) return {};
  return new Said(lines, lexicon).unsaidIn(title) === undefined ? { title } : {};
}

/** The outline of a recording, in what a language model made of its lines. */
export interface Outline {
  /** Undefined if the model's title does not hold. */
  readonly title?: string;
  /** In order of time; none if there are fewer than two. Seconds. */
  readonly chapters: readonly HeldChapter[];
  readonly dropped: number;
}

/** Characters of lines in one question; every current model behind an endpoint reads this many at once. */
const CHARACTERS = 20_000;

/** Chapters that begin sooner after the one before, in seconds, are left out. */
const CLOSEST = 10;

/**
 * Asks a language model for chapters and titles, stretch by stretch.
 * @param lines in order of time
 * @throws EndpointRefused if there is no usable answer
 */
export async function outlineOf(
  chat: Pick<ChatSession, 'ask' | 'shares'>,
  lines: readonly OutlineLine[],
  signal: AbortSignal,
): Promise<Outline> {
  const { system = '', content } = outlineQuestion([]);
  const packing = { around: `${system}${content}`, characters: CHARACTERS };
  const lexicon = await loadLexicon();
  const stretches: HeldOutline[] = [];
  for (const { from, to } of runsOf(await chat.shares(numberedLines(lines), packing, signal))) {
    const own = lines.slice(from, to + 1);
    const held = heldOutline(own, await chat.ask(outlineQuestion(own), signal), lexicon);
    // Where a stretch begins, the subject need not change.
    const chapters =
      from === 0 ? held.chapters : held.chapters.filter(({ start }) => start !== own[0]?.start);
    stretches.push({ ...held, chapters });
  }
  const chapters = apart(stretches.flatMap((one) => one.chapters));
  const [first] = stretches;
  return {
    // A title from a part would say less than the sentence that stands for the whole.
    ...(stretches.length === 1 && first?.title !== undefined && { title: first.title }),
    chapters: chapters.length > 1 ? chapters : [],
    dropped: stretches.reduce((sum, { dropped }) => sum + dropped, 0),
  };
}

function apart(chapters: readonly HeldChapter[]): HeldChapter[] {
  const kept: HeldChapter[] = [];
  for (const chapter of chapters) {
    const before = kept.at(-1);
    if (!before || chapter.start - before.start >= CLOSEST) kept.push(chapter);
  }
  return kept;
}
