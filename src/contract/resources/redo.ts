import * as z from 'zod';
import { redoChanges, redoModalities, redoScopes, redoStatuses } from '../values/enums.ts';
import { unixMs } from '../values/scalars.ts';
import { speechChoices, speechFields } from './hearing.ts';

/** What to make again of a collection. */
export const redoBody = z
  .object({
    modalities: z
      .array(z.enum(redoModalities))
      .min(1)
      .optional()
      .describe(
        'What to make again; default: all, or speech if a field about speech is set. Objects belong to visual_scene_description',
      ),
    scope: z
      .enum(redoScopes)
      .default('outdated')
      .describe(
        'outdated: only results that something else would make now; all: also those that the same would make, for the four modalities of media',
      ),
    worse: z
      .boolean()
      .default(false)
      .describe('Also replace results by those of a weaker provider; they stay otherwise'),
    ...speechChoices,
  })
  .superRefine((body, ctx) => {
    const chosen = speechFields.find((name) => body[name] !== undefined);
    if (chosen === undefined || (body.modalities ?? []).every((one) => one === 'speech')) return;
    ctx.addIssue({
      code: 'custom',
      path: [chosen],
      message: 'is for speech only: leave modalities out, or set it to ["speech"]',
    });
  });

/** Results of a modality by what made them. */
const replaced = z
  .object({
    made_by: z.string().describe('What made the earlier results'),
    change: z.enum(redoChanges),
    files: z.int(),
    stays: z.boolean().describe('True if they stay, because they would become worse'),
  })
  .meta({ id: 'RedoReplaced' });

const redoPart = z
  .object({
    modality: z.enum(redoModalities),
    made_by: z.string().describe('What makes the results now'),
    files: z.int().describe('Files whose results are made again'),
    media_seconds: z.number().describe('Their length in seconds'),
    seconds: z.number().optional().describe('How long that takes; left out if nothing is known about it'),
    measured: z
      .boolean()
      .describe('True if that is by earlier work of this service; otherwise by typical values'),
    replaces: z.array(replaced),
  })
  .meta({ id: 'RedoPart' });

/** What a redo would do. */
export const redoEstimate = z
  .object({
    collection_id: z.string(),
    files: z.int().describe('Files with something to make again'),
    seconds: z
      .number()
      .optional()
      .describe('How long that takes with the workers of this service, about; left out if it is not known'),
    runs: z
      .int()
      .describe(
        'Runs of moment criteria over files with other speech, which may start again and are charged',
      ),
    cost: z.number().describe('What these cost at most, in credits; a redo itself is free'),
    modalities: z.array(redoPart).describe('Without those that nothing makes on this service'),
  })
  .meta({ id: 'RedoEstimate' });

/** Making the results of a collection again. */
export const redo = z
  .object({
    redo_id: z.string(),
    collection_id: z.string(),
    status: z.enum(redoStatuses),
    modalities: z.array(z.enum(redoModalities)).describe('What is made again'),
    files_total: z.int().describe('Files with something to make again'),
    files_completed: z.int().describe('Files that were made again, with everything made from them'),
    files_failed: z.int().describe('Files that failed, or kept an earlier result'),
    estimated_seconds: z
      .number()
      .optional()
      .describe('How long it was expected to take; left out if it was not known'),
    error: z.string().optional().describe('Why it failed'),
    created_at: unixMs(),
  })
  .meta({ id: 'Redo' });

export type RedoBody = z.output<typeof redoBody>;
export type Redo = z.output<typeof redo>;
export type RedoEstimate = z.output<typeof redoEstimate>;
