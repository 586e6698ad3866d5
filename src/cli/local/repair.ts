/**
 * Actions on a data folder or this machine that need no running service: `vau service repair` (here), backup and
 * restore, accounts, billing, `vau store move`, `vau worker`, and installing completions.
 */

import { LocalError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { column } from '../model/columns.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { formatBytes } from '../output/format.ts';
import { clean } from '../terminal/clean.ts';
import { agreed } from './opening/agreed.ts';
import { type Leftover, loadService, type Repair } from './opening/door.ts';
import { folderRefusal, forFolder } from './opening/refusals.ts';
import { dataFolderOf } from './service/serve.ts';

/** The arguments and flags. */
export interface RepairFlags {
  readonly id?: readonly string[] | undefined;
  readonly adopt?: boolean | undefined;
  readonly remove?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly dataDir?: string | undefined;
}

/** Why one leftover could not be adopted or removed. */
interface Failed {
  readonly id: string;
  readonly reason: string;
}

const columns = [
  column('id'),
  column('kind'),
  column('place'),
  column('filename'),
  column('bytes', 'bytes'),
  column('created_at', 'time'),
  column('moved_at', 'time'),
  column('path'),
];

/** Refuses flags that exclude each other. */
export function checkRepairFlags({ adopt, remove }: RepairFlags): void {
  if (adopt && remove) throw new UsageError('Give --adopt or --remove, not both');
}

/** Lists the objects without a database row, or adopts or removes them. */
export async function repairAction(session: Session, flags: RepairFlags): Promise<Result> {
  const dataDir = dataFolderOf(flags, session.env);
  const { openRepair } = await loadService();
  const repair = await openRepair(dataDir).catch((error: unknown) => {
    throw folderRefusal(error, flags);
  });
  try {
    const listed = chosen(await repair.list(), flags.id ?? []);
    const { state, fault = null } = repair.examined;
    if (fault) session.note(fault);
    const about = { data_dir: dataDir, state, fault };
    if (flags.adopt)
      return await adopt(session, repair, listed, {
        ...about,
        starting: forFolder('vau service start', flags.dataDir),
      });
    if (flags.remove) return await remove(session, repair, listed, about, flags);
    advise(session, listed, fault, flags.dataDir);
    return table({ ...about, leftovers: listed }, listed);
  } finally {
    await repair.close();
  }
}

/** The named leftovers; all if none is named. */
function chosen(listed: readonly Leftover[], ids: readonly string[]): Leftover[] {
  const unknown = ids.find((id) => !listed.some((leftover) => leftover.id === id));
  if (unknown)
    throw new LocalError(`No object without a database row has the ID ${unknown}`, {
      next: 'vau service repair',
    });
  return listed.filter(({ id }) => ids.length === 0 || ids.includes(id));
}

function advise(
  session: Session,
  listed: readonly Leftover[],
  fault: string | null,
  dataDir: string | undefined,
): void {
  const originals = listed.filter(({ kind }) => kind === 'original').length;
  if (fault)
    session.note(
      `To restore files from the ${originals} originals: ${forFolder('vau service repair --adopt', dataDir)}. ` +
        'Or restore the right database.',
    );
  else if (originals > 0)
    session.note(`To restore files from them: ${forFolder('vau service repair --adopt', dataDir)}`);
  if (!fault && listed.length > 0)
    session.note(`To delete them: ${forFolder('vau service repair --remove', dataDir)}`);
}

/** Restores files from the originals, once there is a database. Processing derives everything else again. */
async function adopt(
  session: Session,
  repair: Repair,
  listed: readonly Leftover[],
  {
    starting,
    ...about
  }: { readonly data_dir: string; readonly fault: string | null; readonly starting: string },
): Promise<Result> {
  const database_aside = about.fault === null ? null : ((await repair.claimStore()) ?? null);
  if (database_aside) session.note(`The old database is now ${database_aside}`);
  const originals = listed.filter(({ kind }) => kind === 'original');
  const { done, failed } = await each(session, 'Adopting', originals, (one) => repair.adopt(one));
  if (done.length > 0)
    session.note(`Adopted ${done.length}. They are processed when the service starts: ${starting}`);
  return table({ ...about, adopted: done, failed, database_aside }, done, failed);
}

/** Deletes the listed objects, after confirmation. */
async function remove(
  session: Session,
  repair: Repair,
  listed: readonly Leftover[],
  about: { readonly data_dir: string; readonly fault: string | null },
  { yes, dataDir }: RepairFlags,
): Promise<Result> {
  if (about.fault)
    throw new LocalError(
      'Nothing was deleted: without the database, vau cannot know which objects are still needed.',
      { next: forFolder('vau service repair --adopt', dataDir) },
    );
  if (listed.length > 0 && !yes) await agreed(session, questionOf(listed, about.data_dir));
  const { done, failed } = await each(session, 'Removing', listed, (one) => repair.remove(one));
  return table({ ...about, removed: done, failed }, done, failed);
}

/** Updates the progress after this many objects. */
const STEP = 20;

/** Maximum number of names in the confirmation. */
const NAMED = 20;

function questionOf(listed: readonly Leftover[], dataDir: string): string {
  const names = listed.slice(0, NAMED).map(({ id, kind, filename }) => `${clean(filename ?? id)} (${kind})`);
  const more = listed.length > NAMED ? ` and ${listed.length - NAMED} more` : '';
  const bytes = listed.reduce((sum, one) => sum + one.bytes, 0);
  return `Permanently delete ${names.join(', ')}${more}, ${formatBytes(bytes)}, in ${dataDir}?`;
}

/** Works through the leftovers; one that fails does not stop the others. */
async function each(
  session: Session,
  doing: string,
  leftovers: readonly Leftover[],
  work: (leftover: Leftover) => Promise<void>,
): Promise<{ done: Leftover[]; failed: Failed[] }> {
  const [done, failed]: [Leftover[], Failed[]] = [[], []];
  const progress = session.progress(doing);
  for (const leftover of leftovers) {
    if (session.signal.aborted) break;
    const count = done.length + failed.length;
    if (count % STEP === 0) progress.update(`${doing} ${count + 1} of ${leftovers.length}`);
    try {
      await work(leftover);
      done.push(leftover);
    } catch (error) {
      failed.push({ id: leftover.id, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  progress.stop();
  for (const { id, reason } of failed) session.note(`${id}: ${reason}`);
  session.signal.throwIfAborted();
  return { done, failed };
}

function table(value: object, rows: readonly Leftover[], failed: readonly Failed[] = []): Result {
  const result = { value, rows, columns };
  if (failed.length > 0) return { ...result, status: exit.fault };
  return rows.length > 0 ? result : { value, text: 'Every object has a database row.' };
}
