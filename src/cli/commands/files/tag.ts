import type { BodyInput } from '../../../contract/index.ts';
import { tagTypes } from '../../../contract/values/enums.ts';
import { UsageError } from '../../errors/errors.ts';
import { at, column } from '../../model/columns.ts';
import { defineDeletion } from '../../model/deletion.ts';
import { emptyList } from '../../model/empty-list.ts';
import { fieldsOf } from '../../model/fields.ts';
import { pageFlags } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { id, needed, openChoice, text } from '../../model/values.ts';
import { ifAbsentFlag, unlessPresent } from '../flags/if-absent.ts';

const tagId = needed(id('ID or name of the tag'));
const fileId = needed(id('ID or name of the file to tag'));
/** Fields that can be set on creation and changed later. */
const own = { label: text('Label, such as speaker or topic'), value: text('Value') };

const create = defineCommand({
  name: 'tag create',
  arguments: { fileId },
  flags: { ...own, segmentId: id('Tag this segment of the file'), ...ifAbsentFlag('label and value') },
  examples: [{ does: 'Name the speaker', line: 'tag create FILE_ID --label speaker --value "Ada"' }],
  plan: ({ ifAbsent }, { args, flags }) => {
    const body = { ...args, ...flags };
    const { file_id, label, value, segment_id } = body as unknown as BodyInput<'tag.create'>;
    const sought = {
      kind: 'tag',
      list: 'tag.of-file' as const,
      params: { file_id },
      fields: { label, value, segment_id },
      given: {},
      remove: { operation: 'tag.delete' as const, param: 'tag_id' },
    };
    return call('tag.create', { body }, unlessPresent(ifAbsent, sought));
  },
});

const listOf = { what: 'tags', first: 'Make one: vau tag create FILE_ID --label LABEL', all: 'tag list' };

const list = defineCommand({
  name: 'tag list',
  flags: {
    type: openChoice(tagTypes, 'Only tags of files, or only tags of segments'),
    fileId: id('Only tags of this file and its segments', { local: true }),
    segmentId: id('Only tags of this segment; needs --file-id', { local: true }),
    ...pageFlags,
  },
  examples: [{ does: 'The tags of a file', line: 'tag list --file-id FILE_ID' }],
  columns: [
    column('id', 'id'),
    column('label'),
    column('value'),
    column('type'),
    column('file_id'),
    column('segment_id'),
  ],
  plan: (input, { flags }) => {
    const { fileId, segmentId } = input;
    if (segmentId !== undefined && fileId === undefined)
      throw new UsageError('--segment-id needs --file-id: the file of the segment');
    // Not every service can filter its list of all tags by file.
    if (fileId === undefined) return call('tag.list', { query: flags }, { none: emptyList(flags, listOf) });
    const params = { file_id: fileId };
    const none = emptyList({ ...flags, file_id: fileId }, listOf);
    if (segmentId === undefined) return call('tag.of-file', { params, query: flags }, { none });
    const request = { params: { ...params, segment_id: segmentId }, query: fieldsOf(pageFlags, input) };
    return call('tag.of-segment', request, { none });
  },
});

const get = defineCommand({
  name: 'tag get',
  arguments: { tagId },
  examples: [{ does: 'Show a tag', line: 'tag get TAG_ID' }],
  plan: (_, { args: params }) => call('tag.get', { params }),
});

const update = defineCommand({
  name: 'tag update',
  arguments: { tagId },
  flags: own,
  examples: [{ does: 'Correct a value', line: 'tag update TAG_ID --value "Ada L."' }],
  plan: (_, { args: params, flags: body }) => call('tag.update', { params, body }),
});

const remove = defineDeletion({
  command: 'tag delete',
  bulk: {},
  argument: { tagId },
  kind: 'tag',
  name: (tag) => [at(tag, 'label'), at(tag, 'value')].filter(Boolean).join(': '),
  effect: () => 'The tagged file or segment remains.',
});

export const commands = [create, list, get, update, remove];
