import { afterAll, beforeAll, describe, expect } from 'vitest';
import { make } from '../../../support/film.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { haveFaces, itWithFaces as it, photographPath } from '../../resources/faces/photographs.ts';

/** Five seconds of grey, then three of people at a bar. */
async function peopleAfterGrey(): Promise<Buffer> {
  const grey = ['-f', 'lavfi', '-i', 'color=gray:s=640x426:r=5:d=5'];
  const people = ['-loop', '1', '-framerate', '5', '-t', '3', '-i', photographPath(0)];
  const joined = '[1]scale=640:426,setsar=1[people];[0][people]concat,format=yuv420p';
  return make(
    [...grey, ...people, '-filter_complex', joined, '-c:v', 'libx264', '-preset', 'ultrafast'],
    'mp4',
  );
}

let service: TestService;
let file: string;
let collection: string;
beforeAll(async () => {
  if (!haveFaces) return;
  service = await openTestService({ objects: true });
  file = (await service.upload(await peopleAfterGrey(), 'bar.mp4')).body.id;
  const made = { name: 'seen', collection_type: 'media-descriptions' };
  collection = (await service.call('POST', '/collections', made)).body.id;
  await service.call('POST', `/collections/${collection}/media`, { file_id: file });
  await service.drain();
});
afterAll(() => service?.close());

describe('objects in pictures', () => {
  it('are in the scene description, marked as seen, from the second in which they appear', async () => {
    const { body } = await service.call(
      'GET',
      `/collections/${collection}/videos/${file}/media-descriptions`,
    );
    const { visual_scene_description: scenes, providers } = body as unknown as {
      visual_scene_description: { text: string; start: number; end: number }[];
      providers: Record<string, string>;
    };
    expect(providers.visual_scene_description).toMatch(/people, vehicles and animals that a detector saw/);
    const people = scenes.filter(({ text }) => /^person \(seen, 0\.\d\d\)$/.test(text));
    expect(people).toHaveLength(1);
    expect(people[0]?.start).toBeCloseTo(5, 0);
    expect(people[0]?.end).toBeCloseTo(8, 0);
  });

  it('are found by their names, with the second and the words that say so', async () => {
    const { body } = await service.call('POST', '/search', {
      query: 'person',
      scope: 'segment',
      collections: [collection],
    });
    const [first] = (body as unknown as { results: { context: string; start_time: number }[] }).results;
    expect(first?.context).toMatch(/^person \(seen, 0\.\d\d\)$/);
    expect(first?.start_time).toBeCloseTo(5, 0);
  });
});
