import { isKept } from '../../store/deletions.ts';
import type { Db, Trx } from '../../store/schema.ts';
import type { UnderstandingContext } from '../context.ts';
import type { SpeechLine } from '../lines.ts';
import type { ModalityResult, SpeakerVoices } from '../port.ts';
import { labelOf } from './assign.ts';
import { bytesOf, type Known, recognised, vectorIn } from './voices.ts';

/**
 * Voices of two recordings are one where their vectors have at least this cosine; more than within one recording, because
 * two people under one label are worse than two labels of one person. Source: the default of speaker-identification.py of
 * k2-fsa/sherpa-onnx, which compares with the mean of a speaker's vectors too. It is not measured on real voices here.
 */
const SAME_SPEAKER = 0.6;

/** The file whose speakers get their labels. */
export interface HeardFile {
  readonly id: string;
  readonly account_id: string;
}

/** The speakers of a file: their labels in it and in the account, and the names of those who are named in other files. */
export interface Labels {
  /** By the label in the file. */
  readonly labels: ReadonlyMap<string, string>;
  /** By the label in the account. */
  readonly names: Readonly<Record<string, string>>;
}

/**
 * Gives the speakers of a file the labels that their voices have in the account: a voice that was heard in another file, or
 * in this one before, has that label, and a new one has the next number. Numbers are not given again. The voices are kept
 * with the file.
 */
export async function labelsFor(
  ctx: Pick<UnderstandingContext, 'db' | 'write'>,
  file: HeardFile,
  voices: SpeakerVoices,
): Promise<Labels> {
  const numbers =
    (await keptNumbers(ctx.db, file, voices)) ?? (await ctx.write((trx) => keep(trx, file, voices)));
  const labels = new Map([...numbers].map(([speaker, label]) => [labelOf(speaker), labelOf(label)]));
  return { labels, names: await namesElsewhere(ctx.db, file, [...numbers.values()]) };
}

/** A result with the labels of the account. */
export function withLabels(
  { lines, doubtful, ...rest }: ModalityResult<'speech'>,
  { labels }: Labels,
): ModalityResult<'speech'> {
  const named = (all: readonly SpeechLine[]) =>
    all.map((line) => {
      const label = line.speaker === undefined ? undefined : labels.get(line.speaker);
      return label === undefined ? line : { ...line, speaker: label };
    });
  return { ...rest, lines: named(lines), ...(doubtful && { doubtful: named(doubtful) }) };
}

export const toBase64 = (vector: Float32Array): string => Buffer.from(bytesOf(vector)).toString('base64');

/** The numbers that these voices have already; undefined if others, or none, are kept. */
async function keptNumbers(
  db: Db,
  { id }: HeardFile,
  { model, heard }: SpeakerVoices,
): Promise<Map<number, number> | undefined> {
  const rows = await db
    .selectFrom('voices')
    .select(['speaker', 'label', 'vector'])
    .where('file_id', '=', id)
    .where('model', '=', model)
    .execute();
  const known = new Map(rows.map(({ speaker, vector }) => [speaker, Buffer.from(vector).toString('base64')]));
  const same =
    known.size === heard.length && heard.every(({ speaker, vector }) => known.get(speaker) === vector);
  return same ? new Map(rows.map(({ speaker, label }) => [speaker, label])) : undefined;
}

/** Finds or gives the numbers, and keeps the voices in place of those that the file had. */
async function keep(
  trx: Trx,
  file: HeardFile,
  { model, heard }: SpeakerVoices,
): Promise<Map<number, number>> {
  const { id: file_id, account_id } = file;
  // It waits for the labels that another worker gives in the account.
  const { voices: given } = await trx
    .updateTable('accounts')
    .set((row) => ({ voices: row.ref('voices') }))
    .where('id', '=', account_id)
    .returning('voices')
    .executeTakeFirstOrThrow();
  let next = given;
  const vectors = heard.map(({ speaker, vector }) => ({
    speaker,
    vector: vectorIn(Buffer.from(vector, 'base64')),
  }));
  const numbers = recognised(vectors, await knownVoices(trx, account_id, model), SAME_SPEAKER, () => {
    next += 1;
    return next - 1;
  });
  if (next > given)
    await trx.updateTable('accounts').set({ voices: next }).where('id', '=', account_id).execute();
  const before = await trx
    .deleteFrom('voices')
    .where('file_id', '=', file_id)
    .where('model', '=', model)
    .returning(['label', 'name', 'named_at'])
    .execute();
  const rows = vectors.map(({ speaker, vector }) => {
    const label = numbers.get(speaker) ?? 0;
    const { name = null, named_at = null } = before.find((one) => one.label === label) ?? {};
    return { file_id, model, speaker, account_id, label, name, named_at, vector: bytesOf(vector) };
  });
  if (rows.length > 0) await trx.insertInto('voices').values(rows).execute();
  return numbers;
}

/** The voices of an account, each as the sum of its vectors, which count alike whatever their length. */
async function knownVoices(db: Db, accountId: string, model: string): Promise<Known[]> {
  const rows = await db
    .selectFrom('voices')
    .select(['label', 'vector'])
    .where('account_id', '=', accountId)
    .where('model', '=', model)
    .where(isKept('voices'))
    .orderBy('label')
    .execute();
  const known = new Map<number, Known>();
  for (const { label, vector } of rows) {
    const numbers = vectorIn(vector);
    const length = Math.hypot(...numbers) || 1;
    const one = known.get(label) ?? { speaker: label, sum: new Float32Array(numbers.length) };
    for (const [at, value] of numbers.entries()) one.sum[at] = (one.sum[at] ?? 0) + value / length;
    known.set(label, one);
  }
  return [...known.values()];
}

/** The last names that these voices were given in other files, by label. */
async function namesElsewhere(
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
 * Keeps the names that speakers were given in a file with their voices.
 * @param names by label
 * @returns the other files with these voices, whose lines are to show the names
 */
export async function nameVoices(
  trx: Trx,
  { id, account_id }: HeardFile,
  names: Readonly<Record<string, string>>,
  now: number,
): Promise<string[]> {
  const own = await trx.selectFrom('voices').select(['label', 'name']).where('file_id', '=', id).execute();
  const changed = own.filter(({ label, name }) => (names[labelOf(label)] ?? name) !== name);
  for (const { label } of changed)
    await trx
      .updateTable('voices')
      .set({ name: names[labelOf(label)] ?? null, named_at: now })
      .where('file_id', '=', id)
      .where('label', '=', label)
      .execute();
  if (changed.length === 0) return [];
  const others = await trx
    .selectFrom('voices')
    .select('file_id')
    .distinct()
    .where('account_id', '=', account_id)
    .where('file_id', '!=', id)
    .where(
      'label',
      'in',
      changed.map(({ label }) => label),
    )
    .where(isKept('voices'))
    .execute();
  return others.map(({ file_id }) => file_id);
}
