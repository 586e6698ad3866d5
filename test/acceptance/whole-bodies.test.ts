/** Whole bodies by --file, changes of nothing, and standard input by @-. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { modules } from '../../src/cli/commands/index.ts';
import { allCommands } from '../../src/cli/docs/all-commands.ts';
import { entryOf } from '../../src/cli/model/catalogue/catalogue.ts';
import { operationOf } from '../../src/contract/index.ts';
import { choosing, run, stage } from './harness.ts';
import { runSimilar } from './in-process.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const { service, home } = await stage();
const similar = (line: string[], stdin?: string) =>
  runSimilar(home.folder, line, { env: choosing(service), ...(stdin === undefined ? {} : { stdin }) });
const sent = () => service.arrived.map(({ body }) => body);

const segmentation_config = { strategy: 'uniform', uniform_config: { window_seconds: 30, hop_seconds: 10 } };
const url = `vau://files/${a}`;

describe('--file', () => {
  const bodies: [line: string[], body: object][] = [
    [['share', 'create'], { file_id: a, title: 'Day', metadata: { team: 'docs' }, visibility: 'private' }],
    [['share', 'update', a], { title: 'Day', link_preview: 'full' }],
    [['webhook', 'create'], { endpoint: 'https://example.com/a', subscribed_events: ['file.job.failed'] }],
    [['webhook', 'update', a], { active: false }],
    [['media', 'add', a], { file_id: a, segmentation_config }],
    [['media', 'add', a], { url: 'https://example.com/a.mp4', metadata: { a: [1] } }],
    [['file', 'sync'], { url: 'https://example.com/a.mp4', metadata: { a: 1 } }],
    [['file', 'update', a], { filename: 'day.mp4', metadata: null }],
    [['collection', 'create'], { name: 'Talks', collection_type: 'rich-transcripts', description: 'd' }],
    [['collection', 'update', a], { description: 'd' }],
    [['tag', 'create'], { file_id: a, label: 'speaker', value: 'Ada', segment_id: a }],
    [['tag', 'update', a], { value: 'Ada' }],
    [
      ['segmentation', 'create', a],
      { strategy: 'manual', manual_config: { segments: [{ start_time: 0, end_time: 5 }] } },
    ],
    [['extract', 'create'], { url, prompt: 'People', segmentation_config }],
    [['describe', 'create'], { url, enable_summary: false }],
    [['transcribe', 'create'], { url, segmentation_id: a }],
    [['frames', 'create', a], { strategy: 'uniform', uniform_config: { frames_per_second: 2 } }],
    [['face-detect', 'create'], { url, frame_extraction_id: a }],
    [['face-match', 'create'], { target_video_url: url, source_image: { base64_image: 'AAAA' } }],
    [
      ['find-moments', 'create'],
      { url, criterion: { name: 'a', instructions: 'x' }, cache_policy: 'refresh' },
    ],
    [
      ['moment-criteria', 'attach', a],
      { criterion: { name: 'a', instructions: 'x' }, signals_required: ['speech'] },
    ],
  ];

  it.each(bodies)('of %j is sent unchanged: %j', async (line, body) => {
    const ended = await similar([...line, '--file', '-'], JSON.stringify(body));
    expect(ended.status, ended.stderr).toBe(0);
    expect(sent()).toEqual([body]);
  });

  it('is there for every command that creates, adds or changes with a JSON body', async () => {
    const tested = new Set(bodies.map(([[noun, verb]]) => `${noun} ${verb}`));
    const lacking: string[] = [];
    for (const { name, flags } of await allCommands(modules)) {
      const { operation } = entryOf(name);
      if (operation === undefined || !/ (create|update|add|sync|attach)$/.test(name)) continue;
      const { body, bodyType = 'json' } = operationOf(operation);
      if (body && bodyType === 'json' && !('file' in flags && tested.has(name))) lacking.push(name);
    }
    expect(lacking).toEqual([]);
  });

  it('in YAML, with arguments and flags on top, at every depth', async () => {
    mkdirSync(home.folder, { recursive: true });
    writeFileSync(
      path.join(home.folder, 'add.yaml'),
      'file_id: none\nsegmentation_config:\n  uniform_config: {window_seconds: 30}\n  keyframe_config: {max_width: 640}\n',
    );
    const line = ['media', 'add', a, a, '--file', 'add.yaml', '--hop-seconds', '5'];
    const ended = await run(home.folder, line, { env: choosing(service) });
    expect(ended.status, ended.stderr).toBe(0);
    expect(sent()).toEqual([
      {
        file_id: a,
        segmentation_config: {
          strategy: 'uniform',
          uniform_config: { window_seconds: 30, hop_seconds: 5 },
          keyframe_config: { max_width: 640 },
        },
      },
    ]);
  });

  it.each([
    ['a list', ['share', 'create'], '[1]', '--file must hold an object'],
    ['an object without what is required', ['share', 'create'], '{"title": "x"}', '<file-id> is required'],
    ['an unknown visibility', ['share', 'create', a], '{"visibility": "secret"}', 'visibility'],
    ['no path argument', ['webhook', 'update'], '{"active": true}', '<webhook-id> is missing'],
  ])('%s is refused', async (_, line, text, said) => {
    const ended = await similar([...line, '--file', '-'], text);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain(said);
    expect(service.arrived).toEqual([]);
  });

  it('--if-absent looks for what the body says', async () => {
    service.script = ({ method }) =>
      method === 'GET'
        ? {
            json: { object: 'list', data: [{ id: a, name: 'Talks', collection_type: 'metadata' }], total: 1 },
          }
        : { status: 409, json: { error: 'not asked' } };
    const line = ['collection', 'create', '--file', '-', '--if-absent', '-o', 'json'];
    const ended = await similar(line, '{"name": "Talks", "collection_type": "metadata"}');
    expect(ended.status, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ id: a });
  });
});

describe('a change of nothing', () => {
  it.each(['webhook', 'file', 'collection', 'share', 'tag'])('%s update is a usage error', async (noun) => {
    for (const more of [[], ['--file', '-']]) {
      const ended = await similar([noun, 'update', a, ...more], '{}');
      expect(ended).toMatchObject({ status: 2, stdout: '' });
      expect(ended.stderr).toMatch(/Nothing to change: give at least one of --.*--file/);
    }
    expect(service.arrived).toEqual([]);
  });

  it('every update command is among them', async () => {
    const updates = (await allCommands(modules))
      .map(({ name }) => name)
      .filter((name) => / update$/.test(name));
    expect(updates.sort()).toEqual(
      ['collection', 'file', 'share', 'tag', 'webhook'].map((noun) => `${noun} update`),
    );
  });

  it('--no-active and --clear-metadata change something', async () => {
    expect((await similar(['webhook', 'update', a, '--no-active'])).status).toBe(0);
    expect((await similar(['file', 'update', a, '--clear-metadata'])).status).toBe(0);
    expect(sent()).toEqual([{ active: false }, { metadata: null }]);
  });
});

describe('@- is standard input wherever @FILE is taken', () => {
  it.each([
    ['an object', ['share', 'create', a, '--metadata'], '{"a":1}', { file_id: a, metadata: { a: 1 } }],
    ['prose', ['extract', 'create', url, '--prompt'], 'People\n', { url, prompt: 'People\n' }],
    ['a document', ['webhook', 'update', a, '--file'], '{"active":true}', { active: true }],
    ['any JSON', ['api', 'POST', '/x', '--body'], '[1]', [1]],
    [
      'part of a body',
      ['media', 'add', a, a, '--segmentation-config'],
      JSON.stringify(segmentation_config),
      {
        file_id: a,
        segmentation_config,
      },
    ],
  ])('%s', async (_, line, stdin, body) => {
    const ended = await similar([...line, '@-'], stdin);
    expect(ended.status, ended.stderr).toBe(0);
    expect(sent()).toEqual([body]);
  });
});

describe('dates', () => {
  it('every bound says what it includes, and examples of months begin on their first day', async () => {
    const commands = await allCommands(modules);
    const bounds = commands.flatMap(({ name, flags }) =>
      Object.entries(flags).flatMap(([key, { kind, help }]) =>
        kind === 'day' ? [[`${name} ${key}`, help]] : [],
      ),
    );
    expect(bounds.length).toBeGreaterThan(20);
    for (const [where, help] of bounds)
      expect(help, where).toMatch(/After$/.test(where ?? '') ? /on this day .* or later/ : /before this day/);
    const lines = commands.flatMap(({ examples }) => examples.map(({ line }) => line));
    const dated = lines.filter((line) => /--(created|added)-after/.test(line));
    expect(dated.length).toBeGreaterThan(2);
    for (const line of dated)
      expect(line).toMatch(/-after \d{4}-\d\d-01 --(created|added)-before \d{4}-\d\d-01/);
  });

  it.each([
    ['seconds', 1_777_000_000],
    ['milliseconds', 1_777_000_000_000],
    ['microseconds', 1_777_000_000_000_000],
  ])('a created_at in %s is shown as its day', async (_, created_at) => {
    service.script = () => ({
      json: {
        object: 'list',
        data: [{ id: a, endpoint: 'https://example.com', created_at }],
        total: 1,
        limit: 50,
        offset: 0,
      },
    });
    expect((await similar(['webhook', 'list'])).stdout).toContain('2026-04-24T03:06:40.000Z');
    service.script = () => ({ json: { id: a, object: 'webhook', created_at } });
    expect((await similar(['webhook', 'get', a])).stdout).toContain('2026-04-24T03:06:40.000Z');
    expect(JSON.parse((await similar(['webhook', 'get', a, '-o', 'json'])).stdout).created_at).toBe(
      created_at,
    );
  });
});
