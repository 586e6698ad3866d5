import { expect } from 'vitest';
import type { ExtractJob, FileEntities } from '../../../src/contract/index.ts';
import { makeVideo } from '../../support/film.ts';
import { openTestService, type TestService } from '../../support/service.ts';

/** What is said in the film of these tests, with its times. */
export const SAID = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ada Byron>Maria Lopez from Acme Corporation visited Berlin on 3 March 2024.

00:00:05.000 --> 00:00:08.000
<v Ben>She paid $4,500.50 for 12 kilograms of steel, 15 percent more than last time.

00:00:21.000 --> 00:00:25.000
<v Ada Byron>Write to maria@example.com or call +1 212 736 5000.

00:00:26.000 --> 00:00:29.000
<v Ben>The status is in progress. Lopez is happy with the ferry, and the ferry is on time.
`;

/** The service with that film in it, of 40 seconds: two segments as standard. */
export async function openWithFilm(
  more: Parameters<typeof openTestService>[0] = {},
): Promise<{ service: TestService; uri: string; id: string }> {
  const speech = { providers: ['sidecar', 'subtitle-track'] as const, pocketsphinx: false };
  const service = await openTestService({ speech, allowPrivateAddresses: true, ...more });
  const metadata = JSON.stringify({ recorded_at: '2026-03-02', office: 'Globex Corporation, Paris' });
  const { body } = await service.upload(await makeVideo(40), 'visit.mp4', {
    subtitles: new Blob([SAID]),
    metadata,
  });
  await service.drain();
  return { service, uri: body.uri, id: body.id };
}

/** Sends a request and reads its answer, which must be good. */
export async function ask<T>(service: TestService, method: string, path: string, body?: object): Promise<T> {
  const answer = await service.call(method, path, body);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text) as T;
}

/** An extraction job, run to its end. */
export async function extracted(service: TestService, body: object, query = ''): Promise<ExtractJob> {
  const { job_id } = await ask<ExtractJob>(service, 'POST', '/extract', body);
  await service.drain();
  return ask<ExtractJob>(service, 'GET', `/extract/${job_id}${query}`);
}

let made = 0;
/** A new entities collection with a file in it, run to its end. */
export async function memberOf(
  service: TestService,
  extract_config: object,
  file_id: string,
  more: object = {},
): Promise<{ collection: string; entities: FileEntities }> {
  made += 1;
  const body = { name: `entities ${made}`, collection_type: 'entities', extract_config };
  const { id } = await ask<{ id: string }>(service, 'POST', '/collections', body);
  await ask(service, 'POST', `/collections/${id}/media`, { file_id, ...more });
  await service.drain();
  const entities = await ask<FileEntities>(service, 'GET', `/collections/${id}/videos/${file_id}/entities`);
  return { collection: id, entities };
}
