import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeCollection } from '../../search/library.ts';
import { narrate } from '../../understanding/narration.ts';
import { type EndpointServer, openEndpoint, speechFrom } from '../../understanding/speech/endpoint-server.ts';

const it = needs('ffmpeg');

let endpoint: EndpointServer;
let service: TestService;
beforeAll(async () => {
  endpoint = await openEndpoint();
  service = await openTestService({ speech: speechFrom(endpoint, ['endpoint']) });
});
afterAll(async () => {
  await service.close();
  await endpoint.close();
});

const good = { body: { text: 'Hello.', segments: [{ text: 'Hello.', start: 0, end: 1 }] } };
const bad = { status: 503, body: {} };

describe('a collection file with a failed modality', () => {
  it('[MEM-1] keeps its other modalities, and adding it again repeats only the failed one', async () => {
    const describe_config = { enable_audio_description: true };
    const { body: collection } = await service.call('POST', '/collections', {
      name: 'again',
      collection_type: 'media-descriptions',
      describe_config,
    });
    const spoken = [
      { voice: 'slt' as const, text: 'The ferry leaves at noon', at: 1 },
      { voice: 'rms' as const, text: 'Nobody was on board', at: 30 },
    ];
    const { wav } = await narrate(spoken, 34);
    const { id } = (await service.upload(wav, 'sound.wav')).body;
    const segmentation_config = { strategy: 'uniform', uniform_config: { window_seconds: 10 } };
    const add = async (more: object = {}) => {
      const sent = await service.call('POST', `/collections/${collection.id}/media`, {
        file_id: id,
        ...more,
      });
      expect(sent.status).toBe(200);
      await service.drain();
      const where = `/collections/${collection.id}/videos/${id}`;
      expect((await service.call('GET', where)).body.status).toBe('completed');
      return JSON.parse((await service.call('GET', `${where}/media-descriptions`)).text);
    };
    // One chunk is transcribed; then the endpoint is down.
    endpoint.answer((_, count) => (count === 1 ? good : bad));
    const half = await add({ segmentation_config });
    expect(half.providers.speech).toMatch(/^failed: The audio from .* responded with 503/);
    expect(half.speech).toEqual([]);
    expect(half.audio_description.length).toBeGreaterThan(0);
    const kept = () =>
      service.context.db
        .selectFrom('analysis_results')
        .selectAll()
        .where('analysis', '=', 'audio_description')
        .execute();
    const before = await kept();
    endpoint.answer(() => good);
    const whole = await add();
    expect(whole.speech).toHaveLength(2);
    expect(whole.providers.speech).toMatch(/^endpoint tiny/);
    expect(endpoint.asked).toHaveLength(1);
    // It keeps its segmentation, although this request names none.
    const { body } = await service.call('GET', `/collections/${collection.id}/videos/${id}`);
    expect(body.segmentation.segmentation_config).toEqual(segmentation_config);
    expect(await kept()).toEqual(before);
  });

  it('is left alone if nothing failed', async () => {
    const collection = await makeCollection(service, 'settled');
    const { id } = (await service.upload(await makeVideo(2), 'film.mp4')).body;
    for (const status of ['pending', 'completed']) {
      const { body } = await service.call('POST', `/collections/${collection}/media`, { file_id: id });
      expect(body.status).toBe(status);
      await service.drain();
    }
  });
});
