import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { operationIds, operationOf } from '../../src/contract/operations/index.ts';
import { choosing, run, stage, token } from './harness.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const b = '0b6a1a52-9f3c-4c1e-8a51-000000000002';
const c = '0b6a1a52-9f3c-4c1e-8a51-000000000003';

const { service, home } = await stage();

interface Case {
  readonly command: string;
  readonly line: readonly string[];
  readonly method: string;
  readonly path: string;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  /** What --help must name. */
  readonly parameters: readonly string[];
}

const created = ['--created-before', '2026-05-01', '--created-after', '2026-03-31'];
const createdQuery = { created_before: '2026-05-01', created_after: '2026-03-31' };

const cases: readonly Case[] = [
  {
    command: 'moment-criteria attach',
    line: [
      a,
      ...['--name', 'promise', '--instructions', 'Find promises.'],
      ...['--moment-schema', '{"type":"object","properties":{"strength":{"type":"integer"}}}'],
      ...['--finding-schema', '{"type":"object","properties":{"what":{"type":"string"}}}'],
      ...['--anchors', '{"said_at":{"required":true,"description":"when"}}'],
      ...['--scoring', '{"key":"strength","min":0,"max":10}'],
      ...['--signal', 'speech', '--signal', 'scene_text', '--boundary-policy', 'tight'],
      ...['--speaker-include', 'Ada', '--speaker-include', 'Grace', '--speaker-exclude', 'Bob'],
      ...['--speaker-match', 'any', '--min-duration', '2', '--max-duration', '90'],
    ],
    method: 'POST',
    path: `/v1/collections/${a}/moment-criteria`,
    body: {
      criterion: {
        name: 'promise',
        instructions: 'Find promises.',
        moment_schema: { type: 'object', properties: { strength: { type: 'integer' } } },
        finding_schema: { type: 'object', properties: { what: { type: 'string' } } },
        anchors: { said_at: { required: true, description: 'when' } },
        scoring: { key: 'strength', min: 0, max: 10 },
      },
      signals_required: ['speech', 'scene_text'],
      boundary_policy: 'tight',
      speaker_filter: { include: ['Ada', 'Grace'], exclude: ['Bob'], match: 'any' },
      min_duration_seconds: 2,
      max_duration_seconds: 90,
    },
    parameters: [
      ...['<collection-id>', '--file', '--name', '--instructions', '--moment-schema', '--finding-schema'],
      ...[
        '--anchors',
        '--scoring',
        '--signal',
        '--boundary-policy',
        '--speaker-include',
        '--speaker-exclude',
      ],
      ...['--speaker-match', '--min-duration', '--max-duration', '--wait'],
    ],
  },
  {
    command: 'share create',
    line: [
      ...[a, '--segment-id', b, '--title', 'T', '--description', 'D', '--metadata', '{"k":1}'],
      ...['--visibility', 'private', '--link-preview', 'player'],
    ],
    method: 'POST',
    path: '/v1/share',
    body: {
      file_id: a,
      file_segment_id: b,
      title: 'T',
      description: 'D',
      metadata: { k: 1 },
      visibility: 'private',
      link_preview: 'player',
    },
    parameters: [
      ...[
        '<file-id>',
        '--segment-id',
        '--title',
        '--description',
        '--metadata',
        '--visibility',
        '--link-preview',
      ],
      ...['public', 'private', 'none', 'full', 'player', '--wait'],
    ],
  },
  {
    command: 'media add',
    line: [
      ...[
        a,
        b,
        '--strategy',
        'uniform',
        '--window-seconds',
        '10',
        '--hop-seconds',
        '5',
        '--frames-per-segment',
        '2',
      ],
      ...['--max-width', '640', '--start-time', '1', '--end-time', '60', '--metadata', '{"k":1}'],
    ],
    method: 'POST',
    path: `/v1/collections/${a}/media`,
    body: {
      file_id: b,
      segmentation_config: {
        strategy: 'uniform',
        uniform_config: { window_seconds: 10, hop_seconds: 5 },
        keyframe_config: { frames_per_segment: 2, max_width: 640 },
        start_time_seconds: 1,
        end_time_seconds: 60,
      },
      metadata: { k: 1 },
    },
    parameters: [
      ...['<collection-id>', '<file-id>', '--segmentation-id', '--segmentation-config', '--strategy'],
      ...['--window-seconds', '--hop-seconds', '--detector', '--threshold', '--min-seconds', '--max-seconds'],
      ...['fill-gaps', '--segment ', '--narrative-prompt', '--narrative-strategy', '--number-of-chapters'],
      ...['--min-chapters', '--max-chapters', '--frames-per-segment', '--max-width', '--start-time'],
      ...['--end-time', '--metadata', '--wait'],
    ],
  },
  {
    command: 'deep-search cancel',
    line: [a],
    method: 'POST',
    path: `/v1/deepSearch/${a}/cancel`,
    parameters: ['<search-id>'],
  },
  {
    command: 'chat list',
    line: ['--limit', '100', '--offset', '5', ...created],
    method: 'GET',
    path: '/v1/chat/completions',
    query: { limit: '100', offset: '5', ...createdQuery },
    parameters: ['--limit', '--offset', '--created-before', '--created-after'],
  },
  { command: 'file get', line: [a], method: 'GET', path: `/v1/files/${a}`, parameters: ['<file-id>'] },
  {
    command: 'face-match get',
    line: [a, '--limit', '1', '--offset', '0'],
    method: 'GET',
    path: `/v1/face-match/${a}`,
    query: { limit: '1', offset: '0' },
    parameters: ['<face-match-id>', '--limit', '--offset'],
  },
  {
    command: 'face-detect get',
    line: [a, '--limit', '100', '--offset', '7'],
    method: 'GET',
    path: `/v1/face-detect/${a}`,
    query: { limit: '100', offset: '7' },
    parameters: ['<face-detection-id>', '--limit', '--offset'],
  },
  {
    command: 'extract list',
    line: [
      ...['--limit', '10', '--offset', '20', '--status', 'not_applicable', ...created],
      ...['--url', 'https://media.example.com/a.mp4?x=1&y=2', '--no-include-data'],
    ],
    method: 'GET',
    path: '/v1/extract',
    query: {
      limit: '10',
      offset: '20',
      status: 'not_applicable',
      ...createdQuery,
      url: 'https://media.example.com/a.mp4?x=1&y=2',
      include_data: 'false',
    },
    parameters: [
      '--limit',
      '--offset',
      '--status',
      '--created-before',
      '--created-after',
      '--url',
      'include-data',
    ],
  },
  {
    command: 'collection delete',
    line: [a, '--yes'],
    method: 'DELETE',
    path: `/v1/collections/${a}`,
    parameters: ['<collection-id>', '--yes'],
  },
  {
    command: 'frames delete',
    line: [a, '--yes'],
    method: 'DELETE',
    path: `/v1/frames/${a}`,
    parameters: ['<frame-extraction-id>', '--yes'],
  },
  {
    command: 'tag delete',
    line: ['a tag/with a slash', '--yes'],
    method: 'DELETE',
    path: '/v1/tags/a%20tag%2Fwith%20a%20slash',
    parameters: ['<tag-id>', '--yes'],
  },
  {
    command: 'webhook update',
    line: [
      ...[c, '--description', 'D', '--endpoint', 'https://example.com/hook', '--event', 'file.job.completed'],
      ...['--event', 'file.job.failed', '--no-active'],
    ],
    method: 'PUT',
    path: `/v1/webhooks/${c}`,
    body: {
      description: 'D',
      endpoint: 'https://example.com/hook',
      subscribed_events: ['file.job.completed', 'file.job.failed'],
      active: false,
    },
    parameters: ['<webhook-id>', '--description', '--endpoint', '--event', 'active'],
  },
];

describe('the thirteen documented endpoints', () => {
  it('are all covered', () => {
    const documented = operationIds
      .filter((id) => operationOf(id).documented)
      .map((id) => id.replace('.', ' '));
    expect(cases.map(({ command }) => command).sort()).toEqual(documented.sort());
  });

  it.each(cases)('[CLI-1] $command sends $method $path with every parameter', async (one) => {
    const ended = await run(home.folder, [...one.command.split(' '), ...one.line], {
      env: choosing(service),
    });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(service.arrived).toHaveLength(1);
    const [arrived] = service.arrived;
    expect(arrived).toMatchObject({ method: one.method, path: one.path });
    expect(arrived?.query).toEqual(one.query ?? {});
    expect(arrived?.body).toEqual(one.body);
    expect(arrived?.headers.authorization).toBe(`Bearer ${token}`);
  });

  it.each(cases)(
    '[CLI-1] $command --help names every documented parameter',
    async ({ command, parameters }) => {
      const { status, stdout } = await run(home.folder, [...command.split(' '), '--help']);
      expect(status).toBe(0);
      expect(parameters.filter((parameter) => !stdout.includes(parameter))).toEqual([]);
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
      expect(stdout).toContain('Examples:');
    },
  );

  it('[CLI-1] the overview marks each of them, and nothing else, in the line of its noun', async () => {
    const { stdout } = await run(home.folder, ['--help']);
    const unwrapped = stdout.replace(/,\n {3,}/g, ', ');
    const marked = [...unwrapped.matchAll(/^ {2}([a-z-]+) +([a-z-]+\*?(?:, [a-z-]+\*?)*)$/gm)].flatMap(
      ([, noun = '', verbs = '']) =>
        verbs
          .split(', ')
          .filter((verb) => verb.endsWith('*'))
          .map((verb) => `${noun} ${verb.slice(0, -1)}`),
    );
    expect(marked.sort()).toEqual(cases.map(({ command }) => command).sort());
    expect(stdout).toContain('* one of the thirteen documented endpoints');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('media add', () => {
  const add = (...flags: string[]) =>
    run(home.folder, ['media', 'add', a, b, ...flags], { env: choosing(service) });
  const config = () =>
    (service.arrived[0]?.body as { segmentation_config?: unknown } | undefined)?.segmentation_config;

  it('[SEG-9] refuses segmentation_id with segmentation_config before sending', async () => {
    const ended = await add('--segmentation-id', c, '--window-seconds', '10');
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('--segmentation-id and --segmentation-config cannot be given together');
    expect(service.arrived).toEqual([]);
  });

  it('sends no segmentation when none was given', async () => {
    await add();
    expect(service.arrived[0]?.body).toEqual({ file_id: b });
  });

  it('takes shots, segments and chapters from flags, and derives the strategy from them', async () => {
    await add(
      '--min-seconds',
      '1',
      '--max-seconds',
      '60',
      '--detector',
      'content',
      '--threshold',
      '30',
      '--no-fill-gaps',
    );
    expect(config()).toEqual({
      strategy: 'shot-detector',
      shot_detector_config: {
        detector: 'content',
        threshold: 30,
        min_seconds: 1,
        max_seconds: 60,
        fill_gaps: false,
      },
    });
    service.arrived.length = 0;
    await add('--segment', '0-12.5', '--segment', '60-90');
    expect(config()).toEqual({
      strategy: 'manual',
      manual_config: {
        segments: [
          { start_time: 0, end_time: 12.5 },
          { start_time: 60, end_time: 90 },
        ],
      },
    });
    service.arrived.length = 0;
    await add(
      '--narrative-prompt',
      'Acts',
      '--narrative-strategy',
      'comprehensive',
      '--number-of-chapters',
      '3',
    );
    expect(config()).toEqual({
      strategy: 'narrative',
      narrative_config: { prompt: 'Acts', strategy: 'comprehensive', number_of_chapters: 3 },
    });
  });

  it('takes a whole configuration from a file, overridden by flags', async () => {
    const file = path.join(home.folder, 'cut.json');
    writeFileSync(
      file,
      JSON.stringify({ strategy: 'uniform', uniform_config: { window_seconds: 30, hop_seconds: 15 } }),
    );
    await add('--segmentation-config', `@${file}`, '--hop-seconds', '10');
    expect(config()).toEqual({
      strategy: 'uniform',
      uniform_config: { window_seconds: 30, hop_seconds: 10 },
    });
  });

  it('warns of bounds that the reference does not have, naming the flag, and sends them', async () => {
    const ended = await add('--window-seconds', '0.5', '--frames-per-segment', '9');
    expect(ended.status).toBe(0);
    expect(ended.stderr).toContain('--window-seconds');
    expect(ended.stderr).toContain('must be at least 1 (got 0.5)');
    expect(ended.stderr).toContain('--frames-per-segment');
    expect(service.arrived).toHaveLength(1);
  });
});
