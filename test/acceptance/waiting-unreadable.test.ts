/** `vau wait` if a resource cannot be read, or a backfill has failed files. */
import { describe, expect, it } from 'vitest';
import { type Answer, choosing, run, stage } from './harness.ts';

const [a, b, c] = [1, 2, 3].map((index) => `0b6a1a52-9f3c-4c1e-8a51-00000000000${index}`) as [
  string,
  string,
  string,
];
const { service, home } = await stage();

const wait = (...args: string[]) =>
  run(home.folder, ['wait', ...args, '--interval', '0.02'], { env: choosing(service) });
const share = (id: string, status: string): Answer => ({ json: { id, status } });
const gone: Answer = {
  status: 404,
  headers: { 'x-request-id': 'r-1' },
  json: { error: 'no such file' },
};
/** The error at the end of standard error. */
const errorIn = (text: string) => JSON.parse(text.slice(text.indexOf('{')));

describe('[CLI-4] vau wait with unreadable resources', () => {
  it('one of several: the others on standard output, the error on standard error, exit 5', async () => {
    service.script = ({ path }) => (path.endsWith(b) ? gone : share(path.slice(-36), 'completed'));
    const ended = await wait('file', a, b, c, '-o', 'json');
    expect(ended.status).toBe(5);
    expect(JSON.parse(ended.stdout)).toEqual([a, c].map((id) => ({ id, status: 'completed' })));
    expect(errorIn(ended.stderr)).toEqual({
      code: 'not_found',
      message: `cannot read file ${b}: no such file`,
      status: 404,
      request_id: 'r-1',
      retryable: false,
      exit_status: 5,
      next: 'vau wait --help',
    });
  });

  it('all of several: nothing on standard output', async () => {
    service.script = () => gone;
    for (const more of [[], ['--any']]) {
      const ended = await wait('file', a, b, '-o', 'json', ...more);
      expect(ended).toMatchObject({ status: 5, stdout: '' });
      const { code, message } = errorIn(ended.stderr);
      expect(code).toBe('not_found');
      expect(message.split('\n')).toEqual([a, b].map((id) => `cannot read file ${id}: no such file`));
    }
  });

  it('a single one: the error of the request', async () => {
    service.script = () => gone;
    const ended = await wait('file', a, '-o', 'json');
    expect(ended).toMatchObject({ status: 5, stdout: '' });
    expect(errorIn(ended.stderr)).toMatchObject({ code: 'not_found', message: 'no such file', status: 404 });
  });

  it('a failure has priority, and the error has the exit status', async () => {
    service.script = ({ path }) => (path.endsWith(b) ? gone : share(path.slice(-36), 'failed'));
    const ended = await wait('file', a, b, '-o', 'json');
    expect(ended.status).toBe(10);
    expect(JSON.parse(ended.stdout)).toEqual([{ id: a, status: 'failed' }]);
    expect(errorIn(ended.stderr)).toMatchObject({ code: 'not_found', exit_status: 10 });
  });

  it('--any: the finished one decides, and the other is noted', async () => {
    const held: Answer = share(a, 'processing');
    service.script = ({ path }, count) => {
      if (path.endsWith(b)) return gone;
      return count < 4 ? held : share(a, 'completed');
    };
    const ended = await wait('file', a, b, '--any', '-o', 'json');
    expect(ended.status).toBe(0);
    expect(JSON.parse(ended.stdout)).toEqual({ id: a, status: 'completed' });
    expect(ended.stderr).toContain(`cannot read file ${b}: no such file`);
  });

  it('a resource that never responded in time gives no result', async () => {
    service.script = ({ path }) => (path.endsWith(b) ? { never: true } : share(a, 'completed'));
    const ended = await wait('file', a, b, '-o', 'json', '--timeout', '3s');
    expect(ended.status).toBe(124);
    expect(JSON.parse(ended.stdout)).toEqual([{ id: a, status: 'completed' }]);
    expect(ended.stderr).toContain(`To keep waiting: vau wait file ${b}`);
  });

  it('-o ndjson: one line each, and the error', async () => {
    service.script = ({ path }) => (path.endsWith(b) ? gone : share(a, 'completed'));
    const ended = await wait('file', a, b, '-o', 'ndjson');
    expect(ended.status).toBe(5);
    const lines = ended.stdout.trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line)).sort((x, y) => (x.id < y.id ? -1 : 1));
    expect(rows).toMatchObject([
      { id: a, outcome: 'completed' },
      { id: b, outcome: 'error', status: null, reason: 'no such file' },
    ]);
    expect(errorIn(ended.stderr)).toMatchObject({ exit_status: 5 });
  });
});

describe('[ATT-12] vau wait moment-criteria', () => {
  const attachment = {
    attachment_id: c,
    criterion_hash: 'h',
    backfill_status: 'completed_with_failures',
    files_total: 3,
    files_completed: 1,
    files_failed: 2,
  };
  const answers: Record<string, Answer> = {
    [`/v1/collections/${a}`]: { json: { id: a, moments_config: { criteria: [attachment] } } },
    [`/v1/collections/${a}/videos`]: {
      json: {
        object: 'list',
        data: [{ file_id: b, status: 'failed', error: 'no sound', file: { filename: 'talk.mp4' } }],
      },
    },
  };

  it('names the failed files', async () => {
    service.script = ({ path }) => answers[path] ?? gone;
    const ended = await wait('moment-criteria', `${a}/${c}`, '-o', 'json');
    expect(ended.status).toBe(10);
    expect(JSON.parse(ended.stdout)).toEqual(attachment);
    expect(ended.stderr).toContain(`  ${b}  talk.mp4: no sound\n`);
    expect(ended.stderr).toContain('  1 more failed; the service does not name them\n');
  });

  it('for several, says which one', async () => {
    service.script = ({ path }) => answers[path] ?? gone;
    const ended = await wait('moment-criteria', `${a}/${c}`, `${b}/${c}`);
    expect(ended).toMatchObject({ status: 10, stdout: '' });
    expect(ended.stderr).toContain(`moment-criteria ${a}/${c}:\n  ${b}  talk.mp4: no sound\n`);
    expect(ended.stderr).toContain(`cannot read moment-criteria ${b}/${c}: no such file`);
  });
});
