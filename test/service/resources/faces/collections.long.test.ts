import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { FaceDetectJob, FaceMatchJob, FileFaces } from '../../../../src/contract/index.ts';
import { makeAudio } from '../../../support/film.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { FILM, facePicture, facesFilm, haveFaces, itWithFaces as it } from './photographs.ts';

let service: TestService;
let film: string;
beforeAll(async () => {
  service = await openTestService();
  if (!haveFaces) return;
  film = (await service.upload(await facesFilm(['sample1.jpg']), 'three.mp4')).body.id;
  await service.drain();
});
afterAll(() => service.close());

let made = 0;
async function collection(more: object = {}, collection_type = 'face-analysis') {
  made += 1;
  return service.call('POST', '/collections', { name: `people ${made}`, collection_type, ...more });
}

async function member(id: string, file = film) {
  await service.call('POST', `/collections/${id}/media`, { file_id: file });
  await service.drain();
  return (await service.call('GET', `/collections/${id}/videos/${file}`)).body;
}

const facesOf = async (id: string, query = '') => {
  const answer = await service.call('GET', `/collections/${id}/videos/${film}/face-detections${query}`);
  return { status: answer.status, error: answer.body.error, ...(JSON.parse(answer.text) as FileFaces) };
};

const atTwo = { strategy: 'uniform', uniform_config: { frames_per_second: 2 } };

describe('a face-analysis collection', () => {
  it('[SHAPE-1] finds the faces of its files as configured, and lists them page by page', async () => {
    const { id } = (await collection({ face_detection_config: { frame_extraction_config: atTwo } })).body;
    const shown = await member(id);
    expect(shown).toMatchObject({ status: 'completed', file_id: film });
    expect(shown.searchable_status).toBeUndefined();
    const all = await facesOf(id, '?limit=100');
    expect(all.total).toBe(2 * FILM.secondsEach * 3);
    expect(all.faces[0]).toMatchObject({
      face_bounding_box: { left: expect.any(Number) },
      timestamp: 0,
      thumbnail_url: expect.stringContaining('/m/'),
    });
    const page = await facesOf(id, '?limit=2&offset=4');
    expect(page).toEqual({
      status: 200,
      collection_id: id,
      file_id: film,
      faces: all.faces.slice(4, 6),
      total: all.total,
      limit: 2,
      offset: 4,
    });
  });

  it('reuses what is known about a file: a second collection costs nothing', async () => {
    const ids = [(await collection()).body.id, (await collection()).body.id];
    for (const id of ids) expect((await member(id)).status).toBe('completed');
    const [one, two] = await Promise.all(ids.map((id) => facesOf(id)));
    expect(one?.faces.map(({ id }) => id)).toEqual(two?.faces.map(({ id }) => id));
    expect(one?.total).toBe(FILM.secondsEach * 3);
    const jobs = (await service.call('GET', '/face-detect')).body.data as unknown as { job_id: string }[];
    expect((await service.call('DELETE', `/face-detect/${jobs[0]?.job_id}`)).status).toBe(409);
  });

  it('refuses another type of collection, audio, and an invalid configuration', async () => {
    const { id } = (await collection({}, 'metadata')).body;
    await service.call('POST', `/collections/${id}/media`, { file_id: film });
    const other = await facesOf(id);
    expect([other.status, other.error]).toEqual([400, expect.stringMatching(/metadata.*face-analysis/)]);
    const faces = (await collection()).body.id;
    const sound = (await service.upload(await makeAudio(1), 'one.wav')).body.id;
    expect(await member(faces, sound)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/audio/),
    });
    const wrong = { strategy: 'uniform', uniform_config: { frames_per_second: 99 } };
    const refused = await collection({ face_detection_config: { frame_extraction_config: wrong } });
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('frames_per_second')]);
  });
});

const TABLES = [
  'frame_extractions',
  'thumbnails',
  'face_detections',
  'faces',
  'face_matches',
  'matched_faces',
] as const;

async function rows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES)
    counts[table] = (await service.context.db.selectFrom(table).select('id').execute()).length;
  return counts;
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['files', 'frames', 'faces', 'face-matches', 'segmentations'])
    for await (const key of service.context.objects.list(folder)) found.push(key);
  return found.sort();
}

/** Uploads a film with one photograph, and looks for one of its faces in it. */
async function matchInNewFilm(): Promise<FaceMatchJob & { file: string }> {
  const file = (await service.upload(await facesFilm(['sample2.jpg']), 'one.mp4')).body.id;
  const base64_image = (await facePicture(1, 2)).toString('base64');
  const body = { source_image: { base64_image }, target_video_url: `vau://files/${file}` };
  const sent = await service.call('POST', '/face-match', body);
  await service.drain();
  return { ...(sent.body as unknown as FaceMatchJob), file };
}

describe('deleting', () => {
  it('a file takes its frames, faces, descriptors, matches and their pictures with it', async () => {
    const before = { rows: await rows(), keys: await keys() };
    const { file, face_match_id } = await matchInNewFilm();
    const match = (await service.call('GET', `/face-match/${face_match_id}`)).body as unknown as FaceMatchJob;
    expect(match.data?.total).toBeGreaterThan(0);
    const between = await rows();
    for (const table of TABLES) expect(between[table]).toBeGreaterThan(before.rows[table] ?? 0);
    expect((await keys()).filter((key) => key.startsWith('face-matches/'))).toEqual([]);
    await service.call('DELETE', `/files/${file}`);
    await service.drain();
    expect({ rows: await rows(), keys: await keys() }).toEqual(before);
    expect((await service.call('GET', `/face-match/${face_match_id}`)).status).toBe(404);
  });

  it('a detection leaves its matches, without their pictures; a match leaves the faces', async () => {
    const { file, face_match_id: id, face_detection_id } = await matchInNewFilm();
    expect((await service.call('DELETE', `/face-detect/${face_detection_id}`)).body).toEqual({
      id: face_detection_id,
    });
    await service.drain();
    expect((await keys()).filter((key) => key.startsWith(`faces/${face_detection_id}`))).toEqual([]);
    const match = (await service.call('GET', `/face-match/${id}`)).body as unknown as FaceMatchJob;
    expect(match.data?.total).toBeGreaterThan(0);
    expect(match.data?.faces_matches[0]?.thumbnail_url).toBeUndefined();
    expect(match.face_detection_id).toBeUndefined();
    expect((await service.call('DELETE', `/face-match/${id}`)).body).toEqual({
      face_match_id: id,
      object: 'face_match',
    });
    expect((await service.call('GET', `/face-match/${id}`)).status).toBe(404);
    await service.call('DELETE', `/files/${file}`);
    await service.drain();
  });

  it('the frames fails the detection that waits for them, with the reason', async () => {
    const sent = await service.call('POST', '/face-detect', {
      url: `vau://files/${film}`,
      frame_extraction_config: { strategy: 'uniform', uniform_config: { frames_per_second: 0.5 } },
    });
    const { face_detection_id: id, frame_extraction_id } = sent.body as unknown as FaceDetectJob;
    await service.call('DELETE', `/frames/${frame_extraction_id}`);
    await service.drain();
    const done = (await service.call('GET', `/face-detect/${id}`)).body;
    expect(done).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/frame extraction was deleted/),
    });
  });
});
