import { randomBytes } from 'node:crypto';
import type { ServiceConfig } from '../../src/service/context/config.ts';
import { objectSettings } from '../../src/service/context/object-settings.ts';
import type { ObjectStorage } from '../../src/service/store/objects/objects.ts';

/** Whether tests keep objects in a bucket. Tests of the ways of a folder are left out then. */
export const isInBucket = (process.env.VAU_TEST_OBJECTS ?? '') !== '';

/**
 * Where a test's service keeps its objects. VAU_TEST_OBJECTS names a bucket (s3://...): each test then has a prefix of its
 * own in it. Without it they are in the data folder.
 */
export function newTestObjects(): {
  readonly config: Pick<ServiceConfig, 'objectStorage'>;
  readonly env: Record<string, string>;
} {
  const bucket = process.env.VAU_TEST_OBJECTS;
  if (!bucket) return { config: {}, env: {} };
  const location = `${bucket}/${randomBytes(8).toString('hex')}`;
  const objectStorage = objectSettings(process.env, location);
  const signIn = Object.entries(process.env).filter(([name]) => name.startsWith('AWS_'));
  return {
    config: objectStorage ? { objectStorage } : {},
    env: { VAU_OBJECT_STORAGE: location, ...Object.fromEntries(signIn) },
  };
}

/** The keys of a service's objects under a prefix, without the prefix, wherever they are kept. */
export async function objectsUnder(objects: ObjectStorage, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of objects.list(prefix)) keys.push(key.slice(prefix.length + 1));
  return keys;
}
