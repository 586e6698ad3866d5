import * as z from 'zod';
import { checkExtractSchema } from '../extract-schema.ts';
import { isShorthand, schemaMeant } from '../extract-shorthand.ts';
import { limits } from '../limits.ts';
import type { Problem } from '../problem.ts';

/** What to extract: a prompt, a JSON Schema, or both. What is left out has the value of `extractDefaults`. */
export const extractConfig = z
  .object({
    prompt: z.string().optional().describe('What to extract, in words'),
    schema: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'The shape of what is extracted: a JSON Schema of an object, or an example ({"name": "string"})',
      ),
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

/**
 * What this service does not take of a configuration, though the interface has it; another service may take it.
 * @param path where it stands, for the messages
 */
export function extractProblems(config: ExtractConfig, path: string): Problem[] {
  const { prompt = '', schema = {} } = config;
  const { enable_video_level_entities: file, enable_segment_level_entities: segments } = {
    ...extractDefaults,
    ...config,
  };
  const at = (name: string) => (path ? `${path}.${name}` : name);
  const most = limits.extractPromptCharacters;
  return [
    ...(prompt.length > most
      ? [{ path: at('prompt'), message: `must have at most ${most} characters` }]
      : []),
    ...(config.schema ? schemaProblems(schema, at('schema')) : []),
    ...(file || segments ? [] : [{ path: at('enable_video_level_entities'), message: NO_LEVEL }]),
  ];
}

function schemaProblems(schema: Record<string, unknown>, path: string): Problem[] {
  const example = isShorthand(schema);
  return checkExtractSchema(schemaMeant(schema), '').map((problem) => {
    const place = example ? inExample(problem.path) : problem.path;
    return { path: place ? `${path}.${place}` : path, message: problem.message };
  });
}

/** Where a place of a schema is in the example it was made of. */
function inExample(path: string): string {
  return path
    .replaceAll(/(^|\.)properties(?=\.)/g, '')
    .replaceAll(/\.items(?=\.|$)/g, '[0]')
    .replace(/^\./, '');
}

const NO_LEVEL = 'must be true where enable_segment_level_entities is false: else nothing would be extracted';

export type ExtractConfig = z.output<typeof extractConfig>;
