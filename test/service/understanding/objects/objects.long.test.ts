import { afterAll, beforeAll, describe, expect } from 'vitest';
import { make } from '../../../support/film.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { haveFaces, itWithFaces as it, photographPath } from '../../resources/faces/photographs.ts';

/**
 * Grey with people from 5 to 8 and from 10 to 13 seconds. Key frames are at 0 and 5 only: the frame in the middle of the
 * last shot has to be sought.
 */
async function peopleInGrey(): Promise<Buffer> {
  const size = '640x426';
  const grey = (seconds: number) => ['-f', 'lavfi', '-i', `color=gray:s=${size}:r=5:d=${seconds}`];
  const people = ['-loop', '1', '-framerate', '5', '-t', '3', '-i', photographPath(0)];
  const joined =
    '[1]scale=640:426,setsar=1,split[people][again];[0][people][2][again]concat=n=4,format=yuv420p';
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-force_key_frames', '5'];
  return make([...grey(5), ...people, ...grey(2), '-filter_complex', joined, ...codec], 'mp4');
}

let service: TestService;
let file: string;
let collection: string;
beforeAll(async () => {
  if (!haveFaces) return;
  service = await openTestService({ objects: true });
  file = (await service.upload(await peopleInGrey(), 'bar.mp4')).body.id;
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
    const people = scenes.filter(({ text }) => /^person \(seen, 0\.\d\d(?:, \d at once)?\)$/.test(text));
    expect(people.map(({ start, end }) => [Math.round(start), Math.round(end)])).toEqual([
      [5, 8],
      [12, 13],
    ]);
  });

  it.each(['person', 'two persons', 'people'])(
    'are found by “%s”, with the second and the words that say so',
    async (query) => {
      const asked = { query, scope: 'segment', collections: [collection] };
      const { body } = await service.call('POST', '/search', asked);
      const [first] = (body as unknown as { results: { context: string; start_time: number }[] }).results;
      expect(first?.context).toMatch(/^person \(seen, 0\.\d\d, 3 at once\)$/);
      expect(first?.start_time).toBeCloseTo(5, 0);
    },
  );

  it('are in the summary of a film without words, and in that of its search result', async () => {
    const where = `/collections/${collection}/videos/${file}/media-descriptions`;
    expect((await service.call('GET', where)).body).toMatchObject({
      summary: expect.stringMatching(/^People\. /),
    });
    const asked = { query: 'person', scope: 'file', collections: [collection] };
    const { body } = await service.call('POST', '/search', asked);
    expect(body).toMatchObject({
      results: [{ generated_title: 'People', context: expect.stringMatching(/^person \(seen/) }],
    });
  });

  it('do not let measured facts into a search that names none', async () => {
    const asked = { query: 'grey picture', scope: 'segment', collections: [collection] };
    const { body } = await service.call('POST', '/search', asked);
    expect(body).toMatchObject({ total: 0 });
  });
});
