/**
 * The examples of docs/pipelines: their shell steps in bash, with the real binary, against a scripted
 * service; twice.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choosing, type Ended, type Scripted, scripted } from './harness.ts';
import { collection, type MomentsService, moments } from './moments-service.ts';
import { type Checkout, checkout, pipelinePrograms, pipelines, runSteps } from './pipeline-steps.ts';

let programs: ReturnType<typeof pipelinePrograms>;
beforeAll(() => {
  programs = pipelinePrograms();
});
afterAll(() => programs.remove());

/** A repository with two criteria, and the service that its pipeline speaks to. */
interface Repository extends Checkout {
  readonly service: Scripted;
  readonly state: MomentsService;
}

/** A test with a repository of its own, which is removed after it. */
const inRepository = (test: (repository: Repository) => Promise<void>) => async () => {
  const [files, service] = [checkout(), await scripted()];
  for (const name of ['promise', 'threat'])
    files.criterion(name, { name, instructions: `Find each ${name}.` });
  try {
    await test({ ...files, service, state: moments(service) });
  } finally {
    await service.close();
    files.remove();
  }
};

const job = (
  scripts: readonly string[],
  { folder, service }: Repository,
  needsService: boolean,
): Promise<Ended> =>
  runSteps(scripts, {
    folder,
    programs: programs.folder,
    timeout: 60_000,
    env: needsService ? { ...choosing(service), VAU_COLLECTION: collection } : {},
  });

// At the same time: most of it passes between two polls.
describe.concurrent.each(pipelines)('docs/pipelines/%s', (_, { check, attach }) => {
  it(
    '[ATT-12] attaches every criterion and waits; the second run sends nothing',
    inRepository(async (repository) => {
      const { state } = repository;
      const first = await job(attach, repository, true);
      expect(first.status, first.stderr).toBe(0);
      expect(state.attached.map(({ criterion_name }) => criterion_name)).toEqual(['promise', 'threat']);
      expect(state.attached.every(({ backfill_status }) => backfill_status === 'completed')).toBe(true);
      const second = await job(attach, repository, true);
      expect(second.status, second.stderr).toBe(0);
      expect(state.posts()).toBe(2);
    }),
  );

  it(
    '[ATT-12] exits with 10 when a file of a backfill failed',
    inRepository(async (repository) => {
      repository.state.ending = 'completed_with_failures';
      expect((await job(attach, repository, true)).status).toBe(10);
    }),
  );

  it(
    'exits with 6 when another criterion has the name',
    inRepository(async (repository) => {
      await job(attach, repository, true);
      repository.criterion('threat', { name: 'threat', instructions: 'Something else.' });
      const ended = await job(attach, repository, true);
      expect([ended.status, repository.state.posts()]).toEqual([6, 2]);
    }),
  );

  it(
    'checks without a service: 0 if all are valid, 2 with every invalid file named',
    inRepository(async (repository) => {
      expect((await job(check, repository, false)).status).toBe(0);
      repository.criterion('aside', { name: 'Aside', instructions: 'x' });
      repository.criterion('other', { name: 'other', instructions: '' });
      const ended = await job(check, repository, false);
      expect(ended.status).toBe(2);
      expect(ended.stderr).toContain('criterion.name');
      expect(ended.stderr).toContain('criterion.instructions');
      expect(repository.service.arrived).toEqual([]);
    }),
  );
});
