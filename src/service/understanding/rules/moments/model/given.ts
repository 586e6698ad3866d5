import * as z from 'zod';

const MOST_MOMENTS = 100;
const MOST_CHARACTERS = 2_000;

const text = z.string().max(MOST_CHARACTERS);
/** The answer to the question for one window. */
export const answered = z.object({
  moments: z
    .array(
      z.object({
        first: z.number(),
        last: z.number(),
        quote: text,
        title: text.nullish(),
        reason: text,
        likelihood: z.number(),
        score: z.number().nullish(),
        anchors: z.array(z.object({ name: text, line: z.number() })).nullish(),
        data: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .max(MOST_MOMENTS),
});

/** A moment as a model gave it, unchecked. Lines are counted from 1 in the window. */
export type GivenMoment = z.output<typeof answered>['moments'][number];
