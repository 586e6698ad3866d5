import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { FaceDetectJob } from '../../../../src/contract/index.ts';
import { requeueUnfinished } from '../../../../src/service/jobs/reconciler.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { facesFilm, haveFaces, itWithFaces as it } from './photographs.ts';

/** A box that no detector returns: a face with it was not detected again. */
const MARK = { left: 0.111, top: 0.222, width: 0.333, height: 0.444 };
const FRAMES = { strategy: 'uniform', uniform_config: { frames_per_second: 1, max_width: 64 } };

let service: TestService;
let whole: FaceDetectJob;
beforeAll(async () => {
  service = await openTestService();
  if (!haveFaces) return;
  const { id } = (await service.upload(await facesFilm(['sample1.jpg', 'sample3.jpg']), 'film.mp4')).body;
  const url = `vau://files/${id}`;
  const sent = await service.call('POST', '/face-detect', { url, frame_extraction_config: FRAMES });
  await service.drain();
  whole = await read((sent.body as unknown as FaceDetectJob).face_detection_id);
});
afterAll(() => service.close());

async function read(id: string): Promise<FaceDetectJob> {
  return (await service.call('GET', `/face-detect/${id}?limit=100`)).body as unknown as FaceDetectJob;
}

/** Leaves the detection as a dying worker does, after writing this many faces. */
async function die(faces: number): Promise<void> {
  const { db } = service.context;
  const id = whole.face_detection_id;
  const state = { status: 'processing' as const, total_faces: null };
  await db.updateTable('face_detections').set(state).where('id', '=', id).execute();
  await db.deleteFrom('faces').where('face_detection_id', '=', id).where('position', '>=', faces).execute();
  await db
    .updateTable('faces')
    .set({ box: JSON.stringify(MARK) })
    .where('face_detection_id', '=', id)
    .where('position', '=', 0)
    .execute();
}

describe('a face detection whose worker died', () => {
  it('resumes after the last written frame, with the same tracks', async () => {
    expect(whole.data?.total).toBe(4 * 3);
    // One of two frames of the first picture; its three people appear in one more.
    await die(3);
    await requeueUnfinished(service.context);
    await service.drain();
    const again = await read(whole.face_detection_id);
    expect(again).toMatchObject({ status: 'completed', data: { total: 12 } });
    const faces = again.data?.faces ?? [];
    expect(faces[0]?.face_bounding_box).toEqual(MARK);
    expect(faces.map(({ timestamp }) => timestamp)).toEqual(
      whole.data?.faces.map(({ timestamp }) => timestamp),
    );
    expect(faces.map(({ frame_id }) => frame_id)).toEqual(whole.data?.faces.map(({ frame_id }) => frame_id));
    const people = new Set(faces.slice(0, 6).map(({ track_id }) => track_id));
    expect(people).toEqual(new Set(whole.data?.faces.slice(0, 3).map(({ track_id }) => track_id)));
    expect(people.size).toBe(3);
  });

  it('that had written everything has nothing more to do', async () => {
    await die(12);
    await requeueUnfinished(service.context);
    await service.drain();
    const again = await read(whole.face_detection_id);
    expect(again).toMatchObject({ status: 'completed', data: { total: 12 } });
    expect(again.data?.faces[0]?.face_bounding_box).toEqual(MARK);
  });
});
