import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { events } from '../../../src/contract/values/events.ts';
import { makeAudio } from '../../support/film.ts';
import { needs } from '../../support/programs.ts';
import { startTestReceiver, type TestReceiver } from '../../support/receiver.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { uploadBroken } from '../resources/webhooks/support.ts';

const it = needs('ffmpeg');

const SUBTITLES = '1\n00:00:00,000 --> 00:00:02,000\nAnna leaves the harbour at noon.\n';
const CRITERION = { name: 'departure', instructions: 'Somebody leaves the harbour.' };

let service: TestService;
let receiver: TestReceiver;
let sound: string;
let collection: string;

/** One webhook for each event, each with a path of its own. */
beforeAll(async () => {
  service = await openTestService();
  receiver = await startTestReceiver();
  for (const event of events)
    await post('/webhooks', { endpoint: `${receiver.url}/${event}`, subscribed_events: [event] });
  collection = (await post('/collections', { name: 'all', collection_type: 'metadata' })).id;
});

afterAll(async () => {
  await service.close();
  await receiver.close();
});

beforeEach(() => {
  receiver.arrived.length = 0;
});

async function post(where: string, body: object) {
  const answer = await service.call('POST', where, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const uri = (id: string) => `vau://files/${id}`;

/** The events of a family that tell of these states. */
const told = (family: string, ...states: string[]) => states.map((state) => `${family}.job.${state}`);

const FILE_FAILS = told('file', 'processing', 'failed');
const SEGMENTED = told('segment', 'processing', 'completed');

/** What is done, and the events that follow. */
const operations: readonly [string, () => Promise<unknown>, readonly string[]][] = [
  [
    'an upload',
    async () => {
      const subtitles = { subtitles: new Blob([SUBTITLES]) };
      sound = (await service.upload(await makeAudio(2), 'sound.wav', subtitles)).body.id;
    },
    told('file', 'processing', 'completed'),
  ],
  ['an upload that is no media', () => uploadBroken(service), FILE_FAILS],
  [
    'a segmentation',
    () =>
      post(`/files/${sound}/segmentations`, { strategy: 'uniform', uniform_config: { window_seconds: 1 } }),
    SEGMENTED,
  ],
  [
    'a segmentation of a file that fails',
    async () => post(`/files/${await uploadBroken(service)}/segmentations`, { strategy: 'uniform' }),
    [...FILE_FAILS, ...told('segment', 'failed')],
  ],
  [
    'a describe job',
    () => post('/describe', { url: uri(sound) }),
    [...SEGMENTED, ...told('describe', 'processing', 'completed')],
  ],
  [
    'a describe job of a file that fails',
    async () => post('/describe', { url: uri(await uploadBroken(service)) }),
    [...FILE_FAILS, ...told('describe', 'failed'), ...told('segment', 'failed')],
  ],
  [
    'an extraction',
    () => post('/extract', { url: uri(sound), prompt: 'people' }),
    told('extract', 'processing', 'completed'),
  ],
  [
    'an extraction from a file that fails',
    async () => post('/extract', { url: uri(await uploadBroken(service)), prompt: 'people' }),
    [...FILE_FAILS, ...told('extract', 'failed'), ...told('segment', 'failed')],
  ],
  [
    'a run of a criterion',
    () => post('/find-moments', { url: uri(sound), criterion: CRITERION }),
    told('find_moments', 'processing', 'completed'),
  ],
  [
    'a run over a file that fails',
    async () => post('/find-moments', { url: uri(await uploadBroken(service)), criterion: CRITERION }),
    [...FILE_FAILS, ...told('find_moments', 'failed')],
  ],
  [
    'adding a file to a collection',
    () => post(`/collections/${collection}/media`, { file_id: sound }),
    told('collection.file', 'processing', 'completed'),
  ],
  [
    'adding a file that fails',
    async () => post(`/collections/${collection}/media`, { file_id: await uploadBroken(service) }),
    [...FILE_FAILS, ...told('segment', 'failed'), ...told('collection.file', 'failed')],
  ],
  [
    'removing a file from a collection',
    () => service.call('DELETE', `/collections/${collection}/videos/${sound}`),
    told('collection.file', 'deleted'),
  ],
  [
    'deleting a collection',
    () => service.call('DELETE', `/collections/${collection}`),
    told('collection.file', 'deleted'),
  ],
  ['deleting a file', () => service.call('DELETE', `/files/${sound}`), told('file', 'deleted')],
  ['reading', () => service.call('GET', '/files'), []],
];

describe('[HOOK-3] the events of', () => {
  for (const [name, operation, expected] of operations)
    it(`${name}: ${expected.join(', ') || 'none'}`, async () => {
      await operation();
      await service.drain();
      expect(receiver.types().sort()).toEqual([...expected].sort());
      for (const { path, event } of receiver.arrived) expect(path).toBe(`/hook/${event.event_type}`);
    });

  it('these operations are the twenty', () => {
    const seen = new Set(operations.flatMap(([, , expected]) => expected));
    expect([...seen].sort()).toEqual([...events].sort());
  });
});
