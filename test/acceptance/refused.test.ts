import { describe, expect, it } from 'vitest';
import { choosing, run, scripted, stage } from './harness.ts';
import { runSimilar } from './in-process.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const { service, home } = await stage();

const vau = (...args: string[]) => run(home.folder, args, { env: choosing(service) });
const similar = (...args: string[]) => runSimilar(home.folder, args, { env: choosing(service) });

describe('words beyond the arguments', () => {
  it.each([
    [
      ['tag', 'create', 'two', 'words'],
      'vau tag create takes one argument (got 2)\nPut a text with spaces in quotes.',
    ],
    [['file', 'list', 'x'], 'vau file list takes no arguments (got 1)'],
  ])('%j', async (line, said) => {
    const ended = await similar(...line);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toBe(`Error: ${said}\nNext: vau ${line.slice(0, 2).join(' ')} --help\n`);
  });
});

describe('what the contract refuses is not sent', () => {
  const refused: [title: string, line: string[], said: string[]][] = [
    ['[CHAT-2] a page above 100', ['chat', 'list', '--limit', '101'], ['--limit', 'at most 100', '101']],
    [
      '[CHAT-2] a day that is none',
      ['chat', 'list', '--created-before', '2026-02-30'],
      ['--created-before', 'YYYY-MM-DD'],
    ],
    [
      '[CHAT-2] a date in another form',
      ['chat', 'list', '--created-after', '1.5.2026'],
      ['--created-after', 'YYYY-MM-DD'],
    ],
    ['[CHAT-2] a negative offset', ['chat', 'list', '--offset', '-1'], ['--offset', 'at least 0']],
    ['[EXT-4] a page above 100', ['extract', 'list', '--limit', '101'], ['--limit', 'at most 100']],
    ['[EXT-2] an unknown status', ['extract', 'list', '--status', 'done'], ['--status', 'not_applicable']],
    ['[FACE-3] an empty page of faces', ['face-detect', 'get', a, '--limit', '0'], ['--limit', 'at least 1']],
    [
      '[FACE-3] a page above 100 of matches',
      ['face-match', 'get', a, '--limit', '101'],
      ['--limit', 'at most 100'],
    ],
    ['[FACE-3] a negative offset', ['face-match', 'get', a, '--offset', '-1'], ['--offset', 'at least 0']],
    [
      '[LIM-1] a name above 64 characters',
      ['moment-criteria', 'attach', a, '--name', `a${'b'.repeat(64)}`, '--instructions', 'x'],
      ['criterion.name', '--name', 'at most 64'],
    ],
    [
      '[CRIT-1] a name with capitals',
      ['moment-criteria', 'attach', a, '--name', 'Promise', '--instructions', 'x'],
      ['criterion.name', 'lower-case letter'],
    ],
    [
      '[CRIT-2] empty instructions',
      ['moment-criteria', 'attach', a, '--name', 'p', '--instructions', ''],
      ['criterion.instructions', 'not be empty'],
    ],
    [
      '[ATT-2] an unknown signal',
      ['moment-criteria', 'attach', a, '--name', 'p', '--instructions', 'x', '--signal', 'smell'],
      ['--signal', 'audio_description'],
    ],
    [
      '[ATT-5] a duration of 0',
      ['moment-criteria', 'attach', a, '--name', 'p', '--instructions', 'x', '--min-duration', '0'],
      ['--min-duration', 'above 0'],
    ],
    [
      '[CRIT-6] a nested moment schema',
      [
        'moment-criteria',
        'attach',
        a,
        '--name',
        'p',
        '--instructions',
        'x',
        '--moment-schema',
        '{"type":"object","properties":{"o":{"type":"object"}}}',
      ],
      ['criterion.moment_schema', 'nested'],
    ],
    [
      '[HOOK-2] an unknown event',
      ['webhook', 'update', 'w', '--event', 'file.job.complete'],
      ['--event', 'file.job.completed', 'Did you mean'],
    ],
    [
      '[HOOK-1] an endpoint that is not a URL',
      ['webhook', 'update', 'w', '--endpoint', 'example'],
      ['--endpoint', 'http'],
    ],
    [
      '[SHARE-1] an unknown visibility',
      ['share', 'create', a, '--visibility', 'secret'],
      ['--visibility', 'public, private'],
    ],
    [
      '[ERR-7] a deep search that is not a UUID',
      ['deep-search', 'cancel', 'x1'],
      ['<search-id>', 'UUID', 'x1'],
    ],
    ['[ERR-7] a face match that is not a UUID', ['face-match', 'get', 'x1'], ['<face-match-id>', 'UUID']],
    [
      '[ERR-7] a face detection that is not a UUID',
      ['face-detect', 'get', 'x1'],
      ['<face-detection-id>', 'UUID'],
    ],
    [
      '[ERR-7] a frame extraction that is not a UUID',
      ['frames', 'delete', 'x1', '--yes'],
      ['<frame-extraction-id>', 'UUID'],
    ],
    [
      '[ERR-7] a segmentation that is not a UUID',
      ['media', 'add', a, a, '--segmentation-id', 'x1'],
      ['--segmentation-id', 'UUID'],
    ],
  ];

  it.each(refused)('%s', async (_, line, said) => {
    const ended = await similar(...line);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    for (const part of said) expect(ended.stderr).toContain(part);
    expect(service.arrived).toEqual([]);
  });
});

it('[ERR-7] a collection that is neither a UUID nor a name is looked up, and the criterion is not sent', async () => {
  service.script = () => ({ json: { data: [], total: 0 } });
  const ended = await similar('moment-criteria', 'attach', 'x1', '--name', 'p', '--instructions', 'x');
  expect(ended).toMatchObject({ status: 5, stdout: '' });
  expect(ended.stderr).toContain('There is no collection "x1"');
  // The second is for what there is instead.
  const list = 'GET /v1/collections';
  expect(service.arrived.map(({ method, path }) => `${method} ${path}`)).toEqual([list, list]);
});

describe('what the service refuses', () => {
  const thirteen: string[][] = [
    ['moment-criteria', 'attach', a, '--name', 'p', '--instructions', 'x'],
    ['share', 'create', a],
    ['media', 'add', a, a],
    ['deep-search', 'cancel', a],
    ['file', 'get', a],
    ['face-match', 'get', a],
    ['face-detect', 'get', a],
    ['collection', 'delete', a, '--yes'],
    ['frames', 'delete', a, '--yes'],
    ['tag', 'delete', a, '--yes'],
    ['webhook', 'update', a, '--active'],
  ];

  it.each(thirteen)('[ERR-6] %s %s reports what was not found and exits 5', async (...line) => {
    service.script = () => ({ status: 404, json: { error: `the thing ${a} was not found` } });
    const ended = await similar(...line);
    expect(ended).toMatchObject({ status: 5, stdout: '' });
    expect(ended.stderr).toContain(`the thing ${a} was not found`);
  });

  const statuses: [status: number, exit: number][] = [
    [400, 8],
    [401, 3],
    [402, 4],
    [403, 4],
    [409, 6],
    [413, 8],
    [415, 8],
    [422, 8],
    [500, 8],
    [501, 8],
  ];

  it.each(statuses)('a %i exits %i, with nothing on standard output', async (status, exit) => {
    service.script = () => ({ status, json: { error: 'said by the service' } });
    const ended = await similar('tag', 'create', a, '--label', 'speaker', '--value', 'Ada', '-o', 'json');
    expect(ended).toMatchObject({ status: exit, stdout: '' });
    expect(JSON.parse(ended.stderr)).toMatchObject({
      message: 'said by the service',
      status,
      exit_status: exit,
    });
    expect(service.arrived).toHaveLength(1);
  });

  it('waits after a 429 with Retry-After, and then succeeds', async () => {
    service.script = (_, count) =>
      count === 1
        ? { status: 429, headers: { 'retry-after': '1' }, json: { error: 'slow down' } }
        : { json: { id: a } };
    const ended = await vau('share', 'create', a, '-o', 'json');
    expect(ended.status).toBe(0);
    expect(ended.stderr).toContain('retrying in 1.0 s');
    expect(service.arrived).toHaveLength(2);
  });

  it('a 429 that asks for more than a minute exits 7', async () => {
    service.script = () => ({
      status: 429,
      headers: { 'retry-after': '3600' },
      json: { error: 'slow down' },
    });
    expect(await vau('chat', 'list')).toMatchObject({ status: 7, stdout: '' });
  });

  it('retries a GET when the connection breaks, but not a POST', async () => {
    service.script = (_, count) => (count === 1 ? { hangUp: true } : { json: { id: a } });
    expect((await vau('share', 'create', a)).status).toBe(9);
    expect(service.arrived).toHaveLength(1);
    service.arrived.length = 0;
    expect((await vau('file', 'get', a)).status).toBe(0);
    expect(service.arrived).toHaveLength(2);
  });

  it('a response that is not JSON exits 8', async () => {
    service.script = () => ({ text: '<html>', headers: { 'content-type': 'text/html' } });
    const ended = await vau('file', 'get', a);
    expect(ended).toMatchObject({ status: 8, stdout: '' });
    expect(ended.stderr).toContain('base URL');
  });

  it('a refused connection exits 9 and names host and cause', async () => {
    const gone = await scripted();
    await gone.close();
    const ended = await run(home.folder, ['chat', 'list'], { env: choosing(gone) });
    expect(ended).toMatchObject({ status: 9, stdout: '' });
    expect(ended.stderr).toContain(new URL(gone.url).host);
    expect(ended.stderr).toContain('connection refused');
  });

  it('an unknown host exits 9', async () => {
    const env = { VAU_BASE_URL: 'http://nowhere.invalid/v1', VAU_TOKEN: 't' };
    const ended = await run(home.folder, ['chat', 'list'], { env });
    expect(ended.status).toBe(9);
    expect(ended.stderr).toContain('nowhere.invalid');
  });
});

describe('mistyped', () => {
  const lines: [line: string[], said: string[]][] = [
    [
      ['shar', 'create', a],
      ['shar', 'Did you mean share?'],
    ],
    [
      ['share', 'creat', a],
      ['creat', 'Did you mean create?', 'vau share --help'],
    ],
    [
      ['share', 'create', a, '--visibilty', 'public'],
      ['--visibilty', 'Did you mean --visibility?'],
    ],
    [
      ['share', 'create'],
      ['file-id', 'vau share create --help'],
    ],
    [['share'], ['needs a command', 'vau share --help']],
    [
      ['chat', 'list', '--limit', 'ten'],
      ['--limit must be an integer', '"ten"'],
    ],
    [
      ['chat', 'list', '-o', 'xml'],
      ['--output', 'table', 'json'],
    ],
    [
      ['share', 'create', a, '--metadata', '{x'],
      ['--metadata', 'not JSON'],
    ],
    [
      ['share', 'create', a, '--metadata', '@missing.json'],
      ['--metadata', 'missing.json does not exist'],
    ],
    [
      ['share', 'create', a, '--metadata', '[1]'],
      ['--metadata', 'JSON object'],
    ],
    [
      ['tag', 'create', a, '--label', 'x'],
      ['--value', 'required'],
    ],
  ];

  it.each(lines)('%j exits 2 and says what is allowed', async (line, said) => {
    const ended = await similar(...line);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    for (const part of said) expect(ended.stderr).toContain(part);
    expect(service.arrived).toEqual([]);
  });
});
