import { tagTypes } from '../../contract/enums.ts';
import { UsageError } from '../errors/errors.ts';
import { at, column } from '../model/columns.ts';
import { confirm, pageFlags, yesFlag } from '../model/common-flags.ts';
import { fieldsOf } from '../model/fields.ts';
import { defineCommand } from '../model/model.ts';
import { call, defined } from '../model/plan.ts';
import { choice, id, needed, text } from '../model/values.ts';

const tagId = needed(id('The tag'));
const fileId = needed(id('The file to tag'));
/** What can be set on a tag and changed later. */
const own = { label: text('Label, such as speaker or topic'), value: text('Value') };
const onCreation = { ...own, segmentId: id('Tag this segment of the file') };

const create = defineCommand({
  name: 'tag create',
  arguments: { fileId },
  flags: onCreation,
  examples: [{ does: 'Say who speaks', line: 'tag create FILE_ID --label speaker --value "Ada"' }],
  plan: (input) => call('tag.create', { body: fieldsOf({ fileId, ...onCreation }, input) }),
});

const list = defineCommand({
  name: 'tag list',
  flags: {
    type: choice(tagTypes, 'Only tags of files, or of segments'),
    fileId: id('Only tags of this file and its segments'),
    segmentId: id('Only tags of this segment; needs --file-id'),
    ...pageFlags,
  },
  examples: [{ does: 'The tags of a file', line: 'tag list --file-id FILE_ID' }],
  columns: [
    column('id'),
    column('label'),
    column('value'),
    column('type'),
    column('file_id'),
    column('segment_id'),
  ],
  plan: ({ type, fileId, segmentId, limit, offset }) => {
    const page = { limit, offset };
    if (segmentId !== undefined) {
      if (fileId === undefined) throw new UsageError('--segment-id needs --file-id: the file of the segment');
      return call('tag.of-segment', {
        params: { file_id: fileId, segment_id: segmentId },
        query: defined(page),
      });
    }
    // Not every service can filter its list of all tags by file.
    if (fileId !== undefined)
      return call('tag.of-file', { params: { file_id: fileId }, query: defined({ type, ...page }) });
    return call('tag.list', { query: defined({ type, ...page }) });
  },
});

const get = defineCommand({
  name: 'tag get',
  arguments: { tagId },
  examples: [{ does: 'Show it', line: 'tag get TAG_ID' }],
  plan: ({ tagId }) => call('tag.get', { params: { tag_id: tagId } }),
});

const update = defineCommand({
  name: 'tag update',
  arguments: { tagId },
  flags: own,
  examples: [{ does: 'Correct a name', line: 'tag update TAG_ID --value "Ada L."' }],
  plan: ({ tagId, ...input }) =>
    call('tag.update', { params: { tag_id: tagId }, body: fieldsOf(own, input) }),
});

const remove = defineCommand({
  name: 'tag delete',
  bulk: {},
  arguments: { tagId },
  flags: yesFlag,
  examples: [{ does: 'Delete without being asked', line: 'tag delete TAG_ID --yes' }],
  plan: ({ tagId, yes }) =>
    call(
      'tag.delete',
      { params: { tag_id: tagId } },
      {
        ...confirm(yes, {
          kind: 'tag',
          id: tagId,
          read: call('tag.get', { params: { tag_id: tagId } }),
          name: (tag) => [at(tag, 'label'), at(tag, 'value')].filter(Boolean).join(': '),
          effect: () => 'What it was put on remains.',
        }),
        done: `Deleted tag ${tagId}`,
      },
    ),
});

export const commands = [create, list, get, update, remove];
