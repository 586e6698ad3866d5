import { readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';

/** What the service keeps in its data folder. Everything else there belongs to others. */
const owned = [
  /^vau\.sqlite(-wal|-shm|-journal)?$/,
  /^vau\.sqlite\.(aside|before)-/,
  /^secrets\.key/,
  /^objects$/,
  /^tmp$/,
  /^fetched$/,
  /^uploads$/,
  /^store-move$/,
  /^service\.(log|json|lock(-journal)?)$/,
];

/** What `vau setup` installed; it is kept. */
const kept = [/^ffmpeg/, /^bin$/];

/** What a reset would do to a data folder. */
export interface ResetPlan {
  dataFolder: string;
  /** Names inside the data folder that would be deleted. */
  deletes: string[];
  /** Names that are kept. */
  keeps: string[];
}

/**
 * Plans the reset of a data folder; empty if the folder does not exist. @throws Error when the folder holds
 * other files and no database: no service created it
 */
export async function planReset(dataFolder: string): Promise<ResetPlan> {
  const names = await readdir(dataFolder).catch((): string[] => []);
  const deletes = names.filter((name) => owned.some((pattern) => pattern.test(name)));
  const keeps = names.filter((name) => !deletes.includes(name));
  const foreign = keeps.filter((name) => !kept.some((pattern) => pattern.test(name)));
  if (foreign.length > 0 && !names.includes('vau.sqlite')) {
    throw new Error(
      `${dataFolder} is not the data folder of a vau service: it contains ${foreign.slice(0, 3).join(', ')} but no ` +
        'vau.sqlite. Nothing was deleted. Name the right folder with --data-dir.',
    );
  }
  return { dataFolder, deletes: deletes.sort(), keeps: keeps.sort() };
}

/** Deletes what the plan names, and the folder if it is then empty. */
export async function reset(plan: ResetPlan): Promise<void> {
  for (const name of plan.deletes)
    await rm(path.join(plan.dataFolder, name), { recursive: true, force: true });
  if (plan.keeps.length === 0) await rmdir(plan.dataFolder).catch(() => undefined);
}
