import { readFile } from 'node:fs/promises';
import { openapi } from '../../contract/index.ts';
import { assetsPath } from '../../media/entry-path.ts';

/** Set by the build. */
declare const __VAU_VERSION__: string | undefined;

let text: Promise<string> | undefined;

/**
 * openapi.json as text. Everyone may ask for it, and making it takes half a second of processor time: the build has made
 * it. Where vau runs from source, the first call makes it.
 */
export function apiDescription(): Promise<string> {
  text ??= typeof __VAU_VERSION__ === 'string' ? read() : Promise.resolve(JSON.stringify(openapi()));
  return text;
}

async function read(): Promise<string> {
  try {
    return await readFile(assetsPath('openapi.json'), 'utf8');
  } catch (error) {
    text = undefined;
    throw error;
  }
}
