import { isRecord } from '../../../contract/record.ts';
import { collectionFileOrders, descriptionFormats, sortDirections } from '../../../contract/values/enums.ts';
import { boundsInWords } from '../../../contract/values/limits.ts';
import { CliError } from '../../errors/errors.ts';
import { exit } from '../../errors/exit.ts';
import { at, column } from '../../model/columns.ts';
import type { Example } from '../../model/examples.ts';
import type { Fields } from '../../model/fields.ts';
import { pageFlags } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { type CallPlan, call } from '../../model/plan.ts';
import { choice, day, id, needed, openChoice } from '../../model/values.ts';
import { shellWord } from '../../terminal/shell-word.ts';
import { descriptionFlags, descriptionsFlags } from './description.ts';
import { reading, readingFlags } from './reading.ts';

// Flags that filter and sort the files of a collection.

/** --added-*, --order, --sort and a page. */
export const collectionFileFlags = {
  addedBefore: day(boundsInWords('added').before),
  addedAfter: day(boundsInWords('added').after),
  order: openChoice(collectionFileOrders, 'Sort by this field (default added_at)'),
  sort: choice(sortDirections, 'Sort direction (default desc)'),
  ...pageFlags,
} as const;

const format = openChoice(descriptionFormats, 'Response format (default json)', {
  field: 'response_format',
});

/**
 * An answer with nothing in it looks the same for a silent film and for one that was never read: this looks whether the file
 * failed or is not processed yet, and says so instead. What is there of an earlier processing is still shown.
 */
export const unlessUnread = (params: Fields): Pick<CallPlan, 'made'> => ({
  made: async (session, answer) => {
    if (!isEmpty(answer)) return answer;
    const [collection, file] = ['collection_id', 'file_id'].map((name) => String(at(params, name))) as [
      string,
      string,
    ];
    const client = await session.client();
    const asked = client.send(
      'media.get',
      { params: { collection_id: collection, file_id: file } },
      { signal: session.signal },
    );
    const found = await asked.catch(() => undefined);
    const [status, reason] = [at(found, 'status'), at(found, 'error') ?? at(found, 'file.error')];
    if (status === 'failed')
      throw new CliError(
        `File ${file} failed in this collection: ${reason ?? 'unknown reason'}`,
        exit.jobFailed,
        'job_failed',
        {
          hint: 'There is nothing to read of it.',
          next: `vau media get ${shellWord(collection)} ${shellWord(file)}`,
        },
      );
    if (status === 'pending' || status === 'processing')
      throw new CliError(
        `File ${file} is not processed yet: its status in this collection is ${status}`,
        exit.conflict,
        'conflict',
        {
          hint: 'There is nothing to read of it until then.',
          next: `vau wait collection-file ${shellWord(`${collection}/${file}`)}`,
        },
      );
    return answer;
  },
});

/** Whether nothing was read: no list has an entry, and a text has only headings and what stands for nothing. */
function isEmpty(answer: unknown): boolean {
  if (!isRecord(answer)) return false;
  const { content, entities, gaps: _, ...others } = answer;
  if (
    typeof content === 'string' &&
    !content.split('\n').every((line) => /^\s*(WEBVTT.*|#.*|_No.*_)?\s*$/.test(line))
  )
    return false;
  if (isRecord(entities) && Object.keys(entities).length > 0) return false;
  return !Object.values(others).some((value) => Array.isArray(value) && value.length > 0);
}

/**
 * The get and list commands of media-descriptions and rich-transcripts; only the collection type differs.
 * @param example second example of the get command
 */
export function fileDescriptions(noun: 'media-description' | 'rich-transcript', example: Example) {
  const get = defineCommand({
    name: `${noun} get`,
    arguments: {
      collectionId: needed(id('ID or name of the collection')),
      fileId: needed(id('ID or name of the file')),
    },
    flags: { ...readingFlags(descriptionFormats), ...descriptionFlags },
    examples: [
      { does: 'Its speech as subtitles', line: `${noun} get COLLECTION_ID FILE_ID --format srt` },
      example,
    ],
    plan: (input, { args: params, flags }) => {
      const { asked, options } = reading(input, descriptionFormats);
      const why = call('media.get', { params }).request;
      const save = options.save && { save: { ...options.save, why } };
      return call(
        `${noun}.get`,
        { params, query: { ...flags, ...asked } },
        { ...options, ...save, ...unlessUnread(params) },
      );
    },
  });
  const list = defineCommand({
    name: `${noun} list`,
    arguments: { collectionId: needed(id(`ID of a ${noun}s collection`)) },
    flags: { ...collectionFileFlags, format, ...descriptionsFlags },
    examples: [{ does: 'The latest ten', line: `${noun} list COLLECTION_ID --limit 10` }],
    columns: [
      column('file_id'),
      column('data.title', 'text', 'title'),
      column('duration_seconds', 'duration', 'duration'),
      column('data.summary', 'text', 'summary'),
    ],
    plan: (_, { args: params, flags: query }) => call(`${noun}.list`, { params, query }),
  });
  return [get, list];
}
