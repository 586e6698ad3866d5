import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  choosing,
  type RunOptions,
  run,
  type Scripted,
  scripted,
  temporary,
} from './harness.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const b = '0b6a1a52-9f3c-4c1e-8a51-000000000002';
let service: Scripted;
const home = temporary();

beforeAll(async () => {
  service = await scripted();
});
afterEach(() => {
  service.arrived.length = 0;
});
afterAll(async () => {
  await service.close();
  home.remove();
});

const quick = ['--interval', '0.02'];
const vau = (args: string[], options: RunOptions = {}) =>
  run(home.folder, args, { env: choosing(service), ...options });
/** The answers in turn; the last one again and again. */
const inTurn = (...answers: Answer[]) => {
  service.script = (_, count) => answers[Math.min(count, answers.length) - 1] ?? {};
};
const share = (status: string, more: object = {}): Answer => ({ json: { id: a, status, ...more } });
const fault: Answer = { status: 500, json: { error: 'a passing fault' } };

describe('[CLI-5] --wait', () => {
  it('completed: exit 0, and the thing as it is in the end', async () => {
    inTurn(share('pending'), share('processing'), share('completed', { stream_url: 'http://s' }));
    const ended = await vau(['share', 'create', a, '--wait', '-o', 'json', ...quick]);
    expect(ended.status).toBe(0);
    expect(JSON.parse(ended.stdout)).toEqual({ id: a, status: 'completed', stream_url: 'http://s' });
    expect(service.arrived.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/share',
      `GET /v1/share/${a}`,
      `GET /v1/share/${a}`,
    ]);
    expect(ended.stderr).toContain('The share is processing');
  });

  it('failed: exit 10 with the reason', async () => {
    inTurn(share('pending'), share('failed', { error: 'no stream in it' }));
    const ended = await vau(['share', 'create', a, '--wait', ...quick]);
    expect(ended.status).toBe(10);
    expect(ended.stderr).toContain('no stream in it');
  });

  it('cancelled: exit 11', async () => {
    inTurn(share('in_progress'), share('cancelled'));
    const line = ['deep-search', 'run', 'q', '--everything', '--background', '--wait', ...quick];
    expect((await vau(line)).status).toBe(11);
  });

  it('timed out: exit 124 with the command that goes on waiting', async () => {
    inTurn(share('processing'));
    const ended = await vau(['share', 'create', a, '--wait', '--timeout', '300ms', ...quick]);
    expect(ended.status).toBe(124);
    expect(ended.stderr).toContain(`vau wait share ${a}`);
  });

  it('an unknown state is never a success', async () => {
    inTurn(share('archived'));
    const ended = await vau(['share', 'create', a, '--wait', '--timeout', '300ms', ...quick]);
    expect(ended.status).toBe(124);
    expect(ended.stderr).toContain('archived');
  });

  it('an unknown state that passes is waited through', async () => {
    inTurn(share('queued'), share('queued'), share('completed'));
    expect((await vau(['share', 'create', a, '--wait', ...quick])).status).toBe(0);
  });

  it('five faults in a row and then a good answer: exit 0', async () => {
    inTurn(share('pending'), ...Array<Answer>(5).fill(fault), share('completed'));
    expect((await vau(['share', 'create', a, '--wait', ...quick])).status).toBe(0);
  });

  it('a good answer resets the budget of faults', async () => {
    const five = Array<Answer>(5).fill(fault);
    inTurn(share('pending'), ...five, share('processing'), ...five, share('completed'));
    expect((await vau(['share', 'create', a, '--wait', ...quick])).status).toBe(0);
  });

  it('six faults in a row end it with the status of the fault', async () => {
    inTurn(share('pending'), fault);
    expect((await vau(['share', 'create', a, '--wait', ...quick])).status).toBe(8);
    expect(service.arrived).toHaveLength(7);
  });

  it('what is gone meanwhile ends it at once: exit 5', async () => {
    inTurn(share('pending'), { status: 404, json: { error: 'no such share' } });
    expect((await vau(['share', 'create', a, '--wait', ...quick])).status).toBe(5);
  });

  it('Ctrl-C: exit 130 with the command that goes on waiting', async () => {
    inTurn(share('processing'));
    let sent = false;
    const ended = await vau(['share', 'create', a, '--wait', ...quick], {
      onError: (text, kill) => {
        if (!sent && text.includes('is processing')) kill('SIGINT');
        sent ||= text.includes('is processing');
      },
    });
    expect(ended).toMatchObject({ status: 130, stdout: '' });
    expect(ended.stderr).toContain(`vau wait share ${a}`);
  });

  it('what is done already is not asked for again', async () => {
    inTurn(share('completed'));
    expect((await vau(['share', 'create', a, '--wait'])).status).toBe(0);
    expect(service.arrived).toHaveLength(1);
  });

  it('media add waits for the file of the collection', async () => {
    const member = { collection_id: a, file_id: b };
    inTurn({ json: { ...member, status: 'pending' } }, { json: { ...member, status: 'not_applicable' } });
    const ended = await vau(['media', 'add', a, b, '--wait', ...quick]);
    expect(ended.status).toBe(0);
    expect(ended.stderr).toContain('not applicable');
    expect(service.arrived[1]).toMatchObject({ method: 'GET', path: `/v1/collections/${a}/videos/${b}` });
  });

  it('[ATT-12] attach waits for the backfill in the collection, and exits 10 on failures', async () => {
    const attachment = (backfill_status: string, done: number) => ({
      attachment_id: b,
      backfill_status,
      files_total: 3,
      files_completed: done,
      files_failed: backfill_status === 'completed_with_failures' ? 1 : 0,
    });
    const collection = (status: string, done: number): Answer => ({
      json: { id: a, moments_config: { criteria: [{ attachment_id: a }, attachment(status, done)] } },
    });
    inTurn(
      { status: 201, json: attachment('pending', 0) },
      collection('processing', 1),
      collection('completed_with_failures', 2),
    );
    const line = [
      'moment-criteria',
      'attach',
      a,
      '--name',
      'p',
      '--instructions',
      'x',
      '--wait',
      '-o',
      'json',
      ...quick,
    ];
    const ended = await vau(line);
    expect(ended.status).toBe(10);
    expect(ended.stderr).toContain('1 of 3 files');
    expect(JSON.parse(ended.stdout)).toEqual(attachment('completed_with_failures', 2));
    expect(service.arrived[1]).toMatchObject({ method: 'GET', path: `/v1/collections/${a}` });
  });
});

describe('[CLI-5] vau wait', () => {
  const kinds: [kind: string, id: string, path: string][] = [
    ['file', a, `/files/${a}`],
    ['collection-file', `${a}/${b}`, `/collections/${a}/videos/${b}`],
    ['segmentation', a, `/segmentations/${a}`],
    ['deep-search', a, `/deepSearch/${a}`],
    ['share', a, `/share/${a}`],
    ['extract', a, `/extract/${a}`],
    ['describe', a, `/describe/${a}`],
    ['frames', a, `/frames/${a}`],
    ['face-detect', a, `/face-detect/${a}`],
    ['face-match', a, `/face-match/${a}`],
    ['find-moments', a, `/find-moments/${a}`],
  ];

  it.each(kinds)('%s %s looks at %s', async (kind, id, route) => {
    inTurn(share('processing'), share('completed'));
    expect((await vau(['wait', kind, id, ...quick])).status).toBe(0);
    expect(service.arrived.map(({ path }) => path)).toEqual([`/v1${route}`, `/v1${route}`]);
  });

  it('several end together, the worst of them decides', async () => {
    service.script = ({ path }) => share(path.endsWith(b) ? 'failed' : 'completed');
    const ended = await vau(['wait', 'file', b, a, '-o', 'json', ...quick]);
    expect(ended.status).toBe(10);
    expect(JSON.parse(ended.stdout)).toHaveLength(2);
  });

  it('an id that lacks a part is refused', async () => {
    const ended = await vau(['wait', 'collection-file', a]);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('collection_id/file_id');
  });
});
