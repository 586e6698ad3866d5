/**
 * The examples of docs/pipelines against `vau serve` over real films: attach, wait, run again; and with a film that cannot
 * be read.
 */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Attachment } from '../../src/contract/index.ts';
import { startOfHarbour } from '../support/film.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';
import { type Checkout, checkout, pipelinePrograms, pipelines, runSteps } from './pipeline-steps.ts';

const it = needs('ffmpeg');
let service: Serving;
let programs: ReturnType<typeof pipelinePrograms>;
let files: Checkout;
let film: Buffer;
let good: string;
beforeAll(async () => {
  [service, programs, files] = [
    await serving({ env: { VAU_EMBEDDINGS: 'on' } }),
    pipelinePrograms(),
    checkout(),
  ];
  const found = { instructions: 'Somebody says when the ferry leaves the harbour.' };
  files.criterion('departure', { name: 'departure', ...found });
  const scoring = { key: 'weight', min: 0, max: 10 };
  files.criterion('warning', { criterion: { name: 'warning', ...found, scoring }, min_duration_seconds: 2 });
  film = await startOfHarbour(12);
  good = (await service.upload(film, 'harbour.mp4')).body.id;
  await service.settled(`/files/${good}`);
});
afterAll(async () => {
  await service.stop();
  programs.remove();
  files.remove();
});

let made = 0;
async function collectionOf(file: string): Promise<string> {
  made += 1;
  const body = { name: `films ${made}`, collection_type: 'moments' };
  const { id } = (await service.call('POST', '/collections', body)).body;
  expect((await service.call('POST', `/collections/${id}/media`, { file_id: file })).status).toBe(200);
  return id;
}

/** Adds a film that breaks off. One that has failed before it was added is refused: then another is tried. */
async function addBroken(collection: string): Promise<string> {
  for (let end = film.length >> 1; end > film.length >> 2; end -= 999) {
    const { id } = (await service.upload(film.subarray(0, end), 'broken.mp4')).body;
    const added = await service.call('POST', `/collections/${collection}/media`, { file_id: id });
    if (added.status === 200) return id;
  }
  throw new Error('no broken film could be added in time');
}

const attachments = async (collection: string) => {
  const { body } = await service.call('GET', `/collections/${collection}`);
  const { moments_config } = body as unknown as { moments_config: { criteria: Attachment[] } };
  return moments_config.criteria;
};

const run = (attach: readonly string[], collection: string) =>
  runSteps(attach, {
    folder: files.folder,
    programs: programs.folder,
    timeout: 110_000,
    env: { VAU_BASE_URL: service.url, VAU_TOKEN: service.token, VAU_COLLECTION: collection },
  });

const cli = (...args: string[]) =>
  vau(args, { env: { ...service.home.env, VAU_BASE_URL: service.url, VAU_TOKEN: service.token } });

describe.each(pipelines)('docs/pipelines/%s against vau serve', (_, { attach }) => {
  it('[ATT-12] attaches every criterion, waits and exits 0; the second run finds them attached', async () => {
    const collection = await collectionOf(good);
    const first = await run(attach, collection);
    expect(first.status, first.stderr).toBe(0);
    const before = await attachments(collection);
    expect(before).toMatchObject([
      { criterion_name: 'departure', backfill_status: 'completed', files_total: 1, files_completed: 1 },
      { criterion_name: 'warning', backfill_status: 'completed', options: { min_duration_seconds: 2 } },
    ]);
    const second = await run(attach, collection);
    expect(second.status, second.stderr).toBe(0);
    expect(second.stderr).toContain('already attached with the same content');
    expect(await attachments(collection)).toEqual(before);
  });

  it('[ATT-12] exits with 10 and names the film that cannot be read', async () => {
    const collection = await collectionOf(good);
    const broken = await addBroken(collection);
    const ended = await run(attach, collection);
    expect(ended.status, ended.stderr).toBe(10);
    expect(ended.stderr).toContain(broken);
    expect(ended.stderr).toContain('broken.mp4');
    expect(await attachments(collection)).toMatchObject([
      { backfill_status: 'completed_with_failures', files_total: 2, files_completed: 1, files_failed: 1 },
    ]);
    const again = await run(attach, collection);
    expect(again.status, again.stderr).toBe(10);
    expect(again.stderr).toContain(broken);
  });
});

describe('moments on the terminal', () => {
  it('are listed with their times, and runs are listed, shown and deleted', async () => {
    const collection = await collectionOf(good);
    const attached = await cli(
      ...[
        'moment-criteria',
        'attach',
        collection,
        '--name',
        'any',
        '--instructions',
        'When does the ferry leave',
      ],
      ...['--min-duration', '1', '--wait', '-o', 'json'],
    );
    expect(attached.status, attached.stderr).toBe(0);
    const { attachment_id } = JSON.parse(attached.stdout);
    const listed = await cli('moment-criteria', 'list', collection, '-o', 'json');
    expect(JSON.parse(listed.stdout)).toMatchObject([{ attachment_id, backfill_status: 'completed' }]);
    const moments = await cli('moments', 'list', collection, '--all', '-o', 'json');
    expect(moments.status, moments.stderr).toBe(0);
    expect(JSON.parse(moments.stdout)).toMatchObject({ total: expect.any(Number) });
    const table = await cli('moments', 'findings', collection);
    expect(table.status, table.stderr).toBe(0);
    const runs = await cli('find-moments', 'list', '--url', `vau://files/${good}`, '-o', 'json');
    const [one] = JSON.parse(runs.stdout).runs;
    const shown = await cli('find-moments', 'get', one.job_id, '-o', 'json');
    expect(JSON.parse(shown.stdout)).toMatchObject({ job_id: one.job_id, status: 'completed' });
    const removed = await cli('find-moments', 'delete', one.job_id, '--yes');
    expect([removed.status, removed.stderr]).toEqual([0, expect.any(String)]);
    expect((await cli('find-moments', 'get', one.job_id)).status).toBe(5);
    expect((await cli('moment-criteria', 'detach', collection, attachment_id, '--yes')).status).toBe(0);
    expect(JSON.parse((await cli('moments', 'list', collection, '-o', 'json')).stdout)).toMatchObject({
      total: 0,
    });
  });
});
