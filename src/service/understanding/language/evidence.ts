import * as z from 'zod';
import { clock } from '../../text/timestamps.ts';
import { readWith } from './answer.ts';
import type { ChatSession, Question } from './chat.ts';
import { dataLine, fenced } from './material.ts';
import { runsOf } from './packing.ts';
import { answerPrompt } from './prompts/answer.ts';

/** A line that an answer may cite. */
export interface Evidence {
  readonly text: string;
  readonly filename: string;
  /** Seconds; undefined for a whole file. */
  readonly time?: number | undefined;
  /** How it got there: `said`, `on screen`, `seen`. */
  readonly origin: string;
  readonly speaker?: string | undefined;
}

/** A citation that holds: words that stand in that line. */
export interface HeldCitation<E extends Evidence = Evidence> {
  readonly evidence: E;
  /** As the line has them. */
  readonly quote: string;
}

export interface HeldSentence<E extends Evidence = Evidence> {
  readonly text: string;
  readonly citations: readonly HeldCitation<E>[];
}

/** An answer of a model, checked. */
export interface CitedAnswer<E extends Evidence = Evidence> {
  readonly sentences: readonly HeldSentence<E>[];
  /** Sentences that were dropped because a citation does not hold. */
  readonly dropped: number;
}

const MOST_SENTENCES = 12;
const MOST_CITATIONS = 6;
const SENTENCE_CHARACTERS = 1_000;
const LEAST_QUOTE_CHARACTERS = 2;

const citation = z.object({ evidence: z.int(), quote: z.string().max(SENTENCE_CHARACTERS) });
const sentence = z.object({
  text: z.string().trim().min(1).max(SENTENCE_CHARACTERS),
  citations: z.array(citation).max(MOST_CITATIONS),
});
const answer = z.object({ sentences: z.array(sentence).max(MOST_SENTENCES) });

/** The schema in the part of JSON Schema that every server supports. */
const SCHEMA = strict({
  sentences: listOf(
    strict({
      text: { type: 'string' },
      citations: listOf(strict({ evidence: { type: 'integer' }, quote: { type: 'string' } })),
    }),
  ),
});

function strict(properties: Record<string, object>): object {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function listOf(items: object): object {
  return { type: 'array', items };
}

/**
 * Evidence as numbered lines of material: `[1] harbour.mp4 0:00:24 said by Ann: ...`.
 * @param more lines without a number, which cannot be cited, such as earlier answers: these quote media too
 */
export function numbered(evidence: readonly Evidence[], more: readonly string[] = []): string {
  return fenced([...evidence.map(lineOf), ...more.map(dataLine)]);
}

function lineOf({ text, filename, time, origin, speaker }: Evidence, at: number): string {
  const where = [dataLine(filename), time === undefined ? '' : clock(time), origin].filter(Boolean).join(' ');
  return `[${at + 1}] ${where}${speaker === undefined ? '' : ` by ${dataLine(speaker)}`}: ${dataLine(text)}`;
}

type MoreOfQuestion = Pick<Question<unknown>, 'system' | 'temperature'> & {
  readonly earlier?: readonly string[];
};

/** Characters of evidence in one question; every current model behind an endpoint reads this many at once. */
const EVIDENCE_CHARACTERS = 30_000;

/** The first of the lines, as many as the model reads at once. The best come first: see `evidenceFor`. */
export async function packedEvidence<E extends Evidence>(
  chat: Pick<ChatSession, 'shares'>,
  asked: string,
  evidence: readonly E[],
  more: MoreOfQuestion,
  signal: AbortSignal,
): Promise<readonly E[]> {
  const { system = '', content } = citedQuestion(asked, [], more);
  const packing = { around: `${system}${content}`, characters: EVIDENCE_CHARACTERS };
  const [run] = runsOf(await chat.shares(evidence.map(lineOf), packing, signal));
  return evidence.slice(0, (run?.to ?? 0) + 1);
}

/**
 * Asks for an answer from evidence. A sentence is dropped unless it has citations and all of them hold: the line exists,
 * and the quote stands in it.
 * @param asked the question, with earlier ones: written by the caller, not by media
 * @param more.earlier earlier answers, as further lines of the material
 */
export function citedQuestion<E extends Evidence>(
  asked: string,
  evidence: readonly E[],
  more: MoreOfQuestion = {},
): Question<CitedAnswer<E>> {
  const { temperature, earlier } = more;
  return {
    name: 'answer',
    temperature,
    system: more.system ? `${answerPrompt.text}\n\n${more.system}` : answerPrompt.text,
    content: `${numbered(evidence, earlier)}\n\n${asked}`,
    schema: SCHEMA,
    read: (value) => held(readWith(answer)(value), evidence),
  };
}

function held<E extends Evidence>(
  { sentences }: z.output<typeof answer>,
  evidence: readonly E[],
): CitedAnswer<E> {
  const kept = sentences.flatMap(({ text, citations }): HeldSentence<E>[] => {
    const good = citations.flatMap((one): HeldCitation<E>[] => {
      const line = evidence[one.evidence - 1];
      const quote = line && quoteIn(line.text, one.quote);
      return line && quote !== undefined ? [{ evidence: line, quote }] : [];
    });
    const all = good.length > 0 && good.length === citations.length;
    return all ? [{ text: dataLine(text), citations: good }] : [];
  });
  return { sentences: kept, dropped: sentences.length - kept.length };
}

/** Letters and digits as compared, with where each stands in the text. */
function comparable(text: string): { letters: string; places: number[] } {
  let letters = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    for (const letter of character
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')) {
      letters += letter;
      places.push(...Array<number>(letter.length).fill(at));
    }
    at += character.length;
  }
  return { letters, places };
}

/**
 * The words of a line that a quote repeats, as the line has them. Case, punctuation and spaces do not matter; a quote
 * starts and ends with whole words.
 */
export function quoteIn(text: string, quote: string): string | undefined {
  const wanted = comparable(quote).letters;
  const { letters, places } = comparable(text);
  if (wanted.length < LEAST_QUOTE_CHARACTERS) return undefined;
  for (let from = letters.indexOf(wanted); from >= 0; from = letters.indexOf(wanted, from + 1)) {
    const start = places[from] ?? 0;
    const last = places[from + wanted.length - 1] ?? 0;
    const end = last + (/^.\p{M}*/su.exec(text.slice(last))?.[0].length ?? 0);
    if (isEdge(text, start) && isEdge(text, end)) return text.slice(start, end);
  }
  return undefined;
}

/** Whether a word starts or ends at a place. Scripts without spaces have no such places, so any will do. */
function isEdge(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - 1), at + 1);
  return (
    !/^[\p{L}\p{N}]{2}$/u.test(around) || /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u.test(around)
  );
}
