import { badRequest } from '../../errors.ts';
import { type CollectionRow, findCollection } from '../common/lookup.ts';
import type { Viewer } from '../common/rows.ts';

/** Finds the account's moments collection. @throws 404, and 400 naming both types if it is of another type */
export async function findMomentsCollection(viewer: Viewer, id: string): Promise<CollectionRow> {
  const row = await findCollection(viewer, id);
  if (row.collection_type !== 'moments')
    throw badRequest(`collection ${id} is of type ${row.collection_type}; this needs one of type moments`);
  return row;
}
