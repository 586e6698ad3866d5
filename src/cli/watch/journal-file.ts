/** Where a watch keeps what it has done. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { configFolder } from '../../config/paths.ts';
import { hashOf } from '../model/key.ts';

/** The journal of one folder, service and collection: the same in every run. */
export function journalFile(env: NodeJS.ProcessEnv, ...of: readonly (string | undefined)[]): string {
  const folder = path.join(configFolder(env), 'watch');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return path.join(folder, `${hashOf(of)}.ndjson`);
}
