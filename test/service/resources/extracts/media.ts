import { expect } from 'vitest';
import type { ExtractJob, FileEntities } from '../../../../src/contract/index.ts';
import { AAC, make } from '../../../support/film.ts';
import { locate } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

/** The speech in the film of these tests, with its times. */
export const SAID = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ada Byron>Maria Lopez from Acme Corporation visited Berlin on 3 March 2024.

00:00:05.000 --> 00:00:08.000
<v Ben>She paid $4,500.50 for 12 kilograms of steel, 15 percent more than last time.

00:00:21.000 --> 00:00:25.000
<v Ada Byron>Write to maria@example.com or call +1 212 736 5000 tomorrow.

00:00:26.000 --> 00:00:29.000
<v Ben>The status is in progress. Lopez likes the ferry, and the ferry is on time.
`;

/** Forty seconds with a tone: plain navy, and from the twentieth second on a slide with text. */
export function makeSlides(): Promise<Buffer> {
  const text = (words: string, y: number) =>
    `drawtext=fontfile=${locate('fonts')}:text='${words}':fontcolor=white:fontsize=32:x=40:y=${y}:enable='gte(t,20)'`;
  const picture = ['-f', 'lavfi', '-i', 'color=c=navy:s=640x360:r=2:d=40'];
  const sound = ['-f', 'lavfi', '-i', 'sine=d=40'];
  const draw = ['-vf', `${text('Globex Corporation', 100)},${text('press@globex.com', 200)}`];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...AAC];
  return make([...picture, ...sound, ...draw, ...codecs], 'mp4');
}

export interface WithFilm {
  readonly service: TestService;
  readonly uri: string;
  readonly id: string;
}

const SUBTITLES_ONLY = { providers: ['sidecar', 'subtitle-track'] as const };

/** A service with that film: two segments by default. */
export async function openWithFilm(more: Parameters<typeof openTestService>[0] = {}): Promise<WithFilm> {
  const service = await openTestService({ speech: SUBTITLES_ONLY, allowPrivateAddresses: true, ...more });
  const metadata = JSON.stringify({ recorded_at: '2026-03-02', office: 'Initech Corporation, Madrid' });
  const subtitles = new Blob([SAID]);
  const { body } = await service.upload(await makeSlides(), 'visit.mp4', { subtitles, metadata });
  await service.drain();
  return { service, uri: body.uri, id: body.id };
}

/** Sends a request and reads its response, which must be successful. */
export async function ask<T>(service: TestService, method: string, where: string, body?: object): Promise<T> {
  const answer = await service.call(method, where, body);
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
/** A new entities collection. */
export async function entitiesCollection(service: TestService, extract_config: object): Promise<string> {
  made += 1;
  const body = { name: `entities ${made}`, collection_type: 'entities', extract_config };
  return (await ask<{ id: string }>(service, 'POST', '/collections', body)).id;
}

/** A new entities collection with a file in it, run to its end. */
export async function collectionFileOf(
  service: TestService,
  extract_config: object,
  file_id: string,
  more: object = {},
): Promise<{ collection: string; entities: FileEntities }> {
  const collection = await entitiesCollection(service, extract_config);
  await ask(service, 'POST', `/collections/${collection}/media`, { file_id, ...more });
  await service.drain();
  const where = `/collections/${collection}/videos/${file_id}/entities`;
  return { collection, entities: await ask<FileEntities>(service, 'GET', where) };
}
