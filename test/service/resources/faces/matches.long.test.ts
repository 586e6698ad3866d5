import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { FaceMatchJob } from '../../../../src/contract/index.ts';
import { makeImage } from '../../../support/film.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { namesIn } from '../../store/support.ts';
import {
  boxesInFilm,
  FILM,
  facePicture,
  facesFilm,
  haveFaces,
  itWithFaces as it,
  overlapOf,
  photographs,
} from './photographs.ts';
import { type PictureServer, servePictures } from './picture-server.ts';

let service: TestService;
let film: string;
let detection: string;
let pictures: PictureServer;
beforeAll(async () => {
  service = await openTestService({ allowPrivateAddresses: true });
  if (!haveFaces) return;
  film = (await service.upload(await facesFilm(), 'faces.mp4')).body.id;
  await service.drain();
  pictures = await servePictures(await facePicture(0, 0));
});
afterAll(async () => {
  pictures?.close();
  await service.close();
});

async function match(body: object): Promise<FaceMatchJob> {
  const sent = await service.call('POST', '/face-match', {
    target_video_url: `vau://files/${film}`,
    ...(detection === undefined ? {} : { face_detection_id: detection }),
    ...body,
  });
  expect([sent.status, sent.body.error]).toEqual([200, undefined]);
  await service.drain();
  const done = await read((sent.body as unknown as FaceMatchJob).face_match_id);
  detection ??= done.face_detection_id ?? '';
  return done;
}

async function read(id: string, query = 'limit=100'): Promise<FaceMatchJob> {
  return (await service.call('GET', `/face-match/${id}?${query}`)).body as unknown as FaceMatchJob;
}

const image = (bytes: Buffer) => ({ source_image: { base64_image: bytes.toString('base64') } });
const address = (where: string) => pictures.address(where);

/** Whether a face of the film is the one in that photograph. */
function isPerson(
  face: { timestamp: number; face_bounding_box: Parameters<typeof overlapOf>[0] },
  photo: number,
  person: number,
) {
  const truth = boxesInFilm(photo)[person];
  const then = Math.floor(face.timestamp / FILM.secondsEach) === photo;
  return then && truth !== undefined && overlapOf(face.face_bounding_box, truth) > 0.4;
}

describe('a face match', () => {
  it('[FACE-2] reports where the source face is, and its matches, only once it is completed', async () => {
    const sent = await service.call('POST', '/face-match', {
      target_video_url: `vau://files/${film}`,
      ...image(await facePicture(0, 0)),
    });
    const pending = sent.body as unknown as FaceMatchJob;
    expect(pending).toMatchObject({ status: 'pending', source_face_bounding_box: null, file_id: film });
    expect(pending.data).toBeUndefined();
    await service.drain();
    const done = await read(pending.face_match_id);
    detection = done.face_detection_id ?? '';
    expect(done).toMatchObject({ status: 'completed', frame_extraction_id: expect.any(String) });
    expect(
      overlapOf(done.source_face_bounding_box ?? { left: 0, top: 0, width: 0, height: 0 }, {
        left: 0.25,
        top: 0.25,
        width: 0.5,
        height: 0.5,
      }),
    ).toBeGreaterThan(0.6);
    const { faces_matches: faces = [], ...page } = done.data ?? {};
    expect(page).toEqual({ object: 'list', total: faces.length, limit: 100, offset: 0 });
    expect(faces.length).toBeGreaterThanOrEqual(FILM.secondsEach);
    for (const { similarity, thumbnail_url } of faces) {
      expect(similarity).toBeGreaterThanOrEqual(50);
      expect(similarity).toBeLessThanOrEqual(100);
      expect((await service.app.request(thumbnail_url ?? '')).status).toBe(200);
    }
    expect(faces.map(({ similarity }) => similarity)).toEqual(
      faces.map(({ similarity }) => similarity).sort((one, other) => other - one),
    );
  });

  /** One way of spoiling alone is tried on some photographs; VAU_PHOTOGRAPHS=all tries it on all. */
  const all = photographs.map((_, index) => index);
  const some = (...indexes: number[]) => (process.env.VAU_PHOTOGRAPHS === 'all' ? all : indexes);
  const spoiled = [
    ['cropped', [], 2, some(0, 2, 4)],
    ['blurred', ['gblur=sigma=2.5'], 2, some(0, 3)],
    ['dimmed', ['eq=brightness=-0.2:contrast=0.8'], 2, some(1, 4)],
    ['small and badly compressed', ['scale=120:-1'], 14, some(2, 5)],
    ['all of it', ['gblur=sigma=1.5', 'eq=brightness=-0.12', 'scale=140:-1'], 12, all],
  ] as const;
  it.each(spoiled)('[FACE-5] ranks a person above every other, %s', async (_, filters, quality, those) => {
    for (const [photo, { faces }] of photographs.entries()) {
      if (!those.includes(photo)) continue;
      const person = faces.length - 1;
      const done = await match(image(await facePicture(photo, person, [...filters], quality)));
      const found = done.data?.faces_matches ?? [];
      const own = found.filter((face) => isPerson(face, photo, person));
      expect([photo, own.length]).toEqual([photo, FILM.secondsEach]);
      const others = found.filter((face) => !own.includes(face));
      const [worst = 0] = own.map(({ similarity }) => similarity).sort((one, other) => one - other);
      for (const { similarity } of others) expect(similarity).toBeLessThan(worst);
    }
  });

  it('[FACE-3] pages by limit 1 to 100 and offset 0 or more, and names invalid values', async () => {
    const { face_match_id: id, data } = await match({ ...image(await facePicture(1, 2)), max_faces: 2 });
    expect(data?.total).toBe(2);
    const page = await read(id, 'limit=1&offset=1');
    expect(page.data?.faces_matches).toEqual(data?.faces_matches.slice(1));
    for (const query of ['limit=0', 'limit=101', 'offset=-1']) {
      const answer = await service.call('GET', `/face-match/${id}?${query}`);
      expect([answer.status, answer.body.error]).toEqual([
        400,
        expect.stringContaining(query.split('=')[0] ?? ''),
      ]);
    }
    const many = await service.call('POST', '/face-match', {
      target_video_url: `vau://files/${film}`,
      ...image(await facePicture(1, 2)),
      max_faces: 4001,
    });
    expect([many.status, many.body.error]).toEqual([400, expect.stringContaining('max_faces')]);
  });

  it('uses the largest face of a picture with several', async () => {
    const done = await match(image(await facePicture(2, 1, [], 2)));
    expect(
      isPerson(
        done.data?.faces_matches[0] ?? {
          timestamp: -1,
          face_bounding_box: boxesInFilm(0)[0] ?? { left: 0, top: 0, width: 0, height: 0 },
        },
        2,
        1,
      ),
    ).toBe(true);
  });

  it('reuses a detection, by its id and by the same frames', async () => {
    const before = (await service.call('GET', '/face-detect')).body.total;
    const done = await match(image(await facePicture(2, 1)));
    expect(done.face_detection_id).toBe(detection);
    const again = await service.call('POST', '/face-match', {
      target_video_url: `vau://files/${film}`,
      ...image(await facePicture(2, 1)),
    });
    expect(again.body).toMatchObject({ face_detection_id: detection });
    await service.drain();
    expect((await service.call('GET', '/face-detect')).body.total).toBe(before);
    const listed = await service.call('GET', '/face-match?limit=1');
    expect(listed.body.data[0]).toMatchObject({ job_id: expect.any(String), match_count: done.data?.total });
  });

  it('fetches the face from a URL, and fails with a reason if there is none', async () => {
    const found = await match({ source_image: { url: address('/face.jpg') } });
    expect(
      isPerson(
        found.data?.faces_matches[0] ?? {
          timestamp: -1,
          face_bounding_box: { left: 0, top: 0, width: 1, height: 1 },
        },
        0,
        0,
      ),
    ).toBe(true);
    for (const [where, reason] of [
      ['/page', /not an image/],
      ['/gone', /404/],
    ] as const) {
      const done = await match({ source_image: { url: address(where) } });
      expect(done).toMatchObject({
        status: 'failed',
        source_face_bounding_box: null,
        error: expect.stringMatching(reason),
      });
    }
    const faceless = await match(image(await makeImage()));
    expect(faceless).toMatchObject({ status: 'failed', error: expect.stringMatching(/no face/) });
    expect(faceless.data).toBeUndefined();
  });

  it("[FILE-10] accepts an image file's uri as source image, and not a film's", async () => {
    const { body } = await service.upload(await facePicture(0, 0), 'face.jpg');
    const found = await match({ source_image: { url: body.uri } });
    const best = found.data?.faces_matches[0];
    expect(best && isPerson(best, 0, 0)).toBe(true);
    const post = (url: string) =>
      service.call('POST', '/face-match', {
        source_image: { url },
        target_video_url: `vau://files/${film}`,
      });
    const refused = await post(`vau://files/${film}`);
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('no image')]);
    expect((await post('vau://files/3f2504e0-4f89-41d3-9a0c-0305e82c3301')).status).toBe(404);
    const ftp = await post('ftp://example.org/face.jpg');
    expect([ftp.status, ftp.body.error]).toEqual([400, expect.stringContaining('http')]);
  });

  it('refuses invalid source images, before anything is stored', async () => {
    const target_video_url = `vau://files/${film}`;
    const text = Buffer.from('no picture at all').toString('base64');
    for (const [body, reason] of [
      [{ source_image: { base64_image: text } }, /no image/],
      [{ source_image: { base64_image: '%%%' } }, /base64/],
      [{ source_image: { url: 'ftp://example.org/x.jpg' } }, /url/],
      [{ source_image: {} }, /exactly one/],
    ] as const) {
      const answer = await service.call('POST', '/face-match', { target_video_url, ...body });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(reason)]);
    }
    const face = image(await facePicture(0, 0));
    const id = '5f0c7a52-3c1e-4f55-9d1a-0a4f4d3c2b1a';
    for (const [body, status] of [
      [{ target_video_url: `vau://files/${id}` }, 404],
      [{ target_video_url, face_detection_id: id }, 404],
      [
        { target_video_url, face_detection_id: detection, frame_extraction_config: { strategy: 'uniform' } },
        400,
      ],
    ] as const)
      expect((await service.call('POST', '/face-match', { ...face, ...body })).status).toBe(status);
    expect(await namesIn(service.context.objects, 'face-matches')).toEqual([]);
  });
});
