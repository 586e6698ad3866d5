import * as z from 'zod';
import { ApiError } from '../../../client/errors.ts';
import { operations } from '../../../contract/index.ts';
import { subtitles } from '../../reading/transcript.ts';
import { Refusal } from '../result.ts';
import { type Call, gapsIn, idOf, pick, short, tool } from '../tool.ts';

const query = operations['media-description.get'].query.shape;

/** The modalities as fields of a description. */
const parts = ['speech', 'scene_text', 'visual_scene_description', 'audio_description'];

export const transcript = tool({
  name: 'transcript',
  description:
    'What is said, shown and heard in a film, with seconds. format srt or vtt: items are the parts of a subtitle file; join them as they are and save them.',
  input: z.object({
    file: z.string(),
    collection: z.string().optional().describe('Default: the first that has the file'),
    from: query.start_time_seconds.describe('Second'),
    to: query.end_time_seconds.describe('Second'),
    modalities: query.modalities.describe('Default: speech'),
    format: z.enum(['lines', 'srt', 'vtt']).default('lines'),
  }),
  sends: ['media-description.get', 'rich-transcript.get'],
  async run({ file, collection, from, to, modalities = ['speech'], format }, call) {
    const file_id = await idOf(call, 'file_id', file);
    const description = await descriptionOf(call, file_id, collection, {
      ...(from === undefined ? {} : { start_time_seconds: from }),
      ...(to === undefined ? {} : { end_time_seconds: to }),
      modalities: format === 'lines' ? modalities : ['speech'],
    });
    const items = format === 'lines' ? linesOf(description) : cuesOf(description, format);
    const { title, summary } = description;
    return {
      summary: items.length === 0 ? 'There are no lines: see gaps.' : `${items.length} lines.`,
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

type Description = Awaited<ReturnType<typeof read>>;

/** Types of collections that describe their files, and the operation that reads it. */
const readers = {
  'media-descriptions': 'media-description.get',
  'rich-transcripts': 'rich-transcript.get',
} as const;

const read = (
  { client, signal }: Call,
  operation: (typeof readers)[keyof typeof readers],
  params: { collection_id: string; file_id: string },
  asked: object,
) => client.call(operation, { params, query: asked }, { signal });

/** The description of a file in a collection that is named, else in the first that has it. */
export async function descriptionOf(
  call: Call,
  file_id: string,
  named: string | undefined,
  asked: object,
): Promise<Description> {
  const { client, signal } = call;
  const wanted = named === undefined ? undefined : await idOf(call, 'collection_id', named);
  const { data } = await client.call('collection.list', { query: { limit: 100 } }, { signal });
  const able = data.flatMap(({ id, collection_type: type }) =>
    (type === 'media-descriptions' || type === 'rich-transcripts') && (wanted === undefined || wanted === id)
      ? [{ id, operation: readers[type] }]
      : [],
  );
  for (const { id, operation } of able) {
    try {
      return await read(call, operation, { collection_id: id, file_id }, asked);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404 || able.length === 1) throw error;
    }
  }
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
