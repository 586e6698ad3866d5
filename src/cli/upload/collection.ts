/** The collection that uploaded files are added to. */
import { AnswerError, ApiError } from '../../client/errors.ts';
import type { CollectionType } from '../../contract/resources/collection.ts';
import { namedKinds } from '../../contract/values/names.ts';
import { CliError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { insteadOf } from '../names/absent.ts';
import { findNamed, refuseOther } from '../names/find.ts';
import { shortId } from '../output/format.ts';

export interface WantedCollection {
  /** Its name or id. */
  readonly name: string;
  /** Make it if it does not exist. */
  readonly create: boolean;
  /** Of a new one; one that is there may be of any type, unless this one was asked for. Default media-descriptions. */
  readonly type?: CollectionType | undefined;
}

/**
 * The id of the collection; a missing one is made if that is wanted.
 * @throws CliError (exit 5) if it is missing, (exit 6) if it is of another type than asked for
 */
export async function collectionFor(session: Session, wanted: WantedCollection): Promise<string> {
  const { name, create, type } = wanted;
  const client = await session.client();
  const { signal } = session;
  const found = await existing(session, wanted);
  if (found !== undefined) return found;
  if (!create) {
    const instead = await insteadOf(client, namedKinds.collection_id, name, signal);
    throw new CliError(`There is no collection ${JSON.stringify(name)}`, exit.notFound, 'not_found', {
      hint: [...(instead ? [instead] : []), 'Nothing was sent. Add --create to make it.'].join('\n'),
      next: 'vau collection list',
    });
  }
  const collection_type = type ?? 'media-descriptions';
  let made: unknown;
  try {
    made = await client.send('collection.create', { body: { name, collection_type } }, { signal });
  } catch (error) {
    // Another process may have made it since this one looked.
    const isConflict = error instanceof ApiError && error.status === 409;
    const other = isConflict ? await existing(session, wanted) : undefined;
    if (other === undefined) throw error;
    return other;
  }
  const id = at(made, 'id');
  if (typeof id !== 'string')
    throw new AnswerError('The service did not return the id of the new collection', 'collection.create');
  const shown = session.io.terminal.err && !session.flags.wide ? shortId(id) : id;
  session.note(`Created collection ${name} (${collection_type}), ${shown}`);
  return id;
}

/** The id of the collection that is there. Where a new one may be made, the beginning of another name is not meant. */
async function existing(
  session: Session,
  { name, create, type }: WantedCollection,
): Promise<string | undefined> {
  const client = await session.client();
  const { signal } = session;
  const found = await findNamed(client, namedKinds.collection_id, name, signal);
  if (!found || (create && !found.exact)) return undefined;
  if (create && type !== undefined) {
    const there = await client.send('collection.get', { params: { collection_id: found.id } }, { signal });
    refuseOther('Collection', there, { collection_type: type });
  }
  return found.id;
}

/** @throws UsageError when --create comes without --collection */
export function checkCollection(collection: unknown, create: unknown, type: unknown): void {
  if (collection === undefined && create === true) throw new UsageError('--create needs --collection');
  if (create !== true && type !== undefined) throw new UsageError('--collection-type needs --create');
}
