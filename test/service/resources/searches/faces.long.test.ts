import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { FoundFace, Search } from '../../../../src/contract/index.ts';
import { stopFaceFinder } from '../../../../src/service/understanding/modalities/faces/index.ts';
import { makeImage } from '../../../support/film.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import {
  boxesInFilm,
  FILM,
  facePicture,
  facesFilm,
  haveFaces,
  itWithFaces as it,
  overlapOf,
} from '../faces/photographs.ts';
import { type PictureServer, servePictures } from '../faces/picture-server.ts';

let service: TestService;
let pictures: PictureServer;
let people: string;
let others: string;
let films: string[];

beforeAll(async () => {
  service = await openTestService({ allowPrivateAddresses: true });
  if (!haveFaces) return;
  pictures = await servePictures(await facePicture(0, 0));
  people = await collection('people', 'face-analysis');
  others = await collection('words', 'metadata');
  films = [];
  for (const [name, photos, secondsEach] of [
    ['both.mp4', ['sample1.jpg', 'sample3.jpg'], FILM.secondsEach],
    ['other.mp4', ['sample3.jpg'], 1],
  ] as const) {
    const { id } = (await service.upload(await facesFilm([...photos], secondsEach), name)).body;
    await service.call('POST', `/collections/${people}/media`, { file_id: id });
    films.push(id);
  }
  await service.drain();
});
afterAll(async () => {
  pictures?.close();
  await stopFaceFinder();
  await service.close();
});

async function collection(name: string, collection_type: string): Promise<string> {
  return (await service.call('POST', '/collections', { name, collection_type })).body.id;
}

interface Group {
  type: string;
  file_id: string;
  item_count: number;
  best_score: number;
  matched_items: FoundFace[];
}
type Found = Omit<Search, 'results'> & { results: (FoundFace & Group)[] };

const send = (more: object) =>
  service.call('POST', '/search', { scope: 'face', collections: [people], ...more });

async function search(more: object): Promise<Found> {
  const answer = await send(more);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200, error: undefined });
  return answer.body as unknown as Found;
}

const address = (where: string) => pictures.address(where);
const image = async (photo = 0, person = 0) => ({
  base64_image: (await facePicture(photo, person)).toString('base64'),
});

describe('[SEARCH-3] scope face', () => {
  it('finds the person in a picture in the films of a collection, best first', async () => {
    const found = await search({ source_image: await image() });
    expect(found).toMatchObject({ scope: 'face', total: FILM.secondsEach, limit: 10 });
    expect(found).not.toHaveProperty('query');
    for (const face of found.results) {
      expect(face).toEqual({
        type: 'face',
        id: face.face_id,
        collection_id: people,
        file_id: films[0],
        face_id: expect.any(String),
        frame_id: expect.any(String),
        score: expect.any(Number),
        timestamp: expect.any(Number),
        face_bounding_box: expect.any(Object),
        thumbnail_url: expect.stringContaining('/m/'),
      });
      expect(face.timestamp).toBeLessThan(FILM.secondsEach);
      expect(overlapOf(face.face_bounding_box, boxesInFilm(0)[0] ?? face.face_bounding_box)).toBeGreaterThan(
        0.4,
      );
      expect(face.score).toBeGreaterThanOrEqual(0.5);
      expect(face.score).toBeLessThanOrEqual(1);
    }
    const scores = found.results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    const crop = await service.app.request(found.results[0]?.thumbnail_url ?? '');
    expect([crop.status, crop.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('accepts the picture as base64, by URL, and as the uri of a file', async () => {
    const faces = async (source_image: object) =>
      (await search({ source_image })).results.map(({ face_id }) => face_id);
    const expected = await faces(await image());
    const { base64_image: base64 } = await image();
    const { id } = (await service.upload(await facePicture(0, 0), 'face.jpg')).body;
    await service.drain();
    expect(await faces({ base64 })).toEqual(expected);
    expect(await faces({ url: address('/face.jpg') })).toEqual(expected);
    expect(await faces({ url: `vau://files/${id}` })).toEqual(expected);
  });

  it('stores what it found, and nothing of the picture', async () => {
    const found = await search({ source_image: await image(), limit: 2 });
    expect(found.results).toHaveLength(2);
    const again = (await service.call('GET', `/search/${found.id}`)).body as unknown as Found;
    expect(again.results).toEqual(found.results);
    const left = await readdir(path.join(service.dataDir, 'tmp'), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  it('groups by file, and drops what is below the threshold or does not meet the filter', async () => {
    const source_image = await image(2, 0);
    const found = await search({ source_image, group_by_key: 'file', sort_by: 'item_count' });
    expect(found.results.map(({ type, item_count }) => [type, item_count])).toEqual([
      ['face_group', FILM.secondsEach],
      ['face_group', 1],
    ]);
    expect(new Set(found.results.map(({ file_id }) => file_id))).toEqual(new Set(films));
    const filter = { file: [{ path: 'filename', operator: 'Equal', valueText: 'other.mp4' }] };
    const one = await search({ source_image, filter });
    expect(new Set(one.results.map(({ file_id }) => file_id))).toEqual(new Set([films[1]]));
    const best = one.results[0]?.score ?? 0;
    expect(
      (await search({ source_image, filter, threshold: best })).results.every(({ score }) => score >= best),
    ).toBe(true);
    expect((await search({ source_image, threshold: 1 })).results).toEqual([]);
  });

  it('reports what is wrong with the picture or the collection', async () => {
    const refused = async (more: object) => {
      const { status, body } = await send(more);
      expect(status).toBe(400);
      return body.error;
    };
    const source_image = await image();
    expect(await refused({})).toMatch(/source_image.*required/);
    expect(await refused({ source_image: {} })).toMatch(/source_image.*exactly one/);
    expect(await refused({ source_image: { ...source_image, url: address('/face.jpg') } })).toMatch(
      /exactly one/,
    );
    expect(await refused({ source_image: { base64_image: 'AAAA' } })).toMatch(/source_image.*image/);
    expect(await refused({ source_image: { url: address('/page') } })).toMatch(/source_image.*image/);
    expect(await refused({ source_image: { url: address('/gone') } })).toMatch(/source_image.*404/);
    expect(await refused({ source_image: { url: 'http://127.0.0.1:9/' } })).toMatch(/source_image.*fetched/);
    const empty = (await makeImage()).toString('base64');
    expect(await refused({ source_image: { base64_image: empty } })).toMatch(/no face/);
    expect(await refused({ source_image, collections: [others] })).toMatch(/metadata.*face-analysis/);
    const nowhere = '5f0c7a52-3c1e-4f55-9d1a-0a4f4d3c2b1a';
    expect((await send({ source_image, collections: [nowhere] })).status).toBe(404);
    expect((await send({ source_image: { url: `vau://files/${nowhere}` } })).status).toBe(404);
  });
});
