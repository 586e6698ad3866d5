import { isKept } from '../../../store/sql/deletions.ts';
import type { Db, Trx } from '../../../store/sql/schema.ts';
import { labelOf } from './assign.ts';

/** The file whose speakers have labels. */
export interface HeardFile {
  readonly id: string;
  readonly account_id: string;
}

/** The last names that these voices were given in other files, by label. */
export async function namesElsewhere(
  db: Db,
  { id, account_id }: HeardFile,
  numbers: readonly number[],
): Promise<Record<string, string>> {
  if (numbers.length === 0) return {};
  const rows = await db
    .selectFrom('voices')
    .select(['label', 'name'])
    .where('account_id', '=', account_id)
    .where('file_id', '!=', id)
    .where('label', 'in', numbers)
    .where('name', 'is not', null)
    .where(isKept('voices'))
    .orderBy('named_at')
    .execute();
  return Object.fromEntries(rows.map(({ label, name }) => [labelOf(label), name ?? '']));
}

/** The names that a file's speakers have because of other files, by label. */
export async function namesFromOthers(db: Db, file: HeardFile): Promise<Record<string, string>> {
  const rows = await db.selectFrom('voices').select('label').where('file_id', '=', file.id).execute();
  return namesElsewhere(
    db,
    file,
    rows.map(({ label }) => label),
  );
}

/**
 * Keeps the names that speakers were given in a file with their voices, and notes that the other files with these voices are
 * to show them.
 * @param names by label
 * @returns whether there is a name that is new
 */
export async function nameVoices(
  trx: Trx,
  { id, account_id }: HeardFile,
  names: Readonly<Record<string, string>>,
  now: number,
): Promise<boolean> {
  const own = await trx
    .selectFrom('voices')
    .select(['model', 'label', 'name'])
    .where('file_id', '=', id)
    .execute();
  const changed = own.filter(({ label, name }) => (names[labelOf(label)] ?? name) !== name);
  for (const { model, label } of changed) {
    await trx
      .updateTable('voices')
      .set({ name: names[labelOf(label)] ?? null, named_at: now })
      .where('file_id', '=', id)
      .where('label', '=', label)
      .execute();
    const start = { file_id: id, reached: '' };
    await trx
      .insertInto('voice_namings')
      .values({ account_id, model, label, ...start })
      .onConflict((clash) => clash.columns(['account_id', 'model', 'label']).doUpdateSet(start))
      .execute();
  }
  return changed.length > 0;
}

/** A name that is still to be shown in other files. */
export interface Naming {
  readonly account_id: string;
  readonly model: string;
  readonly label: number;
}

/** The next name that is still to be shown in other files; undefined if there is none. */
export function nextNaming(db: Db): Promise<Naming | undefined> {
  return db
    .selectFrom('voice_namings')
    .select(['account_id', 'model', 'label'])
    .orderBy('account_id')
    .orderBy('model')
    .orderBy('label')
    .limit(1)
    .executeTakeFirst();
}

/**
 * The next files that are to show a name, and notes that they do: call it in the transaction that changes them. The name may
 * have been given again meanwhile; then it begins anew.
 * @param most files
 * @returns none when all show it: then it is done
 */
export async function filesToName(
  trx: Trx,
  { account_id, model, label }: Naming,
  most: number,
): Promise<string[]> {
  const naming = trx
    .selectFrom('voice_namings')
    .selectAll()
    .where((where) => where.and({ account_id, model, label }));
  const now = await naming.executeTakeFirst();
  if (!now) return [];
  const rows = await trx
    .selectFrom('voices')
    .select('file_id')
    .distinct()
    .where((where) => where.and({ account_id, model, label }))
    .where('file_id', '>', now.reached)
    .where('file_id', '!=', now.file_id)
    .where(isKept('voices'))
    .orderBy('file_id')
    .limit(most)
    .execute();
  const reached = rows.at(-1)?.file_id;
  if (reached === undefined)
    await trx
      .deleteFrom('voice_namings')
      .where((where) => where.and({ account_id, model, label }))
      .execute();
  else
    await trx
      .updateTable('voice_namings')
      .set({ reached })
      .where((where) => where.and({ account_id, model, label }))
      .execute();
  return rows.map(({ file_id }) => file_id);
}
