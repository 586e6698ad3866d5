/** Which resources people name: how each is listed, and which of its fields is its name. */

/** A kind of resource with a name. */
export interface NamedKind {
  /** In words: collection. */
  readonly kind: string;
  /** The operation that lists them. */
  readonly list: 'collection.list' | 'file.list' | 'webhook.list' | 'tag.list';
  /** Field of its name. */
  readonly name: string;
}

/** The kinds, by the name of the fields and parameters that hold their ids. */
export const namedKinds = {
  collection_id: { kind: 'collection', list: 'collection.list', name: 'name' },
  file_id: { kind: 'file', list: 'file.list', name: 'filename' },
  webhook_id: { kind: 'webhook', list: 'webhook.list', name: 'description' },
  tag_id: { kind: 'tag', list: 'tag.list', name: 'label' },
} as const satisfies Record<string, NamedKind>;
