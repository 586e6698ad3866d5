import { chmodSync, renameSync } from 'node:fs';
import path from 'node:path';
import { syncNow } from '../../../media/files.ts';
import { StoreRefused } from '../sql/errors.ts';
import { checkVersion, type Migration } from '../sql/migration.ts';
import type { NativeDatabase } from './sqlite-module.ts';

/** Marks a SQLite file as ours: "vau1". */
const APPLICATION_ID = 0x76617531;

/**
 * Migrates a store to the newest version in one transaction: all steps or none. The version is in user_version. A store
 * with data is first copied to a file beside it (`….before-VERSION`), if a step changes it.
 */
export function migrate(native: NativeDatabase, location: string, steps: readonly Migration[]): void {
  const target = steps.at(-1)?.version ?? 0;
  const found = check(native, location, steps);
  if (found === target) return;
  const isChanged = steps.some((step) => step.version > found && step.sqlite !== '');
  if (found > 0 && isChanged && location !== ':memory:') copyAside(native, `${location}.before-${target}`);
  native.exec('begin immediate');
  try {
    // Another process may have migrated it while this one waited for the lock.
    const from = check(native, location, steps);
    for (const step of steps) if (step.version > from) native.exec(step.sqlite);
    native.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${target}`);
    native.exec('commit');
  } catch (error) {
    native.exec('rollback');
    throw error;
  }
}

/** Returns the store's version; throws if this program must not touch it. */
function check(native: NativeDatabase, location: string, steps: readonly Migration[]): number {
  const version = pragma(native, 'user_version');
  const application = pragma(native, 'application_id');
  const tables = native.prepare('select 1 from sqlite_schema limit 1').all().length;
  if (application !== APPLICATION_ID && (version > 0 || application > 0 || tables > 0))
    throw new StoreRefused(
      `${location} is a SQLite file, but not one that vau made; choose another data folder`,
    );
  checkVersion(version, steps, { shown: location, kind: 'data folder' });
  return version;
}

/** A complete copy made by SQLite, so that it includes what is only in the journal. */
function copyAside(native: NativeDatabase, copy: string): void {
  const unfinished = `${copy}.${process.pid}`;
  native.prepare('vacuum into ?').run(unfinished);
  chmodSync(unfinished, 0o600);
  syncNow(unfinished);
  renameSync(unfinished, copy);
  syncNow(path.dirname(copy));
}

function pragma(native: NativeDatabase, name: string): number {
  const row = native.prepare(`pragma ${name}`).all()[0] as Record<string, number> | undefined;
  return row?.[name] ?? 0;
}
