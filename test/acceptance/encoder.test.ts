/** The encoder of `vau serve`: one process for the service and its workers. */
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { isRunning } from '../faults/support/watch.ts';
import { childrenOf } from '../support/children.ts';
import { makeAudio } from '../support/film.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';

const it = needs('ffmpeg');

const SAID = 'WEBVTT\n\n00:01.000 --> 00:02.000\nThe harbour opens at nine in the morning.\n';

let service: Serving;
beforeAll(async () => {
  service = await serving({ env: { VAU_EMBEDDINGS: 'on' } });
});
afterAll(async () => {
  if (isRunning(service.pid)) process.kill(service.pid, 'SIGKILL');
  await service.home.remove();
});

const encoders = () => childrenOf(service.pid, 'encoder.js');

it('[SEARCH-1] starts for the first file, serves searches too, belongs to the service, and ends with it even if it is killed', async () => {
  expect(encoders()).toEqual([]);
  const { body: file } = await service.upload(await makeAudio(3), 'a.wav', { subtitles: new Blob([SAID]) });
  await service.settled(`/files/${file.id}`);
  const wish = { name: 'spoken', collection_type: 'rich-transcripts' };
  const { body: collection } = await service.call('POST', '/collections', wish);
  await service.call('POST', `/collections/${collection.id}/media`, { file_id: file.id });
  const { status } = await service.settled(`/collections/${collection.id}/videos/${file.id}`);
  expect(status, service.said()).toBe('completed');
  const query = { query: 'when can boats come in', collections: [collection.id], scope: 'file' };
  // A search does not wait for an encoder on a busy machine.
  const found = () => service.call('POST', '/search', query).then(({ body }) => body.results);
  await vi.waitFor(async () => expect(await found()).toMatchObject([{ start_time: 1 }]), 60_000);
  const [encoder, ...others] = encoders();
  expect([encoder, others]).toEqual([expect.any(Number), []]);
  for (const worker of childrenOf(service.pid, 'worker.js'))
    expect(childrenOf(worker, 'encoder.js')).toEqual([]);
  process.kill(service.pid, 'SIGKILL');
  await vi.waitFor(() => expect(isRunning(encoder ?? 0)).toBe(false), { timeout: 60_000, interval: 50 });
});
