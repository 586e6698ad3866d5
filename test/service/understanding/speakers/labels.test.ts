/** Which label a voice has in the files of an account. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteDeletion } from '../../../../src/service/store/deletions.ts';
import {
  labelsFor,
  namesFromOthers,
  nameVoices,
  toBase64,
} from '../../../../src/service/understanding/speakers/labels.ts';
import { addFile, memoryStore } from '../../store/support.ts';

let store: Awaited<ReturnType<typeof memoryStore>>;
beforeEach(async () => {
  store = await memoryStore();
});
afterEach(() => store.close());

type Vector = readonly number[];

/** Labels by the number of the speaker in the file. */
async function labelled(id: string, vectors: readonly Vector[], model = 'tiny', account = store.accountId) {
  const { db } = store;
  const write = <Result>(work: (trx: never) => Promise<Result>) =>
    db.transaction().execute((trx) => work(trx as never));
  const heard = vectors.map((vector, speaker) => ({ speaker, vector: toBase64(Float32Array.from(vector)) }));
  const { labels } = await labelsFor(
    { db, write: write as never },
    { id, account_id: account },
    { model, heard },
  );
  return [...labels].sort().map(([, label]) => label);
}

const file = () => addFile(store.db, store.accountId);
const [ADA, BEN, CLEO]: [Vector, Vector, Vector] = [
  [1, 0.1, 0],
  [0, 1, 0.1],
  [0.1, 0, 1],
];
/** The same voice in another recording. */
const later = (vector: Vector) => vector.map((value, at) => 3 * value + 0.2 * at);

describe('the label of a voice', () => {
  it('is the same in all files, whoever speaks first there; new voices have the next numbers', async () => {
    expect(await labelled(await file(), [ADA, BEN])).toEqual(['SPEAKER_00', 'SPEAKER_01']);
    expect(await labelled(await file(), [later(BEN), CLEO, later(ADA)])).toEqual([
      'SPEAKER_01',
      'SPEAKER_02',
      'SPEAKER_00',
    ]);
  });

  it('stays when a file is analysed again, with other voices too', async () => {
    const [one, other] = [await file(), await file()];
    await labelled(one, [ADA, BEN]);
    await labelled(other, [CLEO]);
    expect(await labelled(one, [ADA, BEN])).toEqual(['SPEAKER_00', 'SPEAKER_01']);
    expect(await labelled(one, [later(BEN), later(ADA)])).toEqual(['SPEAKER_01', 'SPEAKER_00']);
    expect(await labelled(other, [later(CLEO)])).toEqual(['SPEAKER_02']);
  });

  it('is not given to another voice after its file was deleted', async () => {
    const first = await file();
    await labelled(first, [ADA]);
    await store.db.deleteFrom('files').where('id', '=', first).execute();
    expect(await store.db.selectFrom('voices').selectAll().execute()).toEqual([]);
    expect(await labelled(await file(), [BEN])).toEqual(['SPEAKER_01']);
  });

  it('does not come from a file that is being deleted', async () => {
    const first = await file();
    await labelled(first, [ADA]);
    await store.db.transaction().execute((trx) => noteDeletion(trx, first, 1));
    expect(await labelled(await file(), [ADA])).toEqual(['SPEAKER_01']);
  });

  it('is never shared by two speakers of a file, by models, or by voices that are only similar', async () => {
    await labelled(await file(), [ADA]);
    expect(await labelled(await file(), [ADA, later(ADA)])).toEqual(['SPEAKER_00', 'SPEAKER_01']);
    expect(await labelled(await file(), [ADA], 'other')).toEqual(['SPEAKER_02']);
    // A cosine of 0.55.
    expect(await labelled(await file(), [[0.55, 0, -0.835]])).toEqual(['SPEAKER_03']);
  });
});

describe('the name of a voice', () => {
  it('is that of the last file in which it was given, and leads to the files that show it', async () => {
    const [one, other, third] = [await file(), await file(), await file()];
    for (const id of [one, other, third]) await labelled(id, [ADA]);
    const account_id = store.accountId;
    const name = (id: string, names: Record<string, string>, now: number) =>
      store.db.transaction().execute((trx) => nameVoices(trx, { id, account_id }, names, now));
    expect((await name(one, { SPEAKER_00: 'Ada' }, 2)).sort()).toEqual([other, third].sort());
    expect(await name(one, { SPEAKER_00: 'Ada', SPEAKER_09: 'Nobody' }, 3)).toEqual([]);
    const named = (id: string) => namesFromOthers(store.db, { id, account_id });
    expect(await named(third)).toEqual({ SPEAKER_00: 'Ada' });
    expect(await named(one)).toEqual({});
    await name(other, { SPEAKER_00: 'Ada Berg' }, 4);
    expect(await named(third)).toEqual({ SPEAKER_00: 'Ada Berg' });
    // It stays when the file is analysed again.
    await labelled(other, [later(ADA)]);
    expect(await named(third)).toEqual({ SPEAKER_00: 'Ada Berg' });
  });
});
