import { isKept } from '../../../store/sql/deletions.ts';
import type { Db, Trx } from '../../../store/sql/schema.ts';
import type { UnderstandingContext } from '../context.ts';
import type { SpeechLine } from '../lines.ts';
import type { ModalityResult, SpeakerVoices } from '../port.ts';
import { labelOf } from './assign.ts';
import type { Voice } from './model.ts';
import { type HeardFile, namesElsewhere } from './names.ts';
import { bytesOf, cosine, type Known, recognised, vectorIn } from './voices.ts';

/** Voices read at once: 1 MB of vectors of 256 numbers. */
const PAGE = 1_000;

/** The voices of a model in an account. */
interface VoiceScope {
  readonly accountId: string;
  readonly model: string;
  /** Least cosine of a voice and the sum of one that is known. */
  readonly same: number;
  /** The first label. */
  readonly from: number;
}

/**
 * Those of the voices of an account that may be among the given ones, each as the sum of its vectors, which count alike
 * whatever their length. Reads all of them, a page at a time, and keeps as many for each given voice as there are given
 * ones: the others of its file can take no more of them away.
 */
export async function nearVoices(
  db: Db,
  { accountId, model, same, from }: VoiceScope,
  heard: readonly Voice[],
): Promise<Known[]> {
  const near = heard.map((): Near[] => []);
  const compare = (one: Known) => {
    for (const [at, { vector }] of heard.entries()) {
      const close = cosine(vector, one.sum);
      if (close >= same) near[at] = nearest([...(near[at] ?? []), { one, close }], heard.length);
    }
  };
  let open: Known | undefined;
  for await (const { label, vector } of voicesOf(db, accountId, model, from)) {
    if (open && open.speaker !== label) compare(open);
    if (open?.speaker !== label) open = { speaker: label, sum: new Float32Array(vector.length) };
    add(open.sum, vector);
  }
  if (open) compare(open);
  return [...new Set(near.flat().map(({ one }) => one))].sort((one, other) => one.speaker - other.speaker);
}

interface Near {
  readonly one: Known;
  readonly close: number;
}

const nearest = (all: Near[], most: number): Near[] =>
  all.sort((one, other) => other.close - one.close).slice(0, most);

function add(sum: Float32Array, vector: Float32Array): void {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] ?? 0) ** 2;
  const length = Math.sqrt(squares) || 1;
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0) / length;
}

/** All voices of a model in an account, by label. @param from the first label */
async function* voicesOf(db: Db, accountId: string, model: string, from: number) {
  let [label, file, speaker] = [from, '', -1];
  for (;;) {
    const rows = await db
      .selectFrom('voices')
      .select(['label', 'file_id', 'speaker', 'vector'])
      .where('account_id', '=', accountId)
      .where('model', '=', model)
      .where((row) => row(row.refTuple('label', 'file_id', 'speaker'), '>', row.tuple(label, file, speaker)))
      .where(isKept('voices'))
      .orderBy('label')
      .orderBy('file_id')
      .orderBy('speaker')
      .limit(PAGE)
      .execute();
    for (const row of rows) yield { label: row.label, vector: vectorIn(row.vector) };
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    [label, file, speaker] = [last.label, last.file_id, last.speaker];
  }
}

/**
 * Voices of two recordings are one where their vectors have at least this cosine; more than within one recording, because
 * two people under one label are worse than two labels of one person. Source: the default of speaker-identification.py of
 * k2-fsa/sherpa-onnx, which compares with the mean of a speaker's vectors too. It is not measured on real voices here.
 */
const SAME_SPEAKER = 0.6;

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
  const numbers = (await keptNumbers(ctx.db, file, voices)) ?? (await numbersFor(ctx, file, voices));
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

/** The voices of a file, to be compared with those of its account. */
interface Compared {
  readonly model: string;
  readonly vectors: readonly Voice[];
  /** Those of the account that are near them, with labels below `until`. */
  readonly near: readonly Known[];
  readonly until: number;
}

/**
 * Compares with the voices of the account before the transaction, so that other writers do not wait for that, and in it only
 * with those that have got labels since.
 */
async function numbersFor(
  { db, write }: Pick<UnderstandingContext, 'db' | 'write'>,
  file: HeardFile,
  { model, heard }: SpeakerVoices,
): Promise<Map<number, number>> {
  const account = db.selectFrom('accounts').select('voices').where('id', '=', file.account_id);
  const { voices: until } = await account.executeTakeFirstOrThrow();
  const vectors = heard.map(({ speaker, vector }) => ({
    speaker,
    vector: vectorIn(Buffer.from(vector, 'base64')),
  }));
  const scope = { accountId: file.account_id, model, same: SAME_SPEAKER, from: 0 };
  const near = (await nearVoices(db, scope, vectors)).filter(({ speaker }) => speaker < until);
  return write((trx) => keep(trx, file, { model, vectors, near, until }));
}

/** Finds or gives the numbers, and keeps the voices in place of those that the file had. */
async function keep(
  trx: Trx,
  file: HeardFile,
  { model, vectors, near, until }: Compared,
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
  const scope = { accountId: account_id, model, same: SAME_SPEAKER, from: until };
  const known = [...near, ...(await nearVoices(trx, scope, vectors))];
  const numbers = recognised(vectors, known, SAME_SPEAKER, () => {
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
