import * as z from 'zod';
import { doubts } from '../values/enums.ts';

/** A position in the media, in seconds. */
export const span = { start_time: z.number(), end_time: z.number() };

/** The former names of start_time and end_time, kept until the next major version. */
const formerSpan = {
  start: z.number().optional().describe('Same as start_time; an addition of this service'),
  end: z.number().optional().describe('Same as end_time; an addition of this service'),
};

const word = z.object({
  word: z.string(),
  ...span,
  ...formerSpan,
  heard: z
    .string()
    .optional()
    .describe('What was heard, where a name of the vocabulary replaced it; an addition of this service'),
});

/**
 * A recognised line is sure from this probability on: right in nine of ten cases, by `npm run bench -- hearing --sure`. What is
 * less sure is shown as such.
 */
export const SURE = 0.8;

/** Whether a line is sure. What has no probability was written, or its recogniser does not tell. */
export function isSure({ confidence = 1 }: { readonly confidence?: number | undefined }): boolean {
  return confidence >= SURE;
}

/** A spoken part. */
const spokenPart = z
  .object({
    speaker: z.string().optional(),
    text: z.string(),
    ...span,
    ...formerSpan,
    words: z.array(word).optional(),
    corrections: z
      .array(z.object({ text: z.string(), heard: z.string(), ...span }))
      .optional()
      .describe(
        'Names and terms of the vocabulary in the place of what was heard; an addition of this service',
      ),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        'Probability that at most a fifth of the words are wrong, if the recogniser tells; an addition of this service',
      ),
    trusted: z
      .boolean()
      .optional()
      .describe('False for what is shown only with include_untrusted; an addition of this service'),
    doubt: z.enum(doubts).optional().describe('Why it is not trusted; an addition of this service'),
  })
  .meta({ id: 'SpokenPart' });

/** A part that is seen or heard. */
const describedPart = z.object({ text: z.string(), ...span, ...formerSpan }).meta({ id: 'DescribedPart' });

/** The description of a part of the media, by modality. */
export const describedParts = {
  speech: z.array(spokenPart),
  visual_scene_description: z.array(describedPart),
  scene_text: z.array(describedPart),
  audio_description: z.array(describedPart),
};

export const chapter = z.object({
  index: z.int(),
  ...span,
  title: z
    .string()
    .optional()
    .describe('A title of the media, an on-screen heading or a quote; an addition of this service'),
  description: z.string(),
});
export const shot = z.object({ index: z.int(), ...span });

/** The structure of a file (chapters and shots), if requested. */
export const division = {
  chapters: z.array(chapter).optional(),
  shots: z.array(shot).optional(),
  total_chapters: z.int().optional(),
  total_shots: z.int().optional(),
};

const divided = z.object(division);

export type Division = z.output<typeof divided>;
export type SpokenPart = z.output<typeof spokenPart>;
export type DescribedPart = z.output<typeof describedPart>;
