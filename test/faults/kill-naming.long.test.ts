import { expect } from 'vitest';
import { bytesOf } from '../../src/service/understanding/modalities/speakers/voices.ts';
import { until } from '../service/jobs/support.ts';
import { addLargeCollection } from '../service/resources/deletions/bulk.ts';
import { needs } from '../support/programs.ts';
import { openSiege } from './support/siege.ts';

const MANY = 4_000;

const { store, call, start, kill } = await openSiege();

needs('ffmpeg')(
  'a name that a voice of thousands of files is given is answered at once, and shown in each of them once, through a kill -9',
  { timeout: 600_000 },
  async () => {
    const { db } = store;
    const { account_id } = await db.selectFrom('tokens').select('account_id').executeTakeFirstOrThrow();
    const collection_id = await addLargeCollection(db, account_id, MANY);
    // Nothing here is made from speech, so that no file is processed.
    const type = { collection_type: 'metadata' };
    await db.updateTable('collections').set(type).where('id', '=', collection_id).execute();
    const files = await db.selectFrom('files').select('id').orderBy('id').execute();
    const vector = bytesOf(new Float32Array(256).fill(0.0625));
    for (let at = 0; at < files.length; at += 500) {
      const rows = files.slice(at, at + 500).map(({ id }) => ({
        file_id: id,
        model: 'tiny',
        speaker: 0,
        account_id,
        label: 0,
        name: null,
        named_at: null,
        vector,
      }));
      await db.insertInto('voices').values(rows).execute();
    }
    const file_id = files[MANY / 2]?.id ?? '';
    const own = { collection_id, file_id, modality: 'speech', account_id };
    const made = { provider: 'sherpa-onnx', settings: null, notes: '[]', error: null, doubtful: null };
    await db
      .insertInto('collection_file_modalities')
      .values({ ...own, ...made })
      .execute();
    const lines = db.updateTable('modality_lines').set({ speaker: 'SPEAKER_00' });
    await lines.where('file_id', '=', file_id).execute();
    await start();
    const named = async () => {
      const rows = await db.selectFrom('files').select('id').where('heard', '>', 0).execute();
      return rows.length;
    };
    await call('PUT', `/files/${file_id}`, { speakers: { SPEAKER_00: 'Ada' } });
    // The answer does not wait for all files of the voice to be started.
    expect(await named()).toBeLessThan(MANY);
    await until(async () => (await named()) > 1, 'the first piece');
    await kill(true);
    expect(await named()).toBeLessThan(MANY);
    await start();
    const left = () => db.selectFrom('voice_namings').selectAll().execute();
    await until(async () => (await left()).length === 0, 'the end', 240_000);
    const other = await db.selectFrom('files').select('id').where('heard', '<>', 1).execute();
    expect(other).toEqual([]);
  },
);
