import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { FaceDetectJob } from '../../../../src/contract/index.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import {
  boxesInFilm,
  boxesInPhotograph,
  FILM,
  facesFilm,
  haveFaces,
  itWithFaces as it,
  overlapOf,
  photograph,
  photographs,
} from './photographs.ts';

let service: TestService;
let film: string;
let job: FaceDetectJob;
beforeAll(async () => {
  service = await openTestService();
  if (!haveFaces) return;
  film = (await service.upload(await facesFilm(), 'faces.mp4')).body.id;
  await service.drain();
  const sent = await service.call('POST', '/face-detect', { url: `vau://files/${film}` });
  await service.drain();
  job = await detection((sent.body as unknown as FaceDetectJob).face_detection_id);
});
afterAll(() => service.close());

async function detection(id: string, query = 'limit=100'): Promise<FaceDetectJob> {
  return (await service.call('GET', `/face-detect/${id}?${query}`)).body as unknown as FaceDetectJob;
}

const facesAt = (photo: number) =>
  job.data?.faces.filter(({ timestamp }) => timestamp === photo * FILM.secondsEach) ?? [];

describe('a face detection', () => {
  it('[FACE-1] has its faces only once it is completed, each with box, frame, time and picture', async () => {
    const sent = await service.call('POST', '/face-detect', {
      url: `vau://files/${film}`,
      frame_extraction_config: { strategy: 'uniform', end_time_seconds: 1 },
    });
    const pending = sent.body as unknown as FaceDetectJob;
    expect(pending).toMatchObject({ status: 'pending', file_id: film });
    expect(pending.data).toBeUndefined();
    await service.drain();
    const done = await detection(pending.face_detection_id);
    expect(done).toMatchObject({ status: 'completed', frame_extraction_id: pending.frame_extraction_id });
    expect(done.data).toMatchObject({ object: 'list', total: 3, limit: 100, offset: 0 });
    const frames = await service.call('GET', `/frames/${done.frame_extraction_id}`);
    const [frame] = (frames.body.data as unknown as { frames: { id: string }[] }).frames;
    for (const face of done.data?.faces ?? []) {
      expect(face).toMatchObject({ frame_id: frame?.id, timestamp: 0 });
      const picture = await service.app.request(face.thumbnail_url ?? '');
      expect(picture.headers.get('content-type')).toBe('image/jpeg');
      expect(Buffer.from(await picture.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    }
  });

  it('[FACE-4] finds at least 21 of 22 real faces in a film, each in its place, and nothing else', () => {
    const found = photographs.map((_, photo) =>
      boxesInFilm(photo).map((truth) =>
        Math.max(0, ...facesAt(photo).map(({ face_bounding_box: box }) => overlapOf(box, truth))),
      ),
    );
    expect(found.flat()).toHaveLength(22);
    expect(found.flat().filter((overlap) => overlap >= 0.5).length).toBeGreaterThanOrEqual(21);
    for (const [photo] of photographs.entries())
      for (const { face_bounding_box: box } of facesAt(photo))
        expect(Math.max(...boxesInFilm(photo).map((truth) => overlapOf(box, truth)))).toBeGreaterThan(0.5);
  });

  it('[FACE-4] finds the faces of a photograph too, as fractions between 0 and 1', async () => {
    const image = (await service.upload(await photograph(4), 'stairs.jpg')).body.id;
    const sent = await service.call('POST', '/face-detect', { url: `vau://files/${image}` });
    await service.drain();
    const done = await detection((sent.body as unknown as FaceDetectJob).face_detection_id);
    expect(done.data?.total).toBe(5);
    for (const truth of boxesInPhotograph(4)) {
      const boxes = done.data?.faces.map(({ face_bounding_box: box }) => box) ?? [];
      expect(Math.max(...boxes.map((box) => overlapOf(box, truth)))).toBeGreaterThan(0.5);
      for (const { left, top, width, height } of boxes) {
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1);
      }
    }
  });

  it('links a face that stays to one track, and distinguishes people', () => {
    const tracks = new Map<string, number[]>();
    for (const { track_id = '', timestamp } of job.data?.faces ?? [])
      tracks.set(track_id, [...(tracks.get(track_id) ?? []), timestamp]);
    expect(tracks.size).toBe(22);
    for (const times of tracks.values()) expect(times).toHaveLength(FILM.secondsEach);
  });

  it('[FACE-3] pages by limit 1 to 100 and offset 0 or more, and names invalid values', async () => {
    const first = await detection(job.face_detection_id, 'limit=5');
    const second = await detection(job.face_detection_id, 'limit=5&offset=5');
    expect(first.data).toMatchObject({ total: 44, limit: 5, offset: 0 });
    const ids = [first, second].flatMap(({ data }) => data?.faces.map(({ id }) => id) ?? []);
    expect(ids).toEqual(job.data?.faces.slice(0, 10).map(({ id }) => id));
    for (const query of ['limit=0', 'limit=101', 'offset=-1', 'limit=x']) {
      const answer = await service.call('GET', `/face-detect/${job.face_detection_id}?${query}`);
      expect([answer.status, answer.body.error]).toEqual([
        400,
        expect.stringContaining(query.split('=')[0] ?? ''),
      ]);
    }
  });

  it('is listed with its total, under the list name of the API', async () => {
    const listed = await service.call('GET', '/face-detect?status=completed&limit=100');
    expect(listed.body.data).toContainEqual(
      expect.objectContaining({ job_id: job.face_detection_id, total_faces: 44, file_id: film }),
    );
    expect((await service.call('GET', '/face-detect?status=failed')).body.total).toBe(0);
  });
});
