/** A name given to a voice reaches its other files by a job. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nameUnnamed } from '../../../../src/service/resources/files/hearing/change.ts';
import { nameVoices } from '../../../../src/service/understanding/modalities/speakers/names.ts';
import { bytesOf } from '../../../../src/service/understanding/modalities/speakers/voices.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addFile } from '../../store/support.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

it('is shown by the job of the next sweep if that was given up: in each other file once, piece by piece', async () => {
  const { db } = service.context;
  const { id: account_id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const ids: string[] = [];
  for (let count = 0; count < 60; count += 1) ids.push(await addFile(db, account_id));
  const vector = bytesOf(Float32Array.from([1, 0]));
  const rows = ids.map((file_id, at) => ({
    // The last file has another voice.
    file_id,
    model: 'tiny',
    speaker: 0,
    account_id,
    label: at === ids.length - 1 ? 1 : 0,
    name: null,
    named_at: null,
    vector,
  }));
  await db.insertInto('voices').values(rows).execute();
  const [first = ''] = ids;
  await db
    .transaction()
    .execute((trx) => nameVoices(trx, { id: first, account_id }, { SPEAKER_00: 'Ada' }, 1));
  const heard = async () => {
    const files = await db.selectFrom('files').select(['id', 'heard']).execute();
    return ids.map((id) => files.find((one) => one.id === id)?.heard);
  };
  expect(new Set(await heard())).toEqual(new Set([0]));
  await nameUnnamed(service.context, 0);
  await service.drain();
  expect(await heard()).toEqual(ids.map((_, at) => (at === 0 || at === ids.length - 1 ? 0 : 1)));
  expect(await db.selectFrom('voice_namings').selectAll().execute()).toEqual([]);
});
