import * as z from 'zod';
import { clock } from '../../text/timestamps.ts';
import { readWith } from '../language/answer.ts';
import type { Question } from '../language/chat.ts';
import { dataLine, fenced } from '../language/media-text.ts';
import { outlinePrompt } from '../language/prompts/prompt.ts';

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
  ...{ type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
});
const TEXT = { type: 'string' };
const CHAPTER = strict({ first: { type: 'integer' }, title: TEXT, quote: TEXT });
const SCHEMA = strict({ title: TEXT, quote: TEXT, chapters: { type: 'array', items: CHAPTER } });

/** The question for a stretch of lines. */
export function outlineQuestion(lines: readonly OutlineLine[]): Question<GivenOutline> {
  return {
    name: 'outline',
    system: outlinePrompt.text,
    content: fenced(numberedLines(lines)),
    schema: SCHEMA,
    read: readWith(answered),
  };
}

/** The lines as a question has them, numbered from 1. */
export function numberedLines(lines: readonly OutlineLine[]): string[] {
  return lines.map(({ text: said, start, origin, speaker }, at) => {
    const by = speaker === undefined ? '' : ` by ${dataLine(speaker)}`;
    return `[${at + 1}] ${clock(start)} ${origin}${by}: ${dataLine(said)}`;
  });
}
