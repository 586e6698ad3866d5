import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/cli/terminal/version.ts';
import { INTERFACE_VERSION } from '../../src/contract/version.ts';
import { tone } from '../support/tone.ts';
import { choosing, intoClosedPipe, run, stage } from './harness.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const { service, home } = await stage();

const vau = (args: string[], env: Record<string, string> = {}) =>
  run(home.folder, args, { env: { ...choosing(service), ...env } });
const answering = (json: unknown) => {
  service.script = () => ({ json });
};

/** A file that no version of vau would write. */
const strangeFile = {
  id: a,
  status: 'completed',
  uri: `vau://files/${a}`,
  bytes: 1536,
  created_at: 1777000000000,
  filename: 'talk.mp4',
  metadata: null,
  media_type: 'video',
  media_info: {
    duration_seconds: 65.25,
    width: 640,
    height: 360,
    has_audio: true,
    unheard_of: [1, { x: 2 }],
  },
  source: 'some-connector',
  source_metadata: {
    source_type: 'connector',
    connector_recording_id: 'r1',
    title: 'Weekly',
    start_datetime: '2026-05-01T10:00:00Z',
    end_datetime: '2026-05-01T11:00:00Z',
    duration_ms: 3600000,
    media_type: 'audio',
    upstream_source: 'calls',
    connector_url: 'https://c.example/r1',
    thumbnail_url: 'https://c.example/r1.jpg',
    tags: ['weekly', 'sales'],
    teams: [{ id: 't1', name: 'Sales' }],
    meeting_type: { id: 'm1', name: 'Weekly', scope: 'internal' },
    participants: [
      {
        id: 'p1',
        name: 'Ada',
        email: 'ada@example.com',
        scope: 'internal',
        confirmed_attendee: true,
        crm_contact_id: 'c1',
      },
    ],
    highlights: [{ anything: 'goes' }],
    ai_summary: { text: 'A summary' },
    ai_action_items: [
      {
        status: 'pending',
        timestamp_ms: 1000,
        text: 'Call back',
        assignee: { id: 'p1', name: 'Ada', user_id: 'u1' },
      },
    ],
    ai_template_sections: [{ heading: 'Next' }],
    calendar_event: { ical_uid: 'i1' },
    crm: { crm_company_ids: ['k1'], crm_deal_ids: ['d1'] },
    newer_field: { deep: [null, true] },
  },
};

describe('JSON', () => {
  it('[CLI-4] is the API object, unchanged and alone', async () => {
    answering(strangeFile);
    const ended = await vau(['file', 'get', a, '--output', 'json']);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toBe(`${JSON.stringify(strangeFile, undefined, 2)}\n`);
  });

  it('[FILE-7] shows a source that this version does not know', async () => {
    answering(strangeFile);
    expect((await vau(['file', 'get', a])).stdout).toMatch(/^source +some-connector$/m);
    answering({ object: 'list', data: [strangeFile], total: 1, limit: 50, offset: 0 });
    expect((await vau(['file', 'list'])).stdout).toContain('some-connector');
  });

  it('[FILE-8] shows every field of source_metadata, and passes unknown ones through', async () => {
    answering(strangeFile);
    const { stdout } = await vau(['file', 'get', a]);
    for (const name of Object.keys(strangeFile.source_metadata))
      expect(stdout).toContain(`source_metadata.${name}`);
    for (const value of ['crm_contact_id', 'ada@example.com', 'u1', 'weekly, sales', 'd1'])
      expect(stdout).toContain(value);
    const json = JSON.parse((await vau(['file', 'get', a, '-o', 'json'])).stdout);
    expect(json.source_metadata.newer_field).toEqual({ deep: [null, true] });
  });

  it('[CLI-4] works on every command with a response, before and after its name', async () => {
    answering({ id: a, object: 'list', data: [], total: 0, limit: 50, offset: 0 });
    for (const line of [
      ['chat', 'list'],
      ['collection', 'delete', a, '--yes'],
      ['share', 'create', a],
    ]) {
      const after = await vau([...line, '-o', 'json']);
      const before = await vau(['--output=json', ...line]);
      expect(JSON.parse(after.stdout)).toMatchObject({ id: a });
      expect(before.stdout).toBe(after.stdout);
    }
  });

  it('[CLI-4] five megabytes arrive completely in a slow pipe', async () => {
    const data = Array.from({ length: 5000 }, (_, index) => ({
      id: String(index),
      payload: 'x'.repeat(1000),
    }));
    answering({ object: 'list', data, total: 5000, limit: 50, offset: 0 });
    const ended = await vau(['chat', 'list', '-o', 'json']);
    expect(ended.stdout.length).toBeGreaterThan(5_000_000);
    expect(JSON.parse(ended.stdout).data).toHaveLength(5000);
  });

  it('[CLI-4] ends quietly when the reader closes the pipe', async () => {
    const data = Array.from({ length: 5000 }, (_, index) => ({
      id: String(index),
      payload: 'x'.repeat(1000),
    }));
    answering({ object: 'list', data, total: 5000, limit: 50, offset: 0 });
    const ended = await intoClosedPipe(home.folder, ['chat', 'list', '-o', 'json'], service);
    // The status that a shell reports for SIGPIPE.
    expect(ended).toEqual({ status: 141, stderr: '' });
  });
});

describe('the versions', () => {
  it.each([
    ['--version', '-o', 'json'],
    ['-o', 'json', '-V'],
    ['--version', '--fields', 'version,api_version', '--query', '@', '--output', 'ndjson'],
  ])('[CLI-4] are JSON where that is asked for: vau %s %s %s', async (...line) => {
    const { status, stdout, stderr } = await vau(line);
    expect([status, stderr, JSON.parse(stdout)]).toEqual([
      0,
      '',
      { version, api_version: INTERFACE_VERSION },
    ]);
  });

  it.each([['--version'], ['-V'], ['--version', '--color', 'never'], ['--version', '-o', 'table']])(
    'are a line for people otherwise: vau %s %s %s',
    async (...line) => {
      expect(await vau(line)).toEqual({
        status: 0,
        stdout: `vau ${version} (API ${INTERFACE_VERSION})\n`,
        stderr: '',
      });
    },
  );

  it.each([
    [['-o', 'json'], 'vau needs a command', 'vau --help'],
    [['share', '-o', 'json'], 'vau share needs a command', 'vau share --help'],
    [
      ['--version', '-o', 'xml'],
      '--output must be one of table, json, ndjson, yaml, csv, tsv (got "xml")',
      undefined,
    ],
  ])('a line without a command: vau %j', async (line, message, next) => {
    const { status, stdout, stderr } = await vau(line);
    const said = stderr.startsWith('{')
      ? JSON.parse(stderr)
      : { message: /^Error: (.*)$/m.exec(stderr)?.[1] };
    expect([status, stdout, said.message, said.next]).toEqual([2, '', message, next]);
  });
});

describe('tables', () => {
  it('[CLI-4] a list is a table of exact values when it is piped', async () => {
    answering({ object: 'list', data: [strangeFile], total: 3, limit: 1, offset: 0 });
    const ended = await vau(['file', 'list', '--limit', '1']);
    const [head, row, ...more] = ended.stdout.trimEnd().split('\n');
    expect(head).toMatch(/^ID +FILENAME +STATUS +TYPE +DURATION +SIZE +SOURCE +CREATED +ERROR$/);
    expect(row).toMatch(
      new RegExp(`^${a} +talk.mp4 +completed +video +65.25 +1536 +some-connector +2026-04-24T03:06:40.000Z$`),
    );
    expect(more).toEqual([]);
    expect(ended.stderr).toContain('1 to 1 of 3');
  });

  it('[CLI-4] an empty list exits 0 with a note on standard error', async () => {
    answering({ object: 'list', data: [], total: 0, limit: 50, offset: 0 });
    expect(await vau(['tag', 'list', '--offset', '50'])).toEqual({
      status: 0,
      stdout: '',
      stderr: 'No results.\n',
    });
  });

  it.each([
    ['file', 'No files yet. Put one in: vau file upload PATH'],
    ['collection', 'No collections yet. Make one: vau collection create NAME'],
    ['share', 'No shares yet. Make one: vau share create FILE_ID'],
    ['deep-search', 'No deep searches yet. Ask one: vau deep-search run QUERY'],
    ['webhook', 'No webhooks yet. Make one: vau webhook create URL'],
    ['tag', 'No tags yet. Make one: vau tag create FILE_ID --label LABEL'],
  ])('[CLI-4] an empty list of %s names the command that makes the first', async (kind, said) => {
    answering({ object: 'list', data: [], total: 0, limit: 50, offset: 0 });
    expect(await vau([kind, 'list', '--limit', '50'])).toEqual({
      status: 0,
      stdout: '',
      stderr: `${said}\n`,
    });
    expect((await vau([kind, 'list', '--all'])).stderr).toBe(`${said}\n`);
  });

  it('[CLI-4] an empty list with a filter says that nothing matches', async () => {
    answering({ object: 'list', data: [], total: 0, limit: 50, offset: 0 });
    const filtered = async (...args: string[]) => (await vau(args)).stderr;
    expect(await filtered('file', 'list', '--status', 'failed')).toBe(
      'No files match. See all: vau file list\n',
    );
    expect(await filtered('tag', 'list', '--file-id', a)).toBe('No tags match. See all: vau tag list\n');
  });

  it('foreign text cannot control the terminal', async () => {
    answering({ ...strangeFile, filename: 'a\u001b[2J\u001b]0;owned\u0007b\u202e.mp4\nc' });
    const { stdout } = await vau(['file', 'get', a]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

describe('no terminal', () => {
  it('[CLI-7] no colour, no animation, no prompt', async () => {
    service.script = (_, count) => ({ json: { id: a, status: count < 3 ? 'processing' : 'completed' } });
    const ended = await vau(['share', 'create', a, '--wait', '--interval', '0.05'], {
      TERM: 'xterm-256color',
    });
    expect(ended.status).toBe(0);
    expect(ended.stdout + ended.stderr).not.toContain('\u001b');
    expect(ended.stderr).toBe('Waiting for the share\nThe share is processing\nThe share is done\n');
  });

  it('[CLI-7] FORCE_COLOR colours, NO_COLOR and --color never do not', async () => {
    answering(strangeFile);
    expect((await vau(['file', 'get', a], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[1m');
    expect((await vau(['file', 'get', a], { FORCE_COLOR: '1', NO_COLOR: '1' })).stdout).not.toContain(
      '\u001b',
    );
    expect((await vau(['file', 'get', a, '--color', 'never'], { FORCE_COLOR: '1' })).stdout).not.toContain(
      '\u001b',
    );
    expect((await vau(['file', 'get', a, '--color', 'always'])).stdout).toContain('\u001b[1m');
  });

  const deletions: [line: string[], path: string][] = [
    [['collection', 'delete', a], `/v1/collections/${a}`],
    [['frames', 'delete', a], `/v1/frames/${a}`],
    [['tag', 'delete', a], `/v1/tags/${a}`],
    [['file', 'delete', a], `/v1/files/${a}`],
    [['share', 'delete', a], `/v1/share/${a}`],
    [['webhook', 'delete', a], `/v1/webhooks/${a}`],
    [['deep-search', 'delete', a], `/v1/deepSearch/${a}`],
    [['media', 'remove', a, a], `/v1/collections/${a}/videos/${a}`],
    [['api', 'DELETE', `/files/${a}`], `/v1/files/${a}`],
  ];

  it.each(deletions)('[DEL-4] vau %j needs --yes and reports what was deleted', async (line, route) => {
    answering({ id: a });
    const asked = await vau(line);
    expect(asked).toMatchObject({ status: 2, stdout: '' });
    expect(asked.stderr).toContain('--yes');
    expect(service.arrived).toEqual([]);
    const done = await vau([...line, '--yes']);
    expect(done.status).toBe(0);
    expect(done.stdout).toContain(a);
    expect(service.arrived).toMatchObject([{ method: 'DELETE', path: route }]);
  });
});

describe('a watched folder', () => {
  it.each([
    [['-o', 'ndjson'], { ok: true, exit_status: 0 }],
    [['-o', 'ndjson', '--fields', 'ok,exit_status'], { ok: true, exit_status: 0 }],
    [['--fields', 'ok'], { ok: true }],
    [['-o', 'json', '--query', '{ended: exit_status}'], { ended: 0 }],
  ])('has a row for each file, with what was asked for of it: %j', async (words, row) => {
    const folder = mkdtempSync(path.join(home.folder, 'watched-'));
    writeFileSync(path.join(folder, 'tone.wav'), tone(1));
    const { status, stdout, stderr } = await vau(['watch', folder, '--once', '--settle', '0.1', ...words]);
    expect([status, stderr]).toEqual([0, '1 done, 0 failed\n']);
    expect(JSON.parse(stdout)).toMatchObject(row);
  });

  it('says of a file that is refused that it is not ok', async () => {
    service.script = () => ({ status: 413, json: { error: 'too large' } });
    const folder = mkdtempSync(path.join(home.folder, 'watched-'));
    writeFileSync(path.join(folder, 'tone.wav'), tone(2));
    const { stdout } = await vau(['watch', folder, '--once', '--settle', '0.1', '-o', 'ndjson']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { message: 'too large' } });
  });
});

describe('uploading', () => {
  it('[CLI-1] file upload sends the file with its length, and the other parts', async () => {
    const media = path.join(home.folder, 'a "b".mp4');
    const subtitles = path.join(home.folder, 'a.srt');
    writeFileSync(media, Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256)));
    writeFileSync(subtitles, '1\n00:00:00,000 --> 00:00:01,000\nHello\n');
    answering({ id: a, status: 'pending' });
    const ended = await vau([
      'file',
      'upload',
      media,
      '--subtitles',
      subtitles,
      '--metadata',
      '{"k":1}',
      '--no-segment-thumbnails',
      '--no-preflight',
      '-o',
      'json',
    ]);
    expect(ended.status).toBe(0);
    const [arrived] = service.arrived;
    const body = String(arrived?.body);
    expect(arrived).toMatchObject({ method: 'POST', path: '/v1/files' });
    expect(arrived?.headers['content-length']).toBe(String(body.length));
    expect(arrived?.headers['transfer-encoding']).toBeUndefined();
    expect(body).toContain('name="file"; filename="a %22b%22.mp4"');
    expect(body).toContain(readFileSync(media).toString('latin1'));
    expect(body).toContain('name="subtitles"; filename="a.srt"');
    expect(body).toContain('name="metadata"\r\n\r\n{"k":1}\r\n');
    expect(body).toContain('name="enable_segment_thumbnails"\r\n\r\nfalse\r\n');
  });

  it('a missing file is named, and nothing is sent', async () => {
    const ended = await vau(['file', 'upload', 'missing.mp4']);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('missing.mp4');
    expect(service.arrived).toEqual([]);
  });
});
