/** Which label a voice has in the files of an account. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteDeletion } from '../../../../src/service/store/sql/deletions.ts';
import {
  labelsFor,
  nearVoices,
  toBase64,
} from '../../../../src/service/understanding/modalities/speakers/labels.ts';
import {
  filesToName,
  namesFromOthers,
  nameVoices,
  nextNaming,
} from '../../../../src/service/understanding/modalities/speakers/names.ts';
import {
  bytesOf,
  type Known,
  recognised,
  vectorIn,
} from '../../../../src/service/understanding/modalities/speakers/voices.ts';
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

  it('is that of a file that got it while this one was compared', async () => {
    const { db, accountId: account_id } = store;
    const [one, other] = [await file(), await file()];
    const heard = [{ speaker: 0, vector: toBase64(Float32Array.from(later(ADA))) }];
    const write = async (work: (trx: never) => Promise<Map<number, number>>) => {
      await labelled(one, [ADA]);
      return db.transaction().execute((trx) => work(trx as never));
    };
    const { labels } = await labelsFor(
      { db, write: write as never },
      { id: other, account_id },
      { model: 'tiny', heard },
    );
    expect([...labels.values()]).toEqual(['SPEAKER_00']);
  });

  it('is never shared by two speakers of a file, by models, or by voices that are only similar', async () => {
    await labelled(await file(), [ADA]);
    expect(await labelled(await file(), [ADA, later(ADA)])).toEqual(['SPEAKER_00', 'SPEAKER_01']);
    expect(await labelled(await file(), [ADA], 'other')).toEqual(['SPEAKER_02']);
    // A cosine of 0.55.
    expect(await labelled(await file(), [[0.55, 0, -0.835]])).toEqual(['SPEAKER_03']);
  });
});

/** The files that are to show names, as the job finds them: so many at once. */
async function shown(most: number): Promise<string[]> {
  const found: string[] = [];
  for (let naming = await nextNaming(store.db); naming; naming = await nextNaming(store.db)) {
    const one = naming;
    found.push(...(await store.db.transaction().execute((trx) => filesToName(trx, one, most))));
  }
  return found;
}

describe('the voices of an account', () => {
  it('are compared page by page: the nearest are found wherever they are, and no more are kept than can count', async () => {
    const dimension = 16;
    const account_id = store.accountId;
    const vector = (seed: number, like?: number): Float32Array =>
      Float32Array.from({ length: dimension }, (_, at) => {
        const own = Math.sin(1 + seed * 12.9898 + at * 78.233) * 43758.5453;
        return (own - Math.floor(own) - 0.5) * (like === undefined ? 1 : 0.05) + (at === like ? 1 : 0);
      });
    const home = await file();
    const rows = Array.from({ length: 2_300 }, (_, at) => ({
      file_id: home,
      model: 'tiny',
      speaker: at,
      account_id,
      label: at,
      name: null,
      named_at: null,
      // Voices 5, 999, 1000 and 2299 are alike, and lie on both sides of a page's end.
      vector: bytesOf(vector(at, [5, 999, 1000, 2299].includes(at) ? 3 : undefined)),
    }));
    for (let at = 0; at < rows.length; at += 100)
      await store.db
        .insertInto('voices')
        .values(rows.slice(at, at + 100))
        .execute();
    const heard = [0, 1].map((speaker) => ({ speaker, vector: vector(9_000 + speaker, 3) }));
    const scope = { accountId: account_id, model: 'tiny', same: 0.6, from: 0 };
    const near = await nearVoices(store.db, scope, heard);
    const all = [5, 999, 1000, 2299];
    expect(near.length).toBeGreaterThanOrEqual(2);
    expect(near.length).toBeLessThanOrEqual(4);
    expect(near.every(({ speaker }) => all.includes(speaker))).toBe(true);
    const known = () => rows.map(({ label, vector: bytes }) => ({ speaker: label, sum: vectorIn(bytes) }));
    const found = (among: Known[]) => recognised(heard, among, 0.6, () => -1);
    expect(found(near)).toEqual(found(known()));
    const last = await nearVoices(store.db, scope, [{ speaker: 0, vector: vector(2_298) }]);
    expect(last.map(({ speaker }) => speaker)).toContain(2_298);
  });
});

describe('the name of a voice', () => {
  it('that is given again while files are told of it is told to all of them', async () => {
    const files = [await file(), await file(), await file()].sort();
    const [one = '', two = '', three = ''] = files;
    for (const id of files) await labelled(id, [ADA]);
    const account_id = store.accountId;
    const name = (id: string, given: string, now: number) =>
      store.db
        .transaction()
        .execute((trx) => nameVoices(trx, { id, account_id }, { SPEAKER_00: given }, now));
    await name(one, 'Ada', 1);
    const naming = await nextNaming(store.db);
    if (!naming) throw new Error('no name is to be shown');
    expect(await store.db.transaction().execute((trx) => filesToName(trx, naming, 1))).toEqual([two]);
    await name(three, 'Ada Berg', 2);
    expect(await shown(2)).toEqual([one, two]);
  });

  it('is that of the last file in which it was given, and leads to the files that show it', async () => {
    const [one, other, third] = [await file(), await file(), await file()];
    for (const id of [one, other, third]) await labelled(id, [ADA]);
    const account_id = store.accountId;
    const name = (id: string, names: Record<string, string>, now: number) =>
      store.db.transaction().execute((trx) => nameVoices(trx, { id, account_id }, names, now));
    expect(await name(one, { SPEAKER_00: 'Ada' }, 2)).toBe(true);
    expect(await shown(1)).toEqual([other, third].sort());
    expect(await name(one, { SPEAKER_00: 'Ada', SPEAKER_09: 'Nobody' }, 3)).toBe(false);
    expect(await shown(1)).toEqual([]);
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
