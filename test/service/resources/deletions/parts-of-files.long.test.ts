import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localAccount } from '../../../../src/service/accounts/accounts.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { loseJobs } from '../../../support/store.ts';
import {
  addCollection,
  addLongDetection,
  addLongExtraction,
  addLongFile,
  rowsNaming,
  strayTerms,
} from './bulk.ts';

/** More than one transaction of the job deletes. */
const MANY = 450;

let service: TestService;
let account: string;
beforeAll(async () => {
  service = await openTestService();
  account = await localAccount(service.context.db, 1);
});
afterAll(() => service.close());

const named = (column: string, id: string) => rowsNaming(service.context.db, column, id);
const get = (where: string) => service.call('GET', where);
const total = async (where: string) => (await get(where)).body.total;
const deleted = async (where: string) => expect((await service.call('DELETE', where)).status).toBe(200);

/** Takes the job that deletes the rows of a removed collection file out of the queue. Returns what puts it back. */
async function withoutRemoval(): Promise<() => Promise<void>> {
  const { db, queue } = service.context;
  const [job] = await loseJobs(
    service.context,
    ({ kind, payload }) => kind === 'deletion.finish' && payload.includes('"collection_files"'),
  );
  if (!job) throw new Error('no such job');
  return () =>
    db
      .transaction()
      .execute(async (trx) => void (await queue.enqueue(trx, 'deletion.finish', JSON.parse(job.payload))));
}

describe('[DEL-2] deleting a segmentation', () => {
  it('hides it and all that is on its segments at once, and deletes the rows in pieces', async () => {
    const { db } = service.context;
    const { file, collection, segmentation } = await addLongFile(db, account, MANY);
    const segment = `${file.slice(0, 24)}000000000001`;
    await service.call('DELETE', `/collections/${collection}/videos/${file}`);
    const describes = { id: 'd', account_id: account, file_id: file, url: 'u', status: 'completed' as const };
    await db
      .insertInto('describes')
      .values({ ...describes, kind: 'describe', config: '{}', created_at: 1, segmentation_id: segmentation })
      .execute();
    const { id: share } = (await service.call('POST', '/share', { file_id: file, file_segment_id: segment }))
      .body;
    await deleted(`/segmentations/${segmentation}`);
    expect(await named('segmentation_id', segmentation)).toMatchObject({ segments: MANY, thumbnails: MANY });
    const seen = async () => [
      (await get(`/segmentations/${segmentation}`)).status,
      (await get(`/segmentations/${segmentation}/thumbnails`)).status,
      (await get(`/files/${file}/segments/${segment}`)).status,
      (await get(`/files/${file}/segments/${segment}/tags`)).status,
      (await get(`/tags/${segment}`)).status,
      (await get(`/share/${share}`)).status,
      (await service.call('DELETE', `/segmentations/${segmentation}`)).status,
      await total(`/files/${file}/segmentations`),
      await total(`/files/${file}/segments`),
      await total(`/files/${file}/thumbnails`),
      await total(`/files/${file}/tags`),
      await total('/share'),
      (await get('/describe/d')).body.segmentation_id,
    ];
    const gone = [...Array(7).fill(404), ...Array(5).fill(0), undefined];
    expect(await seen()).toEqual(gone);
    await service.drain();
    expect(await seen()).toEqual(gone);
    expect(await named('segmentation_id', segmentation)).toEqual({});
    expect(await named('id', segmentation)).toEqual({});
    expect((await get(`/files/${file}`)).status).toBe(200);
  });

  it('is refused while a collection uses it, but not while the file is being removed from there', async () => {
    const { file, collection, segmentation } = await addLongFile(service.context.db, account, 3);
    const refused = await service.call('DELETE', `/segmentations/${segmentation}`);
    expect(refused.status).toBe(409);
    await deleted(`/collections/${collection}/videos/${file}`);
    await deleted(`/segmentations/${segmentation}`);
    await service.drain();
    expect(await named('segmentation_id', segmentation)).toEqual({});
  });
});

describe('[DEL-2] deleting frames and faces', () => {
  it('hides a frame extraction at once; the same one can be made again meanwhile', async () => {
    const { db } = service.context;
    const { file } = await addLongFile(db, account, 1);
    const id = await addLongExtraction(db, account, file, MANY);
    const { detection } = await addLongDetection(db, account, { file, extraction: id }, 1);
    const { config } = await db
      .updateTable('frame_extractions')
      .set({ config: SAME })
      .where('id', '=', id)
      .returning('config')
      .executeTakeFirstOrThrow();
    await deleted(`/frames/${id}`);
    expect(await named('frame_extraction_id', id)).toEqual({ thumbnails: MANY });
    const again = await service.call('POST', `/files/${file}/frames`, JSON.parse(config));
    const other: string = again.body.frame_extraction_id;
    expect(other).not.toBe(id);
    const seen = async () => [
      (await get(`/frames/${id}`)).status,
      (await get(`/files/${file}/frames`)).body.data.map(
        (one: { frame_extraction_id: string }) => one.frame_extraction_id,
      ),
      await total(`/files/${file}/thumbnails?type=frame`),
      (await get(`/face-detect/${detection}`)).body.frame_extraction_id,
    ];
    expect(await seen()).toEqual([404, [other], 0, undefined]);
    await service.drain();
    expect(await seen()).toEqual([404, [other], 0, undefined]);
    expect(await named('frame_extraction_id', id)).toEqual({});
    expect(await named('id', id)).toEqual({});
  });

  it('hides a face detection and a match at once', async () => {
    const { db } = service.context;
    const { file } = await addLongFile(db, account, 1);
    const extraction = await addLongExtraction(db, account, file, 1);
    const { detection, match } = await addLongDetection(db, account, { file, extraction }, MANY);
    await deleted(`/face-detect/${detection}`);
    expect(await named('face_detection_id', detection)).toEqual({ faces: MANY });
    const found = async () => {
      const { face_detection_id, data } = (await get(`/face-match/${match}`)).body;
      return [
        (await get(`/face-detect/${detection}`)).status,
        face_detection_id,
        data.faces_matches[0]?.thumbnail_url,
      ];
    };
    expect(await found()).toEqual([404, undefined, undefined]);
    await service.drain();
    expect(await found()).toEqual([404, undefined, undefined]);
    expect(await named('face_detection_id', detection)).toEqual({});
    await deleted(`/face-match/${match}`);
    expect(await named('face_match_id', match)).toEqual({ matched_faces: MANY });
    expect((await get(`/face-match/${match}`)).status).toBe(404);
    await service.drain();
    expect(await named('face_match_id', match)).toEqual({});
  });
});

/** A configuration as it is stored. */
const SAME = JSON.stringify({
  strategy: 'uniform',
  uniform_config: { frames_per_second: 1, max_width: 640 },
});

describe('[DEL-2] removing a file from a collection', () => {
  const search = async (collection: string) => {
    const body = { scope: 'segment', query: 'ferry', collections: [collection] };
    return (await service.call('POST', '/search', body)).body.results;
  };

  it('hides it and its words at once, and deletes the rows in pieces, with one event', async () => {
    const { db } = service.context;
    const { file, collection } = await addLongFile(db, account, MANY);
    const other = await addCollection(db, account, 'other');
    const where = `/collections/${collection}/videos/${file}`;
    const row = { collection_id: other, file_id: file, account_id: account, added_at: 1 };
    await db
      .insertInto('collection_files')
      .values({ ...row, status: 'completed' })
      .execute();
    expect(await search(collection)).not.toEqual([]);
    await deleted(where);
    expect(await named('collection_id', collection)).toMatchObject({ documents: MANY, modality_lines: MANY });
    const seen = async () => [
      (await get(where)).status,
      (await get(`${where}/media-descriptions`)).status,
      await total(`/collections/${collection}/videos`),
      (await get(`/collections/${collection}`)).body.file_count,
      await search(collection),
      (await service.call('DELETE', where)).status,
      (await get(`/collections/${other}/videos/${file}`)).status,
    ];
    const gone = [404, 404, 0, 0, [], 404, 200];
    expect(await seen()).toEqual(gone);
    await service.drain();
    expect(await seen()).toEqual(gone);
    expect(await named('collection_id', collection)).toEqual({});
    expect(await strayTerms(db)).toBe(0);
    const events = await db
      .selectFrom('events')
      .select('payload')
      .where('event_type', '=', 'collection.file.job.deleted')
      .where('payload', 'like', `%"collection_id":"${collection}"%`)
      .execute();
    expect(events).toHaveLength(1);
  });

  it('lets it be added again at once: the old rows stay hidden, and go before the new ones are made', async () => {
    const { db } = service.context;
    const { file, collection, segmentation } = await addLongFile(db, account, MANY);
    const where = `/collections/${collection}/videos/${file}`;
    const ended = { status: 'completed' as const, media_type: 'audio' as const };
    await db.updateTable('files').set(ended).where('id', '=', file).execute();
    await deleted(where);
    const body = { file_id: file, segmentation_id: segmentation };
    const again = await service.call('POST', `/collections/${collection}/media`, body);
    expect([again.status, again.body.status]).toEqual([200, 'pending']);
    expect(await named('collection_id', collection)).toMatchObject({ documents: MANY });
    expect((await get(where)).body.status).toBe('pending');
    expect(await search(collection)).toEqual([]);
    expect((await get(`${where}/media-descriptions`)).body.speech ?? []).toEqual([]);
    const putBack = await withoutRemoval();
    await expect(service.drain()).rejects.toThrow('waits for something that never ends');
    expect((await get(where)).body.status).toBe('pending');
    expect(await named('collection_id', collection)).toMatchObject({ documents: MANY });
    await putBack();
    await service.drain();
    expect((await get(where)).status).toBe(200);
    expect(await named('collection_id', collection)).not.toHaveProperty('documents');
    expect(await db.selectFrom('deletions').selectAll().execute()).toEqual([]);
    expect((await get(where)).body.status).not.toBe('pending');
    // A job that was killed before it could say that it had ended runs once more.
    const left = { table: 'collection_files', id: `${collection} ${file}` } as const;
    await db.transaction().execute((trx) => service.context.queue.enqueue(trx, 'deletion.finish', left));
    await service.drain();
    expect((await get(where)).status).toBe(200);
  });

  it('and removed again, and again', async () => {
    const { db } = service.context;
    const { file, collection } = await addLongFile(db, account, 3);
    const where = `/collections/${collection}/videos/${file}`;
    await deleted(where);
    await service.call('POST', `/collections/${collection}/media`, { file_id: file });
    await deleted(where);
    expect((await get(where)).status).toBe(404);
    await service.drain();
    expect(await named('collection_id', collection)).toEqual({});
  });

  it('has no second event when its collection or its file is deleted meanwhile', async () => {
    const { db } = service.context;
    const sent = async (collection: string) =>
      (
        await db
          .selectFrom('events')
          .select('id')
          .where('event_type', '=', 'collection.file.job.deleted')
          .where('payload', 'like', `%"collection_id":"${collection}"%`)
          .execute()
      ).length;
    for (const next of ['collection', 'file'] as const) {
      const long = await addLongFile(db, account, 3);
      await deleted(`/collections/${long.collection}/videos/${long.file}`);
      const putBack = await withoutRemoval();
      await deleted(next === 'file' ? `/files/${long.file}` : `/collections/${long.collection}`);
      await service.drain();
      await putBack();
      await service.drain();
      expect(await sent(long.collection), next).toBe(1);
      expect(await db.selectFrom('deletions').selectAll().execute()).toEqual([]);
    }
  });
});
