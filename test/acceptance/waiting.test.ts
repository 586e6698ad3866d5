import { describe, expect, it } from 'vitest';
import { type Answer, choosing, type Ended, type RunOptions, run, stage } from './harness.ts';
import { runInProcess } from './in-process.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const b = '0b6a1a52-9f3c-4c1e-8a51-000000000002';
const c = '0b6a1a52-9f3c-4c1e-8a51-000000000003';
const { service, home } = await stage();

const quick = ['--interval', '0.02'];
/** For many polls in a row: each delay is longer than the one before. */
const quickest = ['--interval', '0.002'];
const vau = (args: string[], options: RunOptions = {}) =>
  run(home.folder, args, { env: choosing(service), ...options });
/**
 * The same command for many kinds of resources: the first line in the binary, the others in this process, where a start
 * costs nothing.
 */
const alike = (first: boolean, line: string[]): Promise<Ended> =>
  first ? vau(line) : runInProcess(line, choosing(service));
/** The responses in turn; the last one repeats. */
const inTurn = (...answers: Answer[]) => {
  service.script = (_, count) => answers[Math.min(count, answers.length) - 1] ?? {};
};
const share = (status: string, more: object = {}): Answer => ({ json: { id: a, status, ...more } });
const linesOf = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const fault: Answer = { status: 500, json: { error: 'a passing fault' } };

describe('[CLI-5] --wait', () => {
  it('completed: exit 0 with the final resource', async () => {
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

  it('a collection that is redone: progress, exit 10 if files failed, and where the reasons are', async () => {
    const redo = (status: string, files_completed: number, files_failed: number): Answer => ({
      json: { redo_id: a, collection_id: b, status, files_total: 3, files_completed, files_failed },
    });
    inTurn(
      { json: { files: 3, seconds: 4, modalities: [] } },
      redo('pending', 0, 0),
      redo('processing', 1, 0),
      redo('completed_with_failures', 2, 1),
    );
    const line = ['describe', 'redo', '--collection', b, '--yes', '--wait', ...quick];
    const ended = await runInProcess(line, choosing(service));
    expect(ended.status).toBe(10);
    expect(ended.stderr).toContain('3 files: about 4 s.');
    expect(ended.stderr).toContain('1 of 3 files');
    expect(ended.stderr).toContain(`vau media list ${b}`);
    expect(service.arrived.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /v1/collections/${b}/redo/estimate`,
      `POST /v1/collections/${b}/redo`,
      `GET /v1/redos/${a}`,
      `GET /v1/redos/${a}`,
    ]);
  });

  it('cancelled: exit 11', async () => {
    inTurn(share('in_progress'), share('cancelled'));
    const line = ['deep-search', 'run', 'q', '--everything', '--background', '--wait', ...quick];
    expect((await vau(line)).status).toBe(11);
  });

  it('timed out: exit 124 with the command that resumes the wait', async () => {
    inTurn(share('processing'));
    const ended = await vau(['share', 'create', a, '--wait', '--timeout', '300ms', ...quick]);
    expect(ended.status).toBe(124);
    expect(ended.stderr).toContain(`vau wait share ${a}`);
  });

  it('an unknown state that stays never counts as success: exit 8', async () => {
    inTurn(share('archived'));
    const ended = await vau(['share', 'create', a, '--wait', '--interval', '0.002']);
    expect(ended.status).toBe(8);
    expect(ended.stderr).toContain('The share is archived: this version does not know that state');
  });

  it('waits through an unknown state that passes', async () => {
    inTurn(share('queued'), share('queued'), share('completed'));
    expect((await vau(['share', 'create', a, '--wait', ...quick])).status).toBe(0);
  });

  it('five errors in a row and then a valid response: exit 0', async () => {
    inTurn(share('pending'), ...Array<Answer>(5).fill(fault), share('completed'));
    expect((await vau(['share', 'create', a, '--wait', ...quickest])).status).toBe(0);
  });

  it('a valid response resets the error count', async () => {
    const five = Array<Answer>(5).fill(fault);
    inTurn(share('pending'), ...five, share('processing'), ...five, share('completed'));
    expect((await vau(['share', 'create', a, '--wait', ...quickest])).status).toBe(0);
  });

  it('six errors in a row end it with the status of the error', async () => {
    inTurn(share('pending'), fault);
    expect((await vau(['share', 'create', a, '--wait', ...quickest])).status).toBe(8);
    expect(service.arrived).toHaveLength(7);
  });

  it('a deleted resource ends it at once: exit 5', async () => {
    inTurn(share('pending'), { status: 404, json: { error: 'no such share' } });
    expect((await vau(['share', 'create', a, '--wait', ...quick])).status).toBe(5);
  });

  it('Ctrl-C: exit 130 with the command that resumes the wait', async () => {
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

  it('does not poll a finished resource', async () => {
    inTurn(share('completed'));
    expect((await vau(['share', 'create', a, '--wait'])).status).toBe(0);
    expect(service.arrived).toHaveLength(1);
  });

  const uri = `vau://files/${a}`;
  const criterion = '{"name": "promise", "instructions": "A promise"}';
  const starting: [line: string[], id: string, post: string, get: string][] = [
    [['file', 'sync', 'https://example.com/talk.mp4'], 'id', '/files/sync', `/files/${b}`],
    [['segmentation', 'create', a], 'segmentation_id', `/files/${a}/segmentations`, `/segmentations/${b}`],
    [['extract', 'create', uri, '--prompt', 'People'], 'job_id', '/extract', `/extract/${b}`],
    [['describe', 'create', uri, '--no-speech'], 'job_id', '/describe', `/describe/${b}`],
    [['transcribe', 'create', uri], 'job_id', '/transcribe', `/transcribe/${b}`],
    [['frames', 'create', a], 'frame_extraction_id', `/files/${a}/frames`, `/frames/${b}`],
    [['face-detect', 'create', uri], 'face_detection_id', '/face-detect', `/face-detect/${b}`],
    [
      ['face-match', 'create', uri, '--source', 'https://example.com/face.jpg'],
      'face_match_id',
      '/face-match',
      `/face-match/${b}`,
    ],
    [
      ['find-moments', 'create', uri, '--criterion', criterion],
      'job_id',
      '/find-moments',
      `/find-moments/${b}`,
    ],
  ];

  it.each(starting)('%j waits for what it starts', async (line, id, post, get) => {
    inTurn({ json: { [id]: b, status: 'pending' } }, { json: { [id]: b, status: 'completed' } });
    const ended = await alike(line === starting[0]?.[0], [...line, '--wait', '-o', 'json', ...quick]);
    expect(ended.status).toBe(0);
    expect(JSON.parse(ended.stdout)).toEqual({ [id]: b, status: 'completed' });
    expect(service.arrived.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /v1${post}`,
      `GET /v1${get}`,
    ]);
  });

  it('media add waits for the collection file', async () => {
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
    ['transcribe', a, `/transcribe/${a}`],
    ['frames', a, `/frames/${a}`],
    ['face-detect', a, `/face-detect/${a}`],
    ['face-match', a, `/face-match/${a}`],
    ['find-moments', a, `/find-moments/${a}`],
  ];

  it.each(kinds)('%s %s polls %s', async (kind, id, route) => {
    inTurn(share('processing'), share('completed'));
    expect((await alike(kind === 'file', ['wait', kind, id, ...quick])).status).toBe(0);
    expect(service.arrived.map(({ path }) => path)).toEqual([`/v1${route}`, `/v1${route}`]);
  });

  it.each([
    ['completed', 0],
    ['failed', 10],
    ['cancelled', 11],
    ['archived', 8],
    ['processing', 124],
  ])('%s: exit %i', async (status, exit) => {
    inTurn(share(status));
    const timeout = status === 'processing' ? '0.2' : '20';
    const ended = await vau(['wait', 'share', a, ...quickest, '--timeout', timeout]);
    expect(ended).toMatchObject({ status: exit, stdout: '' });
  });

  it('five errors in a row, then a valid response: exit 0', async () => {
    inTurn(...Array<Answer>(5).fill(fault), share('completed'));
    expect((await vau(['wait', 'share', a, ...quickest])).status).toBe(0);
    expect(service.arrived).toHaveLength(6);
  });

  it('respects Retry-After', async () => {
    const times: number[] = [];
    service.script = (_, count) => {
      times.push(performance.now());
      const busy = { status: 429, headers: { 'retry-after': '0.5' }, json: { error: 'slow down' } };
      return count === 1 ? busy : share('completed');
    };
    expect((await vau(['wait', 'share', a, ...quick])).status).toBe(0);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(490);
  });

  it('--timeout 0 polls once', async () => {
    inTurn(share('processing'));
    expect((await vau(['wait', 'share', a, '--timeout', '0'])).status).toBe(124);
    expect(service.arrived).toHaveLength(1);
  });

  it('--interval 0 is refused', async () => {
    expect((await vau(['wait', 'share', a, '--interval', '0'])).status).toBe(2);
  });

  it('waits for several at once, not one after another', async () => {
    // The first one ends only after the others have been polled.
    const looked = new Set<string>();
    service.script = ({ path }) => {
      looked.add(path);
      return share(path.endsWith(b) && looked.size < 3 ? 'processing' : 'completed');
    };
    expect((await vau(['wait', 'file', b, a, c, ...quick, '--timeout', '20'])).status).toBe(0);
  });

  it('--any ends with the first, which decides', async () => {
    service.script = ({ path }) => ({
      json: { id: path.slice(-36), status: path.endsWith(b) ? 'failed' : 'processing' },
    });
    const ended = await vau(['wait', 'file', a, b, c, '--any', '-o', 'json', ...quick]);
    expect(ended.status).toBe(10);
    expect(JSON.parse(ended.stdout)).toEqual({ id: b, status: 'failed' });
  });

  it('--any: times out if none has finished, and a missing one does not count', async () => {
    service.script = ({ path }) =>
      path.endsWith(a) ? { status: 404, json: { error: 'no such file' } } : share('processing');
    const late = await vau(['wait', 'file', c, b, '--any', '--timeout', '200ms', ...quick]);
    expect(late).toMatchObject({ status: 124, stdout: '' });
    expect(late.stderr).toContain(`To keep waiting: vau wait file ${c} ${b} --any\n`);
    expect((await vau(['wait', 'file', a, b, '--any', '--timeout', '1500ms', ...quick])).status).toBe(5);
  });

  it('a missing resource does not end the wait for the others', async () => {
    service.script = ({ path }, count) => {
      if (path.endsWith(a)) return { status: 404, json: { error: 'no such file' } };
      return share(count < 6 ? 'processing' : 'completed');
    };
    const ended = await vau(['wait', 'file', a, b, ...quick]);
    expect(ended.status).toBe(5);
    expect(ended.stderr).toContain(`cannot read file ${a}: no such file`);
    expect(ended.stderr).toContain(`file ${b} is done`);
  });

  it('-o ndjson prints each transition as it happens, and nothing else', async () => {
    inTurn(
      share('pending'),
      share('processing'),
      share('processing'),
      share('failed', { error: 'no picture' }),
    );
    const ended = await vau(['wait', 'file', a, '-o', 'ndjson', ...quick]);
    expect(ended.status).toBe(10);
    expect(linesOf(ended.stdout)).toEqual([
      { seen_at: expect.any(Number), kind: 'file', id: a, status: 'pending', outcome: null },
      { seen_at: expect.any(Number), kind: 'file', id: a, status: 'processing', outcome: null },
      {
        seen_at: expect.any(Number),
        kind: 'file',
        id: a,
        status: 'failed',
        outcome: 'failed',
        reason: 'no picture',
        resource: { id: a, status: 'failed', error: 'no picture' },
      },
    ]);
  });

  it('prints a transition while the wait continues', async () => {
    inTurn(share('processing'));
    let seen = '';
    const ended = await vau(['wait', 'file', a, '-o', 'ndjson', ...quick], {
      onOutput: (text, kill) => {
        if (!seen) kill('SIGINT');
        seen ||= text;
      },
    });
    expect(ended.status).toBe(130);
    expect(linesOf(seen)).toMatchObject([{ status: 'processing', outcome: null }]);
  });

  it('--wait -o ndjson prints the transitions of what it started', async () => {
    inTurn(share('pending'), share('completed'));
    const ended = await vau(['share', 'create', a, '--wait', '-o', 'ndjson', ...quick]);
    expect(linesOf(ended.stdout)).toMatchObject([
      { status: 'pending', outcome: null },
      { status: 'completed', outcome: 'completed' },
    ]);
  });

  it('Ctrl-C: exit 130 with the command that resumes the wait for unfinished ones', async () => {
    service.script = ({ path }) => share(path.endsWith(b) ? 'completed' : 'processing');
    let sent = false;
    const ended = await vau(['wait', 'file', a, b, c, '--base-url', service.url, ...quick], {
      onError: (text, kill) => {
        if (!sent && text.includes('1 of 3 have finished; 2 processing')) kill('SIGINT');
        sent ||= text.includes('1 of 3 have finished; 2 processing');
      },
    });
    expect(ended).toMatchObject({ status: 130, stdout: '' });
    expect(ended.stderr).toContain(`vau wait file ${a} ${c} --base-url ${service.url}\n`);
  });

  it('waits for several, and the worst one decides', async () => {
    service.script = ({ path }) => share(path.endsWith(b) ? 'failed' : 'completed');
    const ended = await vau(['wait', 'file', b, a, '-o', 'json', ...quick]);
    expect(ended.status).toBe(10);
    expect(JSON.parse(ended.stdout)).toHaveLength(2);
  });

  it('of many, names those that did not complete', async () => {
    const many = Array.from({ length: 40 }, (_, index) => a.slice(0, -2) + String(index + 10));
    const [bad = ''] = many;
    service.script = ({ path }, count) =>
      share(count <= 60 ? 'processing' : path.endsWith(bad) ? 'failed' : 'completed');
    const ended = await vau(['wait', 'file', ...many, ...quick]);
    expect(ended).toMatchObject({ status: 10, stdout: '' });
    expect(ended.stderr).toContain(`file ${bad} failed`);
    expect(ended.stderr).toContain('39 completed');
    expect(ended.stderr).not.toContain('is done');
    expect(ended.stderr).not.toContain('Warning');
    expect(ended.stderr.split('\n').length).toBeLessThan(16);
  });

  it('refuses an incomplete id', async () => {
    const ended = await vau(['wait', 'collection-file', a]);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('collection_id/file_id');
  });
});
