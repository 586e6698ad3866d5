import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { FaceDetectJob } from '../../../../src/contract/index.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { facesFilm, haveFaces, itWithFaces as it } from './photographs.ts';

/** A box that no detector returns: a face with it was copied from the detection where the test wrote it. */
const MARK = { left: 0.111, top: 0.222, width: 0.333, height: 0.444 };

let service: TestService;
let bytes: Buffer;
let first: FaceDetectJob;
beforeAll(async () => {
  service = await openTestService();
  if (!haveFaces) return;
  bytes = await facesFilm(['sample1.jpg']);
  first = await detect(await upload());
  await service.context.db
    .updateTable('faces')
    .set({ box: JSON.stringify(MARK) })
    .where('face_detection_id', '=', first.face_detection_id)
    .where('position', '=', 0)
    .execute();
});
afterAll(() => service.close());

async function upload(content: Buffer = bytes): Promise<string> {
  const { body } = await service.upload(content, 'film.mp4');
  await service.drain();
  return body.id;
}

async function detect(file: string, frames: object = {}): Promise<FaceDetectJob> {
  const sent = await service.call('POST', '/face-detect', {
    url: `vau://files/${file}`,
    frame_extraction_config: { strategy: 'uniform', ...frames },
  });
  await service.drain();
  const { face_detection_id: id } = sent.body as unknown as FaceDetectJob;
  return (await service.call('GET', `/face-detect/${id}?limit=100`)).body as unknown as FaceDetectJob;
}

const boxes = ({ data }: FaceDetectJob) => data?.faces.map((face) => face.face_bounding_box);

describe('the faces of a content', () => {
  it('are detected once: another file with the same content gets them, in its own frames and tracks', async () => {
    const copy = await detect(await upload());
    expect(copy.status).toBe('completed');
    expect(copy.data?.total).toBe(first.data?.total);
    expect(boxes(copy)?.[0]).toEqual(MARK);
    expect(boxes(copy)?.slice(1)).toEqual(boxes(first)?.slice(1));
    const frames = await service.call('GET', `/frames/${copy.frame_extraction_id}?limit=50`);
    const own = (frames.body.data as unknown as { frames: { id: string; timestamp: number }[] }).frames;
    for (const { frame_id, timestamp } of copy.data?.faces ?? [])
      expect(own).toContainEqual(expect.objectContaining({ id: frame_id, timestamp }));
    const tracks = (job: FaceDetectJob) => new Set(job.data?.faces.map((face) => face.track_id));
    expect(tracks(copy).size).toBe(tracks(first).size);
    expect([...tracks(copy)].some((track) => tracks(first).has(track))).toBe(false);
  });

  it('are copied whatever the width of the frames, and detected again at another rate', async () => {
    const file = await upload();
    const narrow = { uniform_config: { frames_per_second: 1, max_width: 64 } };
    expect(boxes(await detect(file, narrow))?.[0]).toEqual(MARK);
    const slow = { uniform_config: { frames_per_second: 0.5 } };
    const other = await detect(file, slow);
    expect(other.data?.total).toBeGreaterThan(0);
    expect(boxes(other)).not.toContainEqual(MARK);
  });

  it('stay with their pictures when the file they came from is deleted', async () => {
    const kept = await detect(await upload());
    await service.call('DELETE', `/files/${first.file_id}`);
    await service.drain();
    const url = `/face-detect/${kept.face_detection_id}?limit=100`;
    const { data } = (await service.call('GET', url)).body as unknown as FaceDetectJob;
    expect(data?.total).toBe(first.data?.total);
    for (const { thumbnail_url } of data?.faces ?? [])
      expect((await service.app.request(thumbnail_url ?? '')).status).toBe(200);
  });

  it('of another content are detected', async () => {
    const other = await detect(await upload(await facesFilm(['sample3.jpg'], 1)));
    expect(other.data?.total).toBeGreaterThan(0);
    expect(boxes(other)).not.toContainEqual(MARK);
  });
});
