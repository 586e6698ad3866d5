import * as z from 'zod';
import { ApiError } from '../../../client/errors.ts';
import { operations } from '../../../contract/index.ts';
import { subtitles } from '../../reading/transcript.ts';
import { type Answer, Refusal } from '../result.ts';
import { type Call, collectionsOf, gapsIn, idOf, pick, short, tool } from '../tool.ts';
import { waitCall } from './status.ts';

const query = operations['media-description.get'].query.shape;

/** The modalities as fields of a description. */
const parts = ['speech', 'scene_text', 'visual_scene_description', 'audio_description'];

export const transcript = tool({
  name: 'transcript',
  description:
    'What is said, shown and heard in a film, with seconds. format srt or vtt: items are the parts of a subtitle file; join them as they are and save them.',
  input: z.object({
    file: z.string(),
    collection: z.string().optional().describe('Default: the first that has processed it'),
    from: query.start_time_seconds.describe('Second'),
    to: query.end_time_seconds.describe('Second'),
    modalities: query.modalities.describe('Default: speech'),
    format: z.enum(['lines', 'srt', 'vtt']).default('lines'),
  }),
  sends: ['media-description.get', 'rich-transcript.get', 'media.get'],
  async run({ file, collection, from, to, modalities = ['speech'], format }, call) {
    const file_id = await idOf(call, 'file_id', file);
    if (format !== 'lines' && modalities.length > 1)
      throw new Refusal('Subtitles have one modality: name one, or take the format lines.', 'bad_request');
    const { collection_id, description } = await descriptionOf(call, file_id, collection, {
      ...(from === undefined ? {} : { start_time_seconds: from }),
      ...(to === undefined ? {} : { end_time_seconds: to }),
      modalities,
    });
    const items = format === 'lines' ? linesOf(description) : cuesOf(description, format);
    const { title, summary } = description;
    return {
      ...(items.length === 0
        ? await whyNone(call, { collection_id, file_id }, description)
        : { summary: `${items.length} lines.` }),
      head: {
        file_id,
        ...(title ? { title: short(title, 200) } : {}),
        ...(summary ? { summary: short(summary, 500) } : {}),
        ...gapsIn(description),
      },
      items,
    };
  },
});

/** What an empty answer means: one that was never read looks like a silent one. */
export async function whyNone(
  call: Call,
  params: { collection_id: string; file_id: string },
  description: Description,
): Promise<Pick<Answer, 'summary' | 'next'>> {
  const status = await statusIn(call, params);
  if (status === 'failed')
    return { summary: 'The file failed in this collection: nothing was read of it. See its status.' };
  if (status !== 'completed')
    return {
      summary: `The file is not processed yet (${status}): whether there are lines is not known.`,
      next: waitCall({ kind: 'collection-file', params }),
    };
  const { gaps } = gapsIn(description);
  return {
    summary: gaps
      ? 'There are no lines: see gaps.'
      : 'There are no lines: all that was asked for was looked at.',
  };
}

type Description = Awaited<ReturnType<typeof read>>;

/** Types of collections that describe their files, and the operation that reads it. */
const readers = {
  'media-descriptions': 'media-description.get',
  'rich-transcripts': 'rich-transcript.get',
} as const;

const describes = (type: string): type is keyof typeof readers => Object.hasOwn(readers, type);

const read = (
  { client, signal }: Call,
  operation: (typeof readers)[keyof typeof readers],
  params: { collection_id: string; file_id: string },
  asked: object,
) => client.call(operation, { params, query: asked }, { signal });

interface Described {
  readonly collection_id: string;
  readonly description: Description;
}

/**
 * The description of a file in a collection that is named, else in the first where the file is processed; where it is so in
 * none, in the first that has it. @throws Refusal if none has
 */
export async function descriptionOf(
  call: Call,
  file_id: string,
  named: string | undefined,
  asked: object,
): Promise<Described> {
  const described = async ({ id, type }: Describing): Promise<Described> => ({
    collection_id: id,
    description: await read(call, readers[type], { collection_id: id, file_id }, asked),
  });
  if (named !== undefined) return described(await oneNamed(call, named));
  let unprocessed: Describing | undefined;
  for await (const { id, type } of collectionsOf(call)) {
    if (!describes(type)) continue;
    const one = { id, type };
    const status = await unlessMissing(statusIn(call, { collection_id: id, file_id }));
    if (status !== undefined && status !== 'completed') unprocessed ??= one;
    const found = status === 'completed' ? await unlessMissing(described(one)) : undefined;
    if (found) return found;
  }
  if (unprocessed) return described(unprocessed);
  throw new Refusal(
    'The file is in no collection that describes its files. Add it to one: a collection of the type media-descriptions.',
    'not_found',
    {
      next: {
        tool: 'call',
        arguments: { operation: 'media.add', params: { collection_id: 'COLLECTION' }, body: { file_id } },
      },
    },
  );
}

/** A collection that describes its files. */
interface Describing {
  readonly id: string;
  readonly type: keyof typeof readers;
}

const statusIn = async (
  { client, signal }: Call,
  params: { collection_id: string; file_id: string },
): Promise<string> => (await client.call('media.get', { params }, { signal })).status;

/** What is asked for; undefined where the collection does not have the file. */
const unlessMissing = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });

/** @throws Refusal for a collection that describes no files */
async function oneNamed(call: Call, named: string): Promise<Describing> {
  const collection_id = await idOf(call, 'collection_id', named);
  const found = await call.client.call(
    'collection.get',
    { params: { collection_id } },
    { signal: call.signal },
  );
  const { collection_type: type } = found;
  // Another collection may have the file: nothing is said of those.
  if (!describes(type))
    throw new Refusal(
      `That collection is of the type ${type} and has no descriptions. Leave it out to look in all that have some.`,
      'bad_request',
    );
  return { id: collection_id, type };
}

function linesOf(description: Description): unknown[] {
  const several = parts.filter((name) => rowsIn(description, name).length > 0).length > 1;
  return parts.flatMap((name) =>
    rowsIn(description, name).map((row) => ({
      ...(several ? { modality: name } : {}),
      ...pick(row, ['start_time', 'end_time', 'speaker', 'text', 'confidence']),
    })),
  );
}

function rowsIn(description: Description, name: string): readonly unknown[] {
  const rows: unknown = description[name as keyof Description];
  return Array.isArray(rows) ? rows : [];
}

/** The cues of a subtitle file: joined, they are the file. */
function cuesOf(description: Description, format: 'srt' | 'vtt'): string[] {
  const text = subtitles(description, format) ?? '';
  return text === '' ? [] : text.split(/(?<=\n\n)/);
}
