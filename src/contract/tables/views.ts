/**
 * The views that SQL queries read: the tables of an export with the collection of each row, and more. The service fills
 * them (src/service/resources/queries/views.ts); `vau query --schema` and docs/query.md come from this declaration.
 */
import { type Table, type TableColumn, tables } from './tables.ts';

const fileId = tables.speech.columns.file_id;
const collectionId: TableColumn = {
  type: 'text',
  about: 'The collection: `collections.collection_id`',
  always: true,
};
const createdAt: TableColumn = { type: 'time', about: 'When it was made', always: true };
const { criterion_name: criterion, judged_by: judgedBy, properties, reason } = tables.moments.columns;

/** A table of an export over all collections. */
const inCollections = (table: Table): Table => ({
  ...table,
  columns: { collection_id: collectionId, ...table.columns },
});

export const views = {
  collections: {
    about: 'A row per collection',
    columns: {
      collection_id: { ...collectionId, about: 'ID of the collection' },
      name: { type: 'text', about: 'Its name', always: true },
      collection_type: { type: 'text', about: 'What is derived from its files', always: true },
      description: { type: 'text', about: 'Its description' },
      created_at: createdAt,
    },
  },
  files: {
    about:
      'A row per file and collection that it is in: a file in two collections has two rows, one in none has a row without `collection_id`',
    columns: {
      collection_id: { type: 'text', about: 'The collection' },
      ...tables.files.columns,
      status: { type: 'text', about: 'Status in the collection, or of a file that is in none', always: true },
    },
  },
  segments: inCollections(tables.segments),
  speech: inCollections(tables.speech),
  scene_text: inCollections(tables.scene_text),
  scenes: inCollections({
    about: 'A row per description of what is seen',
    of: tables.speech.of,
    columns: {
      ...tables.scene_text.columns,
      text: { type: 'text', about: 'What is seen; without the text in the picture', always: true },
    },
  }),
  entities: inCollections(tables.entities),
  moments: inCollections(tables.moments),
  findings: inCollections({
    about: 'A row per finding: what a criterion observed in a whole file, or that it is absent',
    of: tables.moments.of,
    columns: {
      file_id: fileId,
      finding_id: { type: 'text', about: 'ID of the finding', always: true },
      criterion_name: criterion,
      kind: { type: 'text', about: '`absence` or `observation`', always: true },
      reason,
      judged_by: judgedBy,
      properties,
    },
  }),
  tags: {
    about: 'A row per tag of a file or of a segment. It belongs to no collection: join on `file_id`',
    columns: {
      file_id: fileId,
      tag_id: { type: 'text', about: 'ID of the tag', always: true },
      label: { type: 'text', about: 'Its label', always: true },
      value: { type: 'text', about: 'Its value', always: true },
      type: { type: 'text', about: '`file` or `segment`', always: true },
      segment_id: { type: 'text', about: 'segment: its ID' },
      start_time: { type: 'number', about: 'segment: its start in the media, in seconds' },
      end_time: { type: 'number', about: 'segment: its end in the media, in seconds' },
      created_at: createdAt,
    },
  },
} as const satisfies Record<string, Table>;

export type ViewName = keyof typeof views;
export const viewNames = Object.keys(views) as [ViewName, ...ViewName[]];

/** Other names of views. */
export const viewAliases: Readonly<Record<string, ViewName>> = { text: 'scene_text' };

/** The columns of a view, by name and in order. */
export const viewColumns = (name: ViewName): readonly (readonly [string, TableColumn])[] =>
  Object.entries(views[name].columns);
