/** Criteria from pipelines with the real binary: attached once, and waited for. */
import { beforeEach, describe, expect, it } from 'vitest';
import { criterion, fileIn } from './criterion.ts';
import { choosing, run, stage } from './harness.ts';
import { collection, type MomentsService, moments } from './moments-service.ts';

const { service, home } = await stage();
let state: MomentsService;

beforeEach(() => {
  service.arrived.length = 0;
  state = moments(service);
});

const file = fileIn(home.folder);
file('good.json', criterion);
file('good.yaml', criterion);
file('turned.yaml', {
  scoring: { max: 10, min: 0, key: 'strength' },
  instructions: 'Find promises.',
  name: 'promise',
});

const attach = (source: string, ...more: string[]) =>
  run(
    home.folder,
    [
      'moment-criteria',
      'attach',
      collection,
      '--file',
      source,
      '--interval',
      '0.02',
      '--timeout',
      '20',
      ...more,
    ],
    { env: choosing(service) },
  );

describe('attaching from a file', () => {
  it('sends YAML as the API expects it, without the name of the schema', async () => {
    const source = file('send.yaml', { $schema: 'x', criterion, boundary_policy: 'tight' });
    const ended = await attach(source, '-o', 'json');
    expect(ended.status).toBe(0);
    expect(service.arrived.map(({ body }) => body)).toEqual([{ criterion, boundary_policy: 'tight' }]);
    expect(JSON.parse(ended.stdout)).toMatchObject({ criterion_name: 'promise', backfill_status: 'pending' });
  });

  it('needs a collection: exit 2, nothing sent', async () => {
    const ended = await run(home.folder, ['moment-criteria', 'attach', '--file', 'good.json'], {
      env: choosing(service),
    });
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('<collection-id> is required');
    expect(service.arrived).toEqual([]);
  });

  it('[ATT-12] --wait: exit 0 with the attachment when the backfill is completed', async () => {
    const ended = await attach('good.json', '--wait', '-o', 'json');
    expect(ended.status).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ backfill_status: 'completed', files_completed: 3 });
  });
});

describe('[ATT-12] completed_with_failures', () => {
  const a = '0b6a1a52-9f3c-4c1e-8a51-00000000000a';
  const b = '0b6a1a52-9f3c-4c1e-8a51-00000000000b';
  const stranger = '0b6a1a52-9f3c-4c1e-8a51-00000000000d';
  const members = `/v1/collections/${collection}/videos`;

  it('exit 10, with the failed files from the collection and from runs', async () => {
    state.ending = 'completed_with_failures';
    state.more = ({ path: where, query }) => {
      const hash = state.attached[0]?.criterion_hash;
      const failed = (id: string, criterion_hash = hash) => ({
        job_id: 'r',
        status: 'failed',
        url: `vau://files/${id}`,
        created_at: 1,
        error: 'no speech was heard',
        find_moments_config: { criterion_hash },
      });
      if (where === members)
        return {
          json: {
            object: 'list',
            data: [{ file_id: a, status: 'failed', error: 'broken', file: { filename: 'a.mp4' } }],
            total: 1,
            limit: 100,
            offset: 0,
          },
        };
      if (where === '/v1/find-moments')
        return query.cursor
          ? { json: { runs: [failed(b), failed(stranger)], total: 3 } }
          : {
              json: {
                runs: [failed(a), failed('0b6a1a52-9f3c-4c1e-8a51-00000000000e', 'another')],
                total: 3,
                next_cursor: 'n',
              },
            };
      return where === `${members}/${b}`
        ? { json: { file_id: b, status: 'completed', file: { filename: 'b.mp4' } } }
        : undefined;
    };
    const ended = await attach('good.json', '--wait', '-o', 'json');
    expect(ended.status).toBe(10);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      backfill_status: 'completed_with_failures',
      files_failed: 2,
    });
    expect(ended.stderr).toContain(`${a}  a.mp4: broken`);
    expect(ended.stderr).toContain(`${b}  b.mp4: no speech was heard`);
    expect(ended.stderr).not.toContain(stranger);
    expect(ended.stderr).not.toContain('does not name');
  });

  it('exit 10 too if the service names none of them, and says so', async () => {
    state.ending = 'completed_with_failures';
    const ended = await attach('good.json', '--wait');
    expect(ended.status).toBe(10);
    expect(ended.stderr).toContain('2 failed; the service does not name them');
  });
});

describe('[ATT-12] --if-absent', () => {
  it('attaches once; the second time it returns the same attachment, exit 0', async () => {
    const first = await attach('good.yaml', '--if-absent', '-o', 'json');
    const second = await attach('turned.yaml', '--if-absent', '-o', 'json');
    expect([first.status, second.status, state.posts()]).toEqual([0, 0, 1]);
    expect(JSON.parse(second.stdout).attachment_id).toBe(JSON.parse(first.stdout).attachment_id);
    expect(second.stderr).toContain('already attached');
  });

  it('waits for a backfill in progress, and exits with its result', async () => {
    await attach('good.json');
    state.ending = 'completed_with_failures';
    const ended = await attach('good.json', '--if-absent', '--wait');
    expect([ended.status, state.posts()]).toEqual([10, 1]);
  });

  it('explicit defaults are not a difference, nor is the order of signals', async () => {
    file('plain.json', { criterion, signals_required: ['speech', 'scene_text'] });
    file('written.json', {
      criterion,
      signals_required: ['scene_text', 'speech'],
      boundary_policy: 'sentence',
      min_duration_seconds: 5,
      max_duration_seconds: 300,
    });
    await attach('plain.json');
    expect((await attach('written.json', '--if-absent')).status).toBe(0);
    expect(state.posts()).toBe(1);
  });

  it('the same name with other content is a conflict that lists the differences: exit 6, nothing sent', async () => {
    await attach('good.json');
    const source = file('other.json', {
      criterion: { ...criterion, instructions: 'Find threats.', scoring: { ...criterion.scoring, max: 5 } },
      min_duration_seconds: 1,
    });
    const ended = await attach(source, '--if-absent', '-o', 'json');
    expect(ended).toMatchObject({ status: 6, stdout: '' });
    const { message, code, next } = JSON.parse(ended.stderr);
    expect(code).toBe('conflict');
    expect(message).toContain('criterion.instructions');
    expect(message).toContain('criterion.scoring.max (10 there, 5 here)');
    expect(message).toContain('min_duration_seconds (5 there, 1 here)');
    expect(message).not.toContain('criterion.name');
    const [taken] = state.attached;
    expect(next).toBe(`vau moment-criteria detach ${collection} ${taken?.attachment_id}`);
    expect(state.posts()).toBe(1);
  });

  it('compares hashes if the service does not return the criterion', async () => {
    await attach('good.json');
    for (const one of state.attached) Reflect.deleteProperty(one, 'criterion');
    expect((await attach('turned.yaml', '--if-absent')).status).toBe(0);
    const ended = await attach('other.json', '--if-absent');
    expect(ended.status).toBe(6);
    expect(ended.stderr).toContain('does not return it');
  });
});
