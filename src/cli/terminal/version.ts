/** Versions of vau and of the API. */
import { readFileSync } from 'node:fs';
import { INTERFACE_VERSION } from '../../contract/version.ts';

/** Set by the bundler; from source it is read from package.json. */
declare const __VAU_VERSION__: string | undefined;

export const version: string = typeof __VAU_VERSION__ === 'string' ? __VAU_VERSION__ : fromPackage();

/** The output of `vau --version`. */
export const versionText = `vau ${version} (API ${INTERFACE_VERSION})`;

function fromPackage(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
