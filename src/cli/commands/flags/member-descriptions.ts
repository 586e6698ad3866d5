import { descriptionFormats } from '../../../contract/enums.ts';
import { column } from '../../model/columns.ts';
import { defineCommand, type Example } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { choice, id, needed } from '../../model/values.ts';
import { descriptionFlags, descriptionsFlags } from './description.ts';
import { memberFlags } from './members.ts';

const format = choice(descriptionFormats, 'Response format (default json)', {
  field: 'response_format',
});

/**
 * The two commands that read what was understood of the members of a collection, and differ in its type alone.
 * @param example what getting one is also good for
 */
export function memberDescriptions(noun: 'media-description' | 'rich-transcript', example: Example) {
  const get = defineCommand({
    name: `${noun} get`,
    arguments: { collectionId: needed(id('The collection')), fileId: needed(id('The file')) },
    flags: { format, ...descriptionFlags },
    examples: [
      { does: 'A text to read', line: `${noun} get COLLECTION_ID FILE_ID --format markdown` },
      example,
    ],
    plan: (_, { args: params, flags: query }) => call(`${noun}.get`, { params, query }),
  });
  const list = defineCommand({
    name: `${noun} list`,
    arguments: { collectionId: needed(id(`A ${noun}s collection`)) },
    flags: { ...memberFlags, format, ...descriptionsFlags },
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
