import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { FaceMatchJob } from '../../../../src/contract/index.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { facePicture, facesFilm, haveFaces, itWithFaces as it } from './photographs.ts';

const MANY = 5_000;

let service: TestService;
let target: string;
beforeAll(async () => {
  service = await openTestService();
  if (!haveFaces) return;
  target = (await service.upload(await facesFilm(['sample1.jpg']), 'one.mp4')).body.uri;
  await service.drain();
});
afterAll(() => service.close());

async function match(photo: number, face: number, max_faces: number): Promise<FaceMatchJob> {
  const base64_image = (await facePicture(photo, face)).toString('base64');
  const body = { source_image: { base64_image }, target_video_url: target, max_faces };
  const sent = await service.call('POST', '/face-match', body);
  await service.drain();
  const { face_match_id: id } = sent.body as unknown as FaceMatchJob;
  return (await service.call('GET', `/face-match/${id}?limit=100`)).body as unknown as FaceMatchJob;
}

/** Copies the first face found this many times: each in its own track, at a later second. */
async function multiply(detection: string): Promise<void> {
  const { db } = service.context;
  const rows = await db.selectFrom('faces').selectAll().where('face_detection_id', '=', detection).execute();
  const copies = Array.from({ length: MANY }, (_, index) => {
    const face = rows[index % rows.length];
    if (!face) throw new Error('no face was found to multiply');
    const position = rows.length + index;
    return { ...face, id: randomUUID(), track_id: randomUUID(), position, time: 10 + index };
  });
  for (let at = 0; at < MANY; at += 500)
    await db
      .insertInto('faces')
      .values(copies.slice(at, at + 500))
      .execute();
}

describe('a match among thousands of faces', () => {
  it('[FACE-5] ranks all of them, best first, and returns as many as requested', async () => {
    const few = await match(0, 0, 4000);
    const [best] = few.data?.faces_matches ?? [];
    await multiply(few.face_detection_id ?? '');
    const many = await match(0, 0, 4000);
    // A third of the faces in the photograph are this person's.
    expect(many.data?.total).toBeGreaterThan(MANY / 3 - 10);
    expect(many.data?.total).toBeLessThan(MANY / 3 + 10);
    const found = many.data?.faces_matches ?? [];
    expect(found[0]?.similarity).toBeGreaterThanOrEqual(best?.similarity ?? 100);
    const similarities = found.map(({ similarity }) => similarity);
    expect(similarities).toEqual([...similarities].sort((one, other) => other - one));
    expect((await match(0, 0, 7)).data?.faces_matches.map(({ id }) => id).length).toBe(7);
  });
});
