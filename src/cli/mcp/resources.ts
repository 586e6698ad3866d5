/** Files and their transcripts as resources: vau://files/ID and vau://files/ID/transcript. */
import { ApiError } from '../../client/errors.ts';
import { marked, Refusal } from './result.ts';
import { type Call, gapsIn } from './tool.ts';
import { fileOf } from './tools/status.ts';
import { descriptionOf, whyNone } from './tools/transcript.ts';

export const resourceTemplates = [
  {
    name: 'file',
    uriTemplate: 'vau://files/{file_id}',
    description: 'What is known of a file: status, length, kind',
    mimeType: 'text/plain',
  },
  {
    name: 'transcript',
    uriTemplate: 'vau://files/{file_id}/transcript',
    description: 'What is said in a file, each line with its seconds',
    mimeType: 'text/plain',
  },
];

/** Files of a page of the list; each has two resources. */
const pageSize = 50;
/** Lines of a transcript that a resource holds; the tool `transcript` shows the rest. */
const mostLines = 2000;

/** @param cursor the offset of the page @throws Refusal for a cursor that this server did not give */
export async function listResources({ client, signal }: Call, cursor: string | undefined) {
  const offset = Number(cursor ?? 0);
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw new Refusal('That is not a cursor of this list.', 'bad_request');
  const query = { limit: pageSize, offset };
  const { data, total } = await client.call('file.list', { query }, { signal });
  const resources = data.flatMap(({ id, filename }) => [
    // File names can say anything: as JSON, they are data.
    { uri: `vau://files/${id}`, name: JSON.stringify(filename), mimeType: 'text/plain' },
    {
      uri: `vau://files/${id}/transcript`,
      name: JSON.stringify(`${filename}: transcript`),
      mimeType: 'text/plain',
    },
  ]);
  const next = offset + data.length;
  return { resources, ...(data.length > 0 && next < total ? { nextCursor: String(next) } : {}) };
}

/** The text of a resource, its data marked; undefined if there is none at that address. */
export async function readResource(call: Call, uri: string) {
  const [, file_id, part] = /^vau:\/\/files\/([\w-]+)(\/transcript)?$/.exec(uri) ?? [];
  if (file_id === undefined) return undefined;
  try {
    const value = part === undefined ? await oneFile(call, file_id) : await lines(call, file_id);
    return [{ uri, mimeType: 'text/plain', text: marked(value) }];
  } catch (error) {
    if (error instanceof Refusal || (error instanceof ApiError && error.status === 404)) return undefined;
    throw error;
  }
}

const oneFile = async ({ client, signal }: Call, file_id: string) =>
  fileOf(await client.call('file.get', { params: { file_id } }, { signal }));

async function lines(call: Call, file_id: string) {
  const found = await descriptionOf(call, file_id, undefined, { modalities: ['speech'] });
  const { collection_id, description } = found;
  const { speech = [] } = description;
  const shown = speech
    .slice(0, mostLines)
    .map(({ start_time, end_time, text }) => ({ start_time, end_time, text }));
  const rest = speech.length - shown.length;
  return {
    file_id,
    lines: shown,
    ...(shown.length === 0
      ? { why: (await whyNone(call, { collection_id, file_id }, description)).summary }
      : {}),
    ...gapsIn(description),
    ...(rest > 0 ? { left_out: `${rest} more: use the tool transcript` } : {}),
  };
}
