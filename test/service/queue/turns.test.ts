import { afterEach, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';

let open: { close(): Promise<unknown> } | undefined;
afterEach(async () => void (await open?.close()));

async function start(): Promise<TestService> {
  const service = await openTestService();
  open = service;
  return service;
}

const jobsOf = ({ context }: TestService) =>
  context.db.selectFrom('jobs').select(['kind', 'account_id', 'file_id', 'turn', 'rank', 'run_at']).execute();

describe('the owner of a job', () => {
  it('[SAFE-3] is found in the row it works on: its account, its file and its size', async () => {
    const service = await start();
    const { id } = (await service.upload('x'.repeat(2_000_000), 'film.mp4')).body;
    const [account] = await service.context.db.selectFrom('accounts').select('id').execute();
    const [job] = await jobsOf(service);
    expect(job).toMatchObject({ kind: 'file.process', account_id: account?.id, file_id: id, turn: 0 });
    expect((job?.rank ?? 0) - (job?.run_at ?? 0)).toBe(200);
  });

  it('[SAFE-3] puts the jobs of one file one after another, and those of different files side by side', async () => {
    const service = await start();
    const files = [
      (await service.upload('no film', 'a.mp4')).body,
      (await service.upload('no film either', 'b.mp4')).body,
    ];
    await service.context.db.updateTable('files').set({ status: 'completed', media_type: 'audio' }).execute();
    for (const { id } of [...files, ...files, files[0] ?? { id: '' }])
      expect((await service.call('POST', `/files/${id}/segmentations`, { strategy: 'uniform' })).status).toBe(
        200,
      );
    const cuts = (await jobsOf(service)).filter(({ kind }) => kind === 'segmentation.process');
    const turnsOf = (id: string | undefined) =>
      cuts.filter((job) => job.file_id === id).map(({ turn }) => turn);
    expect(turnsOf(files[0]?.id)).toEqual([0, 1, 2]);
    expect(turnsOf(files[1]?.id)).toEqual([0, 1]);
  });
});
