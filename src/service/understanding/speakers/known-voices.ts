import { isKept } from '../../store/deletions.ts';
import type { Db } from '../../store/schema.ts';
import type { Voice } from './messages.ts';
import { cosine, type Known, vectorIn } from './voices.ts';

/** Voices read at once: 1 MB of vectors of 256 numbers. */
const PAGE = 1_000;

/** The voices of a model in an account. */
export interface VoiceScope {
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
