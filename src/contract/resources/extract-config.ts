import * as z from 'zod';
import { checkExtractSchema } from '../extract-schema.ts';
import { isShorthand, schemaMeant } from '../extract-shorthand.ts';
import { limits } from '../limits.ts';

/** A JSON Schema of the subset extract-schema.ts checks, or an example of what is wanted. */
const extractSchema = z
  .record(z.string(), z.unknown())
  .check((context) => {
    const example = isShorthand(context.value);
    for (const { path, message } of checkExtractSchema(schemaMeant(context.value), ''))
      context.issues.push({
        code: 'custom',
        path: (example ? inExample(path) : path).split('.').filter(Boolean),
        message,
        input: context.value,
      });
  })
  .describe('The shape of what is extracted: a JSON Schema of an object, or an example ({"name": "string"})');

/** Where a place of a schema is in the example it was made of. */
function inExample(path: string): string {
  return path
    .replaceAll(/(^|\.)properties(?=\.)/g, '')
    .replaceAll(/\.items(?=\.|$)/g, '[0]')
    .replace(/^\./, '');
}

/** What to extract: a prompt, a JSON Schema, or both. What is left out has the value of `extractDefaults`. */
export const extractConfig = z
  .object({
    prompt: z.string().max(limits.extractPromptCharacters).optional().describe('What to extract, in words'),
    schema: extractSchema.optional(),
    enable_video_level_entities: z
      .boolean()
      .optional()
      .describe('Entities of the file as a whole; default no'),
    enable_segment_level_entities: z.boolean().optional().describe('Entities of each segment; default yes'),
    enable_transcript_mode: z
      .boolean()
      .optional()
      .describe('Read what is said, and nothing else; default no'),
    enable_metadata_mode: z.boolean().optional().describe("Read the file's metadata too; default no"),
  })
  .meta({ id: 'ExtractConfig' });

export const extractDefaults = {
  enable_video_level_entities: false,
  enable_segment_level_entities: true,
  enable_transcript_mode: false,
  enable_metadata_mode: false,
} as const;

type Levels = Pick<
  z.output<typeof extractConfig>,
  'enable_video_level_entities' | 'enable_segment_level_entities'
>;

/** True where neither the file nor its segments would have entities. */
export function noLevel({
  enable_video_level_entities: file = extractDefaults.enable_video_level_entities,
  enable_segment_level_entities: segments = extractDefaults.enable_segment_level_entities,
}: Levels): boolean {
  return !file && !segments;
}

export const NO_LEVEL =
  'must be true where enable_segment_level_entities is false: else nothing would be extracted';

export type ExtractConfig = z.output<typeof extractConfig>;
