/** Which resources people name: how each is listed, which of its fields is its name, and where requests hold its id. */

/** A kind of resource with a name. */
export interface NamedKind {
  /** In words: collection. */
  readonly kind: string;
  /** The operation that lists them. */
  readonly list: 'collection.list' | 'file.list' | 'webhook.list' | 'tag.list';
  /** Fields of its name: the first that it has counts. */
  readonly names: readonly string[];
}

/** The kinds, by the parameters that hold their ids. */
export const namedKinds = {
  collection_id: { kind: 'collection', list: 'collection.list', names: ['name'] },
  file_id: { kind: 'file', list: 'file.list', names: ['filename'] },
  webhook_id: { kind: 'webhook', list: 'webhook.list', names: ['description', 'endpoint'] },
  tag_id: { kind: 'tag', list: 'tag.list', names: ['label'] },
} as const satisfies Record<string, NamedKind>;

const fields: Readonly<Record<string, NamedKind>> = {
  ...namedKinds,
  collection: namedKinds.collection_id,
  collections: namedKinds.collection_id,
  webhook: namedKinds.webhook_id,
  'knowledge_base.collections': namedKinds.collection_id,
  'knowledge_base.files': namedKinds.file_id,
  'source_image.file_id': namedKinds.file_id,
};

/** The kind whose ids a field of a request holds, by its dotted path; undefined for other fields. */
export const kindOfField = (path: string): NamedKind | undefined =>
  Object.hasOwn(fields, path) ? fields[path] : undefined;
