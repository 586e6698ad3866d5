import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type ObjectStorage, readObject } from './objects/objects.ts';
import type { Db } from './sql/schema.ts';
import { getOrCreateSetting, getSetting } from './sql/settings.ts';

/** Name of the database setting, and key of the object, that hold the store's id. */
export const STORE_ID = 'store_id';
export const MARKER = 'store.json';

const markerSchema = z.object({
  store_id: z.string(),
  /** Unix milliseconds. */
  created_at: z.number(),
});

/** Stored with the objects; says which database they belong to. */
export type Marker = z.infer<typeof markerSchema>;

/** Reads the objects' marker; undefined if it is missing or invalid. */
export async function readMarker(objects: ObjectStorage): Promise<Marker | undefined> {
  const text = await readObject(objects, MARKER);
  try {
    return markerSchema.parse(JSON.parse(text?.toString() ?? ''));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** The store's id. The first caller of all processes makes it. */
export function getOrCreateStoreId(db: Db): Promise<string> {
  return getOrCreateSetting(db, STORE_ID, randomUUID);
}

/**
 * Gives the store an id if it has none, and writes it to the objects' marker, replacing any other. Call it only once it
 * is certain that this database owns the objects; nothing is checked here.
 */
export async function claimObjects(db: Db, objects: ObjectStorage, now: number): Promise<void> {
  const store_id = await getOrCreateStoreId(db);
  if ((await readMarker(objects))?.store_id === store_id) return;
  await objects.putBytes(MARKER, `${JSON.stringify({ store_id, created_at: now }, null, 2)}\n`);
}

/** Whether the database and the objects have the same id. Only then may objects be judged by the database's rows. */
export async function ownsObjects(db: Db, objects: ObjectStorage): Promise<boolean> {
  const id = await getSetting(db, STORE_ID);
  return id !== undefined && (await readMarker(objects))?.store_id === id;
}
