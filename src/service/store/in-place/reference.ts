import * as z from 'zod';
import { type ObjectStorage, readObject } from '../objects.ts';
import { PlaceFault } from './fault.ts';
import { type Bounds, type OpenPlace, openPlace } from './open-place.ts';

/** What stands in the storage for a file that is read where it is. */
const referenceSchema = z.object({
  /** Absolute path on the service's machine, as it was asked for. */
  path: z.string(),
  bytes: z.int(),
  /** When it was last changed, in Unix milliseconds. */
  modified_ms: z.number(),
});

export type Reference = z.infer<typeof referenceSchema>;

/** Times closer than this are the same: copies, backups and network folders keep them less exactly than disks. */
const SAME_MS = 2;

/** The key of the reference that stands for an object. */
const keyOf = (key: string) => `${key}.place`;

/** The reference that stands for an object; undefined if there is none. */
export async function referenceOf(objects: ObjectStorage, key: string): Promise<Reference | undefined> {
  const text = await readObject(objects, keyOf(key));
  return text === undefined ? undefined : referenceSchema.parse(JSON.parse(text.toString()));
}

/** Makes an object a reference to a file. @throws PlaceFault */
export async function refer(
  objects: ObjectStorage,
  key: string,
  path: string,
  bounds: Bounds,
): Promise<Reference> {
  const { handle, stats } = await openPlace(path, bounds);
  await handle.close();
  const reference = { path, bytes: stats.size, modified_ms: stats.mtimeMs };
  await objects.putBytes(keyOf(key), `${JSON.stringify(reference)}\n`);
  return reference;
}

/** Opens the file of a reference, if it is what it was. @throws PlaceFault (409) that says what happened to it */
export async function openReference(
  { path, bytes, modified_ms }: Reference,
  bounds: Bounds,
): Promise<OpenPlace> {
  const opened = await openPlace(path, bounds).catch((error: unknown) => {
    throw error instanceof PlaceFault ? since(path, error) : error;
  });
  const { handle, stats } = opened;
  if (stats.size === bytes && Math.abs(stats.mtimeMs - modified_ms) < SAME_MS) return opened;
  await handle.close();
  const how =
    stats.size === bytes
      ? `written to on ${new Date(stats.mtimeMs).toISOString()}`
      : `${stats.size} bytes instead of ${bytes}`;
  throw new PlaceFault(
    'changed',
    `${path} changed after it was ingested in place (${how}); to ingest what is there now: vau file upload --in-place ${path}`,
  );
}

/** The same fault, told of a file that could be read once. */
function since(path: string, { kind, message }: PlaceFault): PlaceFault {
  if (kind !== 'missing' && kind !== 'special') return new PlaceFault(kind, message, 409);
  return new PlaceFault(
    kind,
    `${path} was ingested in place and is no longer there; put it back, or name its new path: vau file upload --in-place PATH`,
    409,
  );
}
