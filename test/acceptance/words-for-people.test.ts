/** What people are told: which and why, before anything is sent, and what to do next. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tone } from '../support/tone.ts';
import { choosing, run, stage } from './harness.ts';
import { runSimilar } from './in-process.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const { service, home } = await stage();
const similar = (...line: string[]) => runSimilar(home.folder, line, { env: choosing(service) });
const vau = (...line: string[]) => run(home.folder, line, { env: choosing(service) });

describe('a span that ends before it starts is a usage error of its flag, and nothing is sent', () => {
  it.each([
    [['share', 'create', a, '--clip', '20-10'], '--clip'],
    [['share', 'create', a, '--clip', '5-5', '--if-absent', '--wait'], '--clip'],
    [['media', 'add', a, a, '--segment', '0-5', '--segment', '9-7.5'], '--segment'],
    [['segmentation', 'create', a, '--segment', '1-0'], '--segment'],
    [['share', 'get', a, '--clip-start', '20', '--clip-end', '10'], '--clip-end'],
  ])('%j', async (line, flag) => {
    const ended = await similar(...line);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain(flag);
    expect(service.arrived).toEqual([]);
  });

  it('says how it is written', async () => {
    const { stderr } = await vau('share', 'create', a, '--clip', '20-10');
    expect(stderr).toContain(
      '--clip must end after it starts (got "20-10")\nWrite START-END in seconds: 10-20.',
    );
    const none = await vau('share', 'create', a, '--clip', '0:05-5');
    expect(none.stderr).toContain('--clip must end after it starts (got "0:05-5")\nGive an end after 5 s.');
  });
});

it('files that are left out are named, with the reason of each', async () => {
  const folder = path.join(home.folder, 'films');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'a.wav'), tone(1));
  writeFileSync(path.join(folder, 'empty.mp4'), '');
  writeFileSync(path.join(folder, 'notes.txt'), 'not media');
  const ended = await vau('file', 'upload', 'films');
  expect(ended.stderr).toContain('Left out 2 other files:\n');
  expect(ended.stderr).toContain(`  ${path.join('films', 'empty.mp4')}: the file is empty\n`);
  expect(ended.stderr).toContain(`  ${path.join('films', 'notes.txt')}: not a media file`);
});

describe('cancelling what has ended says so', () => {
  it.each(['completed', 'failed'])('[DEEP-7] a deep search that has %s', async (status) => {
    service.script = () => ({ json: { id: a, object: 'deep_search', status, query: 'x', results: [] } });
    const ended = await vau('deep-search', 'cancel', a);
    expect(ended.status).toBe(0);
    expect(ended.stderr).toContain(`Nothing was cancelled: the deep search had already ended (${status})`);
  });

  it('[DEEP-6] one that was in progress does not', async () => {
    service.script = () => ({ json: { id: a, object: 'deep_search', status: 'cancelled', results: [] } });
    expect((await similar('deep-search', 'cancel', a)).stderr).not.toContain('Nothing was cancelled');
  });

  it.each([true, false])('[MOM-5] a run of a criterion, refunded: %s', async (refunded) => {
    service.script = () => ({ json: { job_id: a, deleted: true, refunded } });
    const ended = await similar('find-moments', 'delete', a, '--yes');
    expect(ended.status).toBe(0);
    expect(ended.stderr.includes('Nothing was cancelled or refunded')).toBe(!refunded);
  });
});

describe('a search without a hit says what was searched, and what to do next', () => {
  const nothing = { id: a, object: 'search', results: [], total: 0, limit: 10, offset: 0 };
  const answering = (json: object) => {
    service.script = ({ path: where }) =>
      where.includes('/collections/')
        ? { json: { id: a, object: 'collection', name: 'My talks' } }
        : { json };
  };

  it('segments of a collection, by its name', async () => {
    answering({ ...nothing, query: 'zebra', scope: 'segment' });
    const { status, stderr } = await vau('search', 'run', 'zebra', '--collection', a);
    expect([status, stderr]).toEqual([
      0,
      'Nothing was found for "zebra" in the segments of collection "My talks".\nNext: vau media list \'My talks\'\n',
    ]);
  });

  it('moments, with flags that leave some out', async () => {
    answering({ ...nothing, query: 'zebra', scope: 'moment' });
    const flags = ['--scope', 'moment', '--threshold', '0.9', '--modality', 'speech'];
    const { stderr } = await similar('search', 'run', 'zebra', '--collection', a, ...flags);
    expect(stderr).toContain('Without --threshold and --modality there may be something.');
    expect(stderr).toContain("Next: vau moments list 'My talks'");
  });

  it('tags of segments, and how to search those of whole files', async () => {
    answering({ ...nothing, query: 'Ada', scope: 'segment' });
    const tags = ['search', 'run', 'Ada', '--collection', a, '--modality', 'tag_lexical'];
    expect((await vau(...tags)).stderr).toContain('Tags of whole files are found with --scope file.');
    answering({ ...nothing, query: 'Ada', scope: 'file' });
    expect((await vau(...tags, '--scope', 'file')).stderr).not.toContain('--scope file');
  });

  it.each([
    [['deep-search', 'run', 'zebra', '--collection', a], 'of collection "My talks"'],
    [['deep-search', 'run', 'zebra', '--file', a], 'in 1 file.'],
    [['search', 'get', a], 'that were searched'],
    [['deep-search', 'get', a], 'that were searched'],
  ])('%j', async (line, said) => {
    answering({ ...nothing, query: 'zebra', scope: null, status: 'completed' });
    const { status, stderr } = await similar(...line);
    expect(status).toBe(0);
    expect(stderr).toContain('Nothing was found for "zebra"');
    expect(stderr).toContain(said);
    expect(stderr).toMatch(/^Next: vau /m);
  });

  it('with the id where the service does not say the name; nothing for a program or with hits', async () => {
    service.script = ({ path: where }) =>
      where.includes('/collections/')
        ? { status: 404, json: { error: 'gone' } }
        : { json: { ...nothing, query: 'x' } };
    expect((await similar('search', 'run', 'x', '--collection', a)).stderr).toContain(`collection "${a}"`);
    expect((await similar('search', 'run', 'x', '--collection', a, '-o', 'json')).stderr).toBe('');
    answering({ ...nothing, results: [{ type: 'file', file_id: a }], total: 1 });
    expect((await similar('search', 'run', 'x', '--collection', a)).stderr).not.toContain('Nothing');
  });
});

/** A file system that refuses folders with ENOENT: there, Node's own recursive mkdir never ends. */
describe.runIf(process.platform === 'linux')('a folder that cannot be made ends the command at once', () => {
  it.each([
    [['service', 'start', '--data-dir', '/proc/foo'], {}],
    [['service', 'config', 'set', 'speech_url', 'http://127.0.0.1:1/v1', '--data-dir', '/proc/foo/bar'], {}],
    [['config', 'set', 'base_url', 'http://127.0.0.1:1/v1'], { VAU_CONFIG_DIR: '/proc/foo' }],
    [['setup', 'speech', '--data-dir', '/proc/foo', '--from', '/tmp'], {}],
  ])('%j', async (line, env) => {
    const ended = await run(home.folder, line, { env });
    expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(ended.stderr).toContain('/proc/foo');
    expect(ended.stderr).toMatch(/^Next: vau /m);
  });
});
