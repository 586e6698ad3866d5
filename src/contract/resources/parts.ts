import * as z from 'zod';

/** Where something lies in the media, in seconds. */
export const span = { start_time: z.number(), end_time: z.number() };

/** The former names of start_time and end_time. They stay until the next major version. */
const formerSpan = {
  start: z.number().optional().describe('As start_time; an addition of this service'),
  end: z.number().optional().describe('As end_time; an addition of this service'),
};

export const word = z.object({ word: z.string(), ...span, ...formerSpan });

/** Something that was said. */
const spokenPart = z
  .object({
    speaker: z.string().optional(),
    text: z.string(),
    ...span,
    ...formerSpan,
    words: z.array(word).optional(),
  })
  .meta({ id: 'SpokenPart' });

/** Something that was shown or heard. */
const describedPart = z.object({ text: z.string(), ...span, ...formerSpan }).meta({ id: 'DescribedPart' });

/** What was understood of a stretch of media, by modality. */
export const describedParts = {
  speech: z.array(spokenPart),
  visual_scene_description: z.array(describedPart),
  scene_text: z.array(describedPart),
  audio_description: z.array(describedPart),
};

export const chapter = z.object({ index: z.int(), ...span, description: z.string() });
export const shot = z.object({ index: z.int(), ...span });

/** How a file is divided, where that was asked for. */
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
