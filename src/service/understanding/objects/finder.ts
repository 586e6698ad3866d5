import { existsSync } from 'node:fs';
import path from 'node:path';
import { assetsPath } from '../../../media/entry-path.ts';
import { modelThread } from '../model-thread.ts';
import { certainObjects } from './classes.ts';
import type { ObjectRequest, ObjectThreadData } from './messages.ts';

/** Timeout per picture in milliseconds. A picture normally takes a quarter of a second. */
const PICTURE_MS = 120_000;

/** Name of the method in the settings of stored results: change it when it finds other objects. */
export const OBJECTS_METHOD = 'centernet 1';

const recogniser = modelThread<ObjectRequest, Float32Array, ObjectThreadData>({
  name: 'object recogniser',
  entry: 'objects',
  start: () => ({ model: assetsPath('objects'), wasm: assetsPath('wasm') }),
  timeoutMs: PICTURE_MS,
});

/**
 * The objects in one picture by name, with scores from 0 to 1, found on this process's only thread for them. Rejects with
 * a readable reason.
 */
export async function findObjects(
  { width, height, data }: ObjectRequest,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  return certainObjects(await recogniser.ask({ width, height, data }, signal));
}

/** Whether this build carries the model. */
export function hasObjectModel(): boolean {
  try {
    return existsSync(path.join(assetsPath('objects'), 'centernet.bin'));
  } catch {
    return false;
  }
}

/** Ends the thread if there is one. The next picture starts another. */
export const stopObjectFinder = recogniser.stop;
