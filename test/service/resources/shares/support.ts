import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Answer, TestService } from '../../../support/service.ts';

const FILM = fileURLToPath(new URL('../../../../assets/harbour.mp4', import.meta.url));

export const film = () => readFile(FILM);

/** Inserts a segment of a file, as a segmentation would. */
export async function addSegment(
  service: TestService,
  file: string,
  start: number,
  end: number,
): Promise<string> {
  const { db } = service.context;
  const { account_id } = await db
    .selectFrom('files')
    .select('account_id')
    .where('id', '=', file)
    .executeTakeFirstOrThrow();
  const segmentation = randomUUID();
  await db
    .insertInto('segmentations')
    .values({
      id: segmentation,
      account_id,
      file_id: file,
      status: 'completed',
      config: '{"strategy":"uniform","uniform_config":{"window_seconds":5}}',
      created_at: Date.now(),
    })
    .execute();
  const id = randomUUID();
  await db
    .insertInto('segments')
    .values({
      id,
      account_id,
      segmentation_id: segmentation,
      file_id: file,
      position: 0,
      start_time: start,
      end_time: end,
    })
    .execute();
  return id;
}

/** Creates a share and waits until its stream exists. */
export async function share(service: TestService, body: object): Promise<Answer['body']> {
  const made = await service.call('POST', '/share', body);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  await service.drain();
  return (await service.call('GET', `/share/${made.body.id}`)).body;
}

/** A request without any sign-in, as from a player or a browser. */
export function visit(
  service: TestService,
  url: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return Promise.resolve(service.app.request(url, { headers }));
}

/** The newest share that matches the query. */
export async function listed(service: TestService, query = ''): Promise<Answer['body']> {
  const first = (await service.call('GET', `/share?${query}`)).body.data[0];
  if (!first) throw new Error(`no share matches "${query}"`);
  return first as Answer['body'];
}
