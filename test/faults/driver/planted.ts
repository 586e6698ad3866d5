/** Faults that can be planted in the built service, to prove that the driver finds such ones. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { binary } from '../../support/vau.ts';

/** Each is a piece of the built code, and what stands there instead. */
const PLANTED: Readonly<Record<string, readonly [string, string]>> = {
  /** An event counts as delivered half a second before it is sent: a kill in between drops it. */
  'events dropped': [
    'await endAttempt(ctx,begun,await deliver(ctx,begun))',
    '(await endAttempt(ctx,begun,{status:204}),await new Promise(go=>setTimeout(go,500)),await deliver(ctx,begun))',
  ],
  /** An upload is answered a second before its original leaves the temporary folder: a kill in between loses it. */
  'upload early': [
    'await rename(from,to).catch(error=>acrossDevices(error,from,to))',
    `await(/files.[^/]*.original$/.test(to)?import('node:fs/promises').then(async({symlink})=>{let late=from+'-late';
      await rename(from,late),await symlink(late,to),setTimeout(()=>rename(late,to).catch(()=>{}),1000)}):rename(from,to))`,
  ],
};

/**
 * @returns a fault, as planted.mjs takes it
 * @throws Error if there is no such fault, or no place for it in the built service
 */
export async function plantable(name: string): Promise<string> {
  const fault = PLANTED[name];
  if (!fault) throw new Error(`--planted ${name}: choose one of ${Object.keys(PLANTED).join(', ')}`);
  const chunks = path.join(path.dirname(binary), '../dist/chunks');
  for (const file of await readdir(chunks))
    if ((await readFile(path.join(chunks, file), 'utf8')).includes(fault[0])) return JSON.stringify(fault);
  throw new Error(`--planted ${name}: the built service has no ${fault[0]}`);
}
