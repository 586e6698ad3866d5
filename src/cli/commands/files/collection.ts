import { tableNames } from '../../../contract/tables/tables.ts';
import { collectionOrders, collectionTypes, sortDirections } from '../../../contract/values/enums.ts';
import { askedOf } from '../../export/asked.ts';
import { exportFormats, tableFormats } from '../../export/formats/formats.ts';
import { at, column } from '../../model/columns.ts';
import { defineDeletion } from '../../model/deletion.ts';
import { emptyList } from '../../model/empty-list.ts';
import { fieldsOf } from '../../model/fields.ts';
import { createdFlags, pageFlags } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call, local } from '../../model/plan.ts';
import {
  choice,
  either,
  id,
  many,
  needed,
  number,
  object,
  openChoice,
  path,
  prose,
  text,
  toggle,
} from '../../model/values.ts';
import { collectionCard } from '../../reading/cards.ts';
import { ifAbsentFlag, unlessPresent } from '../flags/if-absent.ts';

const exportCommand = defineCommand({
  name: 'collection export',
  about: `${tableFormats.join(', ')} write a file per table: files and segments of any collection, and speech, scene_text, entities or moments where its type has them. srt writes a file per film from its speech; edl (CMX 3600) and otio (OpenTimelineIO) from its moments or segments. Files are read four at once and written in the order in which they were added; memory does not grow with the collection. The output appears when it is complete. Until then what was read is in OUT.part: after an interruption, the same command goes on from there. docs/export.md lists every column.`,
  arguments: { collectionId: needed(id('ID or name of the collection')) },
  flags: {
    out: path('Folder to write to, or a file for a single table', { placeholder: 'FILE|DIR' }),
    format: choice(exportFormats, 'Format (default: the ending of --out)', { placeholder: 'FORMAT' }),
    table: many(choice(tableNames, 'Only this table', { placeholder: 'TABLE' })),
    frameRate: number('edl, otio: frame rate of films whose own is unknown', { placeholder: 'RATE' }),
    force: toggle('Replace what is there'),
  },
  examples: [
    {
      does: 'All tables, for DuckDB or pandas',
      line: 'collection export COLLECTION_ID --format parquet --out talks',
    },
    {
      does: 'What was said, as a single CSV file',
      line: 'collection export COLLECTION_ID --table speech --out speech.csv',
    },
    { does: 'Subtitles of every film', line: 'collection export COLLECTION_ID --format srt --out subtitles' },
    {
      does: 'Moments as edit decision lists',
      line: 'collection export COLLECTION_ID --format edl --out cuts --frame-rate 25',
    },
  ],
  plan: ({ collectionId, ...flags }) => {
    askedOf(flags);
    return local(async (session) => {
      const { runExport } = await import('../../export/run-export.ts');
      return runExport(session, collectionId, flags);
    });
  },
});

const collectionId = needed(id('ID or name of the collection'));

/** Flags of a describe configuration. @param at its path in the body */
const readAt = (at: 'describe_config' | 'transcribe_config') => ({
  summary: either('Add a summary', { field: `${at}.enable_summary` }),
  speech: either('Recognise speech', { field: `${at}.enable_speech` }),
  sceneText: either('Recognise text in the picture', { field: `${at}.enable_scene_text` }),
  visualSceneDescription: either('Describe scenes', {
    field: `${at}.enable_visual_scene_description`,
  }),
  audioDescription: either('Describe sounds', { field: `${at}.enable_audio_description` }),
});

const onCreation = {
  type: openChoice(collectionTypes, 'What is derived from its files', { field: 'collection_type' }),
  description: text('Description'),
  prompt: prose('entities: prompt that says what to extract', { field: 'extract_config.prompt' }),
  schema: object('entities: JSON Schema of the result', {
    field: 'extract_config.schema',
  }),
  ...readAt('describe_config'),
  criterion: many(
    object('moments: an attach body that contains a criterion', { field: 'moments_config.criteria' }),
  ),
  describeConfig: object('media-descriptions: complete describe_config'),
  transcribeConfig: object('rich-transcripts: complete transcribe_config'),
  extractConfig: object('entities: complete extract_config'),
  faceDetectionConfig: object('face-analysis: complete face_detection_config'),
  segmentationConfig: object('Default segmentation of its files', {
    field: 'default_segmentation_config',
  }),
  segmentThumbnails: either('Make a thumbnail of each segment; media add can override it', {
    field: 'default_thumbnails_config.enable_segment_thumbnails',
  }),
};

const create = defineCommand({
  name: 'collection create',
  about:
    'The type decides what is derived from the files and cannot be changed later. For media-descriptions and rich-transcripts you choose what is read and described. An entities collection needs --prompt, --schema or both. You can also give the whole configuration of a type, as the API defines it.',
  arguments: { name: needed(text('Collection name (must be unique)', { placeholder: 'NAME' })) },
  flags: { ...onCreation, ...ifAbsentFlag('name') },
  examples: [
    { does: 'A collection you can search', line: 'collection create Talks --type media-descriptions' },
    {
      does: 'Extract people and places',
      line: 'collection create Names --type entities --prompt "People and places"',
    },
    {
      does: 'Get its ID, whether or not it exists',
      line: 'collection create Talks --type media-descriptions --if-absent --query id',
    },
  ],
  plan: (input, { args, whole }) => {
    const type = input.type ?? whole.collection_type;
    const read = type === 'rich-transcripts' ? readAt('transcribe_config') : {};
    const body = { ...args, ...fieldsOf({ ...onCreation, ...read }, input, whole) };
    const fields = { name: input.name ?? whole.name };
    // A list of criteria shows each with its state: moment-criteria attach --if-absent compares those.
    const { moments_config: _, ...given } = body as Record<string, unknown>;
    const sought = { kind: 'collection', list: 'collection.list' as const, fields, given };
    return call('collection.create', { body }, unlessPresent(input.ifAbsent, sought));
  },
});

const listOf = { what: 'collections', first: 'Make one: vau collection create NAME', all: 'collection list' };

const list = defineCommand({
  name: 'collection list',
  flags: {
    type: openChoice(collectionTypes, 'Only collections of this type', { field: 'collection_type' }),
    ...createdFlags,
    order: openChoice(collectionOrders, 'Sort by this field (default created_at)'),
    sort: choice(sortDirections, 'Sort direction (default desc)'),
    ...pageFlags,
  },
  examples: [{ does: 'Sorted by name', line: 'collection list --order name --sort asc' }],
  columns: [
    column('id', 'id'),
    column('name'),
    column('collection_type', 'text', 'type'),
    column('file_count', 'number', 'files'),
    column('created_at', 'time', 'created'),
  ],
  plan: (_, { flags: query }) => call('collection.list', { query }, { none: emptyList(query, listOf) }),
});

const get = defineCommand({
  name: 'collection get',
  about: 'For a moments collection, also shows its criteria and their backfill counters.',
  arguments: { collectionId },
  examples: [{ does: 'A collection and its configuration', line: 'collection get COLLECTION_ID' }],
  plan: (_, { args: params }) => call('collection.get', { params }, { text: collectionCard }),
});

const update = defineCommand({
  name: 'collection update',
  arguments: { collectionId },
  flags: {
    name: text('New name'),
    description: text('New description'),
    term: many(text('Replaces the names and terms for speech recognition', { field: 'vocabulary' })),
  },
  examples: [{ does: 'Rename it', line: 'collection update COLLECTION_ID --name "Talks 2026"' }],
  plan: (_, { args: params, flags: body }) => call('collection.update', { params, body }),
});

const remove = defineDeletion({
  command: 'collection delete',
  about:
    'On a terminal you confirm by typing its name; elsewhere, give --yes. What was derived from its files for this collection is deleted too. The files remain.',
  argument: { collectionId },
  kind: 'collection',
  name: 'name',
  typed: true,
  effect: (collection) =>
    `What was derived from its files for this collection is deleted too; the ${countIn(collection)}files in it remain.`,
  after: '; its files remain',
});

/** The collection's file count with a space after it; empty when unknown. */
function countIn(collection: unknown): string {
  const count = at(collection, 'file_count');
  return typeof count === 'number' ? `${count} ` : '';
}

export const commands = [create, list, get, update, exportCommand, remove];
