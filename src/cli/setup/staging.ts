import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../media/make-folder.ts';

/** A folder that is still filled after this time was left by a set-up that was killed. */
const LEFT_MS = 24 * 3_600_000;

const isStaging = (name: string): boolean => /^\.[0-9a-f-]{36}$/.test(name);

/** A new folder beside its final place, so that a rename makes it visible. Removes what killed set-ups have left there. */
export async function newFolder(parent: string): Promise<string> {
  makeFolder(parent, 0o700);
  for (const name of (await readdir(parent)).filter(isStaging)) {
    const folder = path.join(parent, name);
    const made = await stat(folder).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > LEFT_MS) await rm(folder, { recursive: true, force: true });
  }
  const folder = path.join(parent, `.${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}
