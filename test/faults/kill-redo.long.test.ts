import { expect } from 'vitest';
import { until } from '../service/jobs/support.ts';
import { addLargeCollection } from '../service/resources/deletions/bulk.ts';
import { needs } from '../support/programs.ts';
import { openSiege } from './support/siege.ts';

const MANY = 4_000;

const { store, call, start, kill } = await openSiege();

needs('ffmpeg')(
  'a redo of a collection that is killed in the middle is finished by the next service: each file is started once',
  { timeout: 600_000 },
  async () => {
    const { db } = store;
    const { account_id } = await db.selectFrom('tokens').select('account_id').executeTakeFirstOrThrow();
    const collection = await addLargeCollection(db, account_id, MANY);
    // Nothing here is made from speech, so that no file is processed.
    const type = { collection_type: 'metadata' };
    await db.updateTable('collections').set(type).where('id', '=', collection).execute();
    await start();
    const { redo_id } = await call('POST', `/collections/${collection}/redo`, {
      modalities: ['speech'],
      scope: 'all',
    });
    const started = async () => {
      const rows = await db.selectFrom('files').select('id').where('heard', '>', 0).execute();
      return rows.length;
    };
    await until(async () => (await started()) > 0, 'the first piece');
    await kill(true);
    expect(await started()).toBeLessThan(MANY);
    await start();
    const shown = () => call('GET', `/redos/${redo_id}`);
    await until(async () => (await shown()).status === 'completed', 'the end of the redo', 240_000);
    expect(await shown()).toMatchObject({ files_total: MANY, files_completed: MANY, files_failed: 0 });
    const more = await db.selectFrom('files').select('id').where('heard', '<>', 1).execute();
    expect(more).toEqual([]);
  },
);
