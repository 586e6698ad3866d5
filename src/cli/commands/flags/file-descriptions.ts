import { collectionFileOrders, descriptionFormats, sortDirections } from '../../../contract/values/enums.ts';
import { boundsInWords } from '../../../contract/values/limits.ts';
import { column } from '../../model/columns.ts';
import type { Example } from '../../model/examples.ts';
import { pageFlags } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { choice, day, id, needed, openChoice } from '../../model/values.ts';
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
      return call(`${noun}.get`, { params, query: { ...flags, ...asked } }, { ...options, ...save });
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
