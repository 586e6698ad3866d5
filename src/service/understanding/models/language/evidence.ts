import * as z from 'zod';
import { clock } from '../../../text/timestamps.ts';
import { readWith } from './answer.ts';
import type { ChatSession, Question } from './chat.ts';
import { Said } from './held/claims.ts';
import type { Lexicon } from './held/lexicon.ts';
import { bearingQuoteIn } from './held/quote.ts';
import { dataLine, fenced, runsOf } from './packing.ts';
import { answerPrompt } from './prompts/prompt.ts';

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

/** A citation that holds: at least four words that stand in that line, or all of it. */
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
  /** Sentences that were dropped, because a citation does not hold or its lines do not say all of the sentence. */
  readonly dropped: number;
}

const MOST_SENTENCES = 12;
const MOST_CITATIONS = 6;
const SENTENCE_CHARACTERS = 1_000;

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
  const { system, content } = asking(asked, [], more);
  const packing = { around: `${system}${content}`, characters: EVIDENCE_CHARACTERS };
  const [run] = runsOf(await chat.shares(evidence.map(lineOf), packing, signal));
  return evidence.slice(0, (run?.to ?? 0) + 1);
}

/**
 * Asks for an answer from evidence. A sentence is dropped unless it has citations and all of them hold (the line exists, and
 * the quote stands in it), and the lines that it cites say every particular of it: see `Said`.
 * @param asked the question, with earlier ones: written by the caller, not by media
 * @param more.earlier earlier answers, as further lines of the material
 */
export function citedQuestion<E extends Evidence>(
  asked: string,
  evidence: readonly E[],
  lexicon: Lexicon,
  more: MoreOfQuestion = {},
): Question<CitedAnswer<E>> {
  return {
    name: 'answer',
    temperature: more.temperature,
    ...asking(asked, evidence, more),
    schema: SCHEMA,
    read: (value) => held(readWith(answer)(value), evidence, lexicon),
  };
}

function asking(asked: string, evidence: readonly Evidence[], { system, earlier }: MoreOfQuestion) {
  return {
    system: system ? `${answerPrompt.text}\n\n${system}` : answerPrompt.text,
    content: `${numbered(evidence, earlier)}\n\n${asked}`,
  };
}

function held<E extends Evidence>(
  { sentences }: z.output<typeof answer>,
  evidence: readonly E[],
  lexicon: Lexicon,
): CitedAnswer<E> {
  const kept = sentences.flatMap(({ text, citations }): HeldSentence<E>[] => {
    const good = citations.flatMap((one): HeldCitation<E>[] => {
      const line = evidence[one.evidence - 1];
      const quote = line && bearingQuoteIn(line.text, one.quote);
      return line && quote !== undefined ? [{ evidence: line, quote }] : [];
    });
    const all = good.length > 0 && good.length === citations.length;
    const lines = [...new Set(good.map((one) => one.evidence))];
    return all && new Said(lines, lexicon).unsaidIn(text) === undefined
      ? [{ text: dataLine(text), citations: good }]
      : [];
  });
  return { sentences: kept, dropped: sentences.length - kept.length };
}
