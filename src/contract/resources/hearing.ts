import * as z from 'zod';
import { redoModalities, speechProviders } from '../values/enums.ts';
import { limits } from '../values/limits.ts';
import { text } from '../values/scalars.ts';

/** Names and terms that a recogniser should know. */
export const vocabulary = () =>
  z
    .array(text().min(1).max(limits.termCharacters))
    .max(limits.terms)
    .describe('Names and terms for speech providers that take them; an addition of this service');

/** The language of an audio track. */
export const audioLanguage = () =>
  text()
    .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'must be a language code such as de, deu or de-AT')
    .describe('Language of the audio track to use; default: the default track; an addition of this service');

/** How the speech of a file is recognised. */
export const hearing = z
  .object({
    corrected: z.boolean().describe('True if a transcript corrected by hand replaces the recognised one'),
    provider: z.enum(speechProviders).optional().describe('The only speech provider used for this file'),
    audio_language: audioLanguage().optional(),
    vocabulary: vocabulary().optional(),
    speakers: z.record(z.string(), z.string()).optional().describe('Names of speakers by their label'),
  })
  .meta({ id: 'Hearing', description: 'How speech is recognised; an addition of this service' });

/** What a file can be given for the recognition of its speech; null removes it. */
export const hearingChanges = {
  audio_language: audioLanguage().nullable().optional(),
  vocabulary: vocabulary().nullable().optional(),
  speakers: z
    .record(z.string().min(1), z.string().min(1).max(limits.termCharacters))
    .optional()
    .describe('New names of speakers by their label or current name; an addition of this service'),
};

/** How the speech of files is recognised from now on. What is left out stays as it is. */
export const speechChoices = {
  provider: z.enum(speechProviders).optional().describe('Use only this speech provider from now on'),
  audio_language: audioLanguage().optional(),
  vocabulary: vocabulary().optional(),
};

/** The fields of a redo that are about speech. */
export const speechFields = Object.keys(speechChoices) as (keyof typeof speechChoices)[];

/** What to make again of a file. What is left out of how its speech is recognised stays as it is. */
export const hearAgainBody = z
  .object({
    modality: z
      .enum(redoModalities)
      .default('speech')
      .describe('What to make again, whatever made it; objects belong to visual_scene_description'),
    ...speechChoices,
  })
  .superRefine((body, ctx) => {
    const chosen = speechFields.find((name) => body[name] !== undefined);
    if (chosen === undefined || body.modality === 'speech') return;
    ctx.addIssue({
      code: 'custom',
      path: [chosen],
      message: 'is for speech only: leave modality out, or set it to speech',
    });
  });

export const heardAgain = z
  .object({
    modality: z.enum(redoModalities),
    file_count: z.int().describe('Files of which it is made again'),
    collection_file_count: z.int().describe('Collection files that are made again from them'),
  })
  .meta({ id: 'Redone' });

export type HearAgainBody = z.output<typeof hearAgainBody>;
