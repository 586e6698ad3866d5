import * as z from 'zod';
import type { Problem } from '../../problem.ts';
import { checkExtractSchema } from '../../schemas/extract-schema.ts';
import { isShorthand, schemaMeant } from '../../schemas/extract-shorthand.ts';
import { limits } from '../../values/limits.ts';

/** What to extract: a prompt, a JSON Schema, or both. Omitted fields have the values of `extractDefaults`. */
export const extractConfig = z
  .object({
    prompt: z.string().optional().describe('Prompt that says what to extract'),
    schema: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Schema of the result: a JSON Schema of an object, or an example ({"name": "string"})'),
    enable_video_level_entities: z
      .boolean()
      .optional()
      .describe('Extract entities of the whole file; default no'),
    enable_segment_level_entities: z
      .boolean()
      .optional()
      .describe('Extract entities of each segment; default yes'),
    enable_transcript_mode: z.boolean().optional().describe('Use speech only; default no'),
    enable_metadata_mode: z.boolean().optional().describe("Also use the file's metadata; default no"),
  })
  .meta({ id: 'ExtractConfig' });

export const extractDefaults = {
  enable_video_level_entities: false,
  enable_segment_level_entities: true,
  enable_transcript_mode: false,
  enable_metadata_mode: false,
} as const;

/**
 * What this service refuses in a configuration although the API allows it; another service may accept it.
 * @param path its path, for messages
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

/** Converts a path in a schema to the path in the example that it was made from. */
function inExample(path: string): string {
  return path
    .replaceAll(/(^|\.)properties(?=\.)/g, '')
    .replaceAll(/\.items(?=\.|$)/g, '[0]')
    .replace(/^\./, '');
}

const NO_LEVEL =
  'must be true if enable_segment_level_entities is false: otherwise nothing would be extracted';

export type ExtractConfig = z.output<typeof extractConfig>;
