import { collectionOrders, collectionTypes, sortDirections } from '../../contract/enums.ts';
import type { BodyInput } from '../../contract/operations/index.ts';
import { at, column } from '../model/columns.ts';
import { confirm, createdFlags, pageFlags, yesFlag } from '../model/common-flags.ts';
import { defineCommand } from '../model/model.ts';
import { call, defined, some } from '../model/plan.ts';
import { choice, either, id, many, needed, object, prose, text } from '../model/values.ts';
import { thumbnailsConfig } from './flags/thumbnails.ts';

type Body = BodyInput<'collection.create'>;

const collectionId = needed(id('The collection'));

const create = defineCommand({
  name: 'collection create',
  about:
    'The type says what is derived from the files and cannot be changed later. What is read and described can be chosen for media-descriptions and rich-transcripts. An entities collection needs --prompt, --schema or both. The configuration of a type can be given whole, as the interface writes it.',
  arguments: { name: needed(text('Collection name (must be unique)', { placeholder: 'NAME' })) },
  flags: {
    type: choice(collectionTypes, 'What is derived from its files', { field: 'collection_type' }),
    description: text('Description'),
    prompt: prose('entities: what to extract', { field: 'extract_config.prompt' }),
    schema: object('entities: shape of the result, as JSON Schema', {
      field: 'extract_config.schema',
    }),
    summary: either('Make a summary', { field: 'describe_config.enable_summary' }),
    speech: either('Read speech', { field: 'describe_config.enable_speech' }),
    sceneText: either('Read text in the picture', {
      field: 'describe_config.enable_scene_text',
    }),
    visualSceneDescription: either('Describe scenes', {
      field: 'describe_config.enable_visual_scene_description',
    }),
    audioDescription: either('Describe sound', {
      field: 'describe_config.enable_audio_description',
    }),
    criterion: many(
      object('moments: an attach body, with criterion in it', { field: 'moments_config.criteria' }),
    ),
    describeConfig: object('media-descriptions: the whole describe_config'),
    transcribeConfig: object('rich-transcripts: the whole transcribe_config'),
    extractConfig: object('entities: the whole extract_config'),
    faceDetectionConfig: object('face-analysis: the whole face_detection_config'),
    segmentationConfig: object('Default segmentation of its files', {
      field: 'default_segmentation_config',
    }),
    segmentThumbnails: either('Make a thumbnail of each segment, unless media add says otherwise', {
      field: 'default_thumbnails_config.enable_segment_thumbnails',
    }),
  },
  examples: [
    { does: 'Films that can be searched', line: 'collection create Talks --type media-descriptions' },
    {
      does: 'People and places in them',
      line: 'collection create Names --type entities --prompt "People and places"',
    },
  ],
  plan: ({ name, type, description, ...flags }) => {
    const enabled = some({
      enable_summary: flags.summary,
      enable_speech: flags.speech,
      enable_scene_text: flags.sceneText,
      enable_visual_scene_description: flags.visualSceneDescription,
      enable_audio_description: flags.audioDescription,
    });
    const extract = some({ prompt: flags.prompt, schema: flags.schema });
    return call('collection.create', {
      body: defined({
        name,
        // What is missing is named by the check against the contract.
        collection_type: type as Body['collection_type'],
        description,
        ...(type === 'rich-transcripts'
          ? {
              transcribe_config: over(flags.transcribeConfig, enabled),
              describe_config: flags.describeConfig,
            }
          : {
              describe_config: over(flags.describeConfig, enabled),
              transcribe_config: flags.transcribeConfig,
            }),
        extract_config: over(flags.extractConfig, extract),
        face_detection_config: flags.faceDetectionConfig,
        default_segmentation_config: flags.segmentationConfig as Body['default_segmentation_config'],
        default_thumbnails_config: thumbnailsConfig(flags.segmentThumbnails),
        moments_config: some({ criteria: flags.criterion }) as Body['moments_config'],
      }),
    });
  },
});

/** The flags' fields on top of the whole configuration that was given. */
const over = (whole: object | undefined, fields: object | undefined) =>
  whole || fields ? { ...whole, ...fields } : undefined;

const list = defineCommand({
  name: 'collection list',
  flags: {
    type: choice(collectionTypes, 'Only collections of this type', { field: 'collection_type' }),
    ...createdFlags,
    order: choice(collectionOrders, 'Field to order by (default created_at)'),
    sort: choice(sortDirections, 'Direction (default desc)'),
    ...pageFlags,
  },
  examples: [{ does: 'By name', line: 'collection list --order name --sort asc' }],
  columns: [
    column('id'),
    column('name'),
    column('collection_type', 'text', 'type'),
    column('file_count', 'number', 'files'),
    column('created_at', 'time', 'created'),
  ],
  plan: ({ type, createdBefore, createdAfter, ...query }) =>
    call('collection.list', {
      query: defined({
        ...query,
        collection_type: type,
        created_before: createdBefore,
        created_after: createdAfter,
      }),
    }),
});

const get = defineCommand({
  name: 'collection get',
  about: 'A moments collection shows its criteria with the counters of their backfill.',
  arguments: { collectionId },
  examples: [{ does: 'A collection and its configuration', line: 'collection get COLLECTION_ID' }],
  plan: ({ collectionId }) => call('collection.get', { params: { collection_id: collectionId } }),
});

const update = defineCommand({
  name: 'collection update',
  arguments: { collectionId },
  flags: { name: text('New name'), description: text('New description') },
  examples: [{ does: 'Rename it', line: 'collection update COLLECTION_ID --name "Talks 2026"' }],
  plan: ({ collectionId, name, description }) =>
    call('collection.update', {
      params: { collection_id: collectionId },
      body: defined({ name, description }),
    }),
});

const remove = defineCommand({
  name: 'collection delete',
  about:
    'On a terminal you confirm by typing its name; elsewhere, give --yes. Everything derived from its files for this collection is deleted too; the files remain.',
  arguments: { collectionId },
  flags: yesFlag,
  examples: [{ does: 'Delete without being asked', line: 'collection delete COLLECTION_ID --yes' }],
  plan: ({ collectionId, yes }) =>
    call(
      'collection.delete',
      { params: { collection_id: collectionId } },
      {
        ...confirm(yes, {
          kind: 'collection',
          id: collectionId,
          read: call('collection.get', { params: { collection_id: collectionId } }),
          name: 'name',
          typed: true,
          effect: (collection) =>
            `What was made from its files for it goes too; the ${countIn(collection)}files in it remain.`,
        }),
        done: `Deleted collection ${collectionId}; its files remain`,
      },
    ),
});

/** How many files a collection that was read has, to stand before the word. */
function countIn(collection: unknown): string {
  const count = at(collection, 'file_count');
  return typeof count === 'number' ? `${count} ` : '';
}

export const commands = [create, list, get, update, remove];
