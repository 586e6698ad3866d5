/** On-screen text that no line finder of level letters finds, in the built service: it is found by search. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { type TextOnGround, textOnGround } from '../support/text-on-ground.ts';

const it = needs('ffmpeg', 'fonts');

let service: Serving;
let collection: string;
beforeAll(async () => {
  service = await serving();
  const wanted = { name: 'signs', collection_type: 'media-descriptions' };
  collection = (await service.call('POST', '/collections', wanted)).body.id;
});
afterAll(() => service.stop());

async function add(name: string, drawn: TextOnGround): Promise<void> {
  const { body: file } = await service.upload(await textOnGround(drawn), name);
  expect((await service.settled(`/files/${file.id}`)).status).toBe('completed');
  await service.call('POST', `/collections/${collection}/media`, { file_id: file.id });
  expect((await service.settled(`/collections/${collection}/videos/${file.id}`)).status).toBe('completed');
}

describe('a search in the built service', () => {
  it('finds text that is turned, and text that only its outline separates from the picture', {
    timeout: 240_000,
  }, async () => {
    await add('turned.png', { text: 'Northern Harbour Office', turned: 30 });
    await add('outlined.png', { text: 'Quarterly Budget Review', look: 'fontcolor=yellow:borderw=4' });
    const first = async (query: string) => {
      const asked = { query, collections: [collection], scope: 'file' };
      return (await service.call('POST', '/search', asked)).text;
    };
    await expect.poll(() => first('quarterly budget review')).toContain('outlined.png');
    expect(await first('northern harbour office')).toContain('turned.png');
  });
});
