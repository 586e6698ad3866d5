/** What the API leaves open is sent, with a warning; what it fixes is refused before anything is sent. */
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { modules } from '../../src/cli/commands/index.ts';
import { allCommands } from '../../src/cli/docs/all-commands.ts';
import { entryOf } from '../../src/cli/model/catalogue/catalogue.ts';
import { snake } from '../../src/cli/model/values.ts';
import { operationOf } from '../../src/contract/index.ts';
import { isOpen } from '../../src/contract/values/open.ts';
import { choosing, run, stage } from './harness.ts';
import { runSimilar } from './in-process.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const { service, home } = await stage();
const similar = (...args: string[]) => runSimilar(home.folder, args, { env: choosing(service) });

describe('a value that another service may know is sent, and the service decides', () => {
  const passed: [title: string, line: string[], said: string[], sent: object][] = [
    [
      'a strategy in a configuration',
      ['media', 'add', a, a, '--segmentation-config', '{"strategy":"another"}'],
      ['segmentation_config.strategy', 'another', 'The service decides'],
      { file_id: a, segmentation_config: { strategy: 'another' } },
    ],
    [
      'a strategy as a flag, mistyped',
      ['segmentation', 'create', a, '--strategy', 'unifrom'],
      ['--strategy', 'unifrom', 'Did you mean uniform?'],
      { strategy: 'unifrom' },
    ],
    [
      'a field in a configuration',
      [
        'collection',
        'create',
        'Talks',
        '--type',
        'media-descriptions',
        '--describe-config',
        '{"enable_speach":true}',
      ],
      [
        'describe_config.enable_speach',
        'not an allowed property',
        'Did you mean describe_config.enable_speech?',
      ],
      {
        name: 'Talks',
        collection_type: 'media-descriptions',
        describe_config: { enable_speach: true },
      },
    ],
    [
      'a window of 300 s',
      ['media', 'add', a, a, '--window-seconds', '5m'],
      ['--window-seconds', 'at most 120', '300'],
      {
        file_id: a,
        segmentation_config: { strategy: 'uniform', uniform_config: { window_seconds: 300 } },
      },
    ],
    [
      'a detector with short shots',
      ['segmentation', 'create', a, '--detector', 'flow', '--min-seconds', '0.1'],
      ['--detector', 'flow', '--min-seconds', '0.6'],
      { strategy: 'shot-detector', shot_detector_config: { detector: 'flow', min_seconds: 0.1 } },
    ],
    [
      'a type of collection',
      ['collection', 'create', 'Talks', '--type', 'summaries'],
      ['--type', 'summaries'],
      { name: 'Talks', collection_type: 'summaries' },
    ],
    [
      'a scope and a modality of a search',
      ['search', 'run', 'x', '--collection', a, '--scope', 'chapter', '--modality', 'smell,speech'],
      ['--scope', 'chapter', 'smell'],
      { scope: 'chapter', collections: [a], query: 'x', search_modalities: ['smell', 'speech'] },
    ],
    [
      'more results than here',
      ['deep-search', 'run', 'x', '--everything', '--limit', '1000'],
      ['--limit', 'at most 500'],
      { query: 'x', knowledge_base: { source: 'default' }, limit: 1000 },
    ],
    [
      'sixty frames a second',
      ['frames', 'create', a, '--frames-per-second', '60'],
      ['--frames-per-second', 'at most 30'],
      { strategy: 'uniform', uniform_config: { frames_per_second: 60 } },
    ],
    [
      'an operator of a filter',
      [
        'search',
        'run',
        'x',
        '--collection',
        a,
        '--filter',
        '{"file":[{"path":"bytes","operator":"Between","valueText":"1"}]}',
      ],
      ['filter.file[0].operator', 'Between'],
      {
        scope: 'segment',
        collections: [a],
        query: 'x',
        filter: { file: [{ path: 'bytes', operator: 'Between', valueText: '1' }] },
      },
    ],
  ];

  it.each(passed)('%s', async (_, line, said, sent) => {
    const ended = await similar(...line, '-o', 'json');
    expect(ended.status, ended.stderr).toBe(0);
    for (const part of ['Warning', ...said]) expect(ended.stderr).toContain(part);
    expect(service.arrived.map(({ body }) => body)).toEqual([sent]);
  });

  it.each([
    ['file', 'archived'],
    ['deep-search', 'queued'],
    ['describe', 'paused'],
  ])('a status in the query of %s list, by the binary', async (noun, status) => {
    const ended = await run(home.folder, [noun, 'list', '--status', status], { env: choosing(service) });
    expect(ended.status, ended.stderr).toBe(0);
    expect(ended.stderr).toMatch(new RegExp(`Warning: .*--status .*"${status}".*The service decides`));
    expect(service.arrived[0]?.query).toMatchObject({ status });
  });

  it('once for many rows', async () => {
    const rows = `${a}\n${a.replace(/1$/, '2')}\n`;
    const line = ['media', 'add', a, '--from', '-', '--window-seconds', '300'];
    const ended = await runSimilar(home.folder, line, { env: choosing(service), stdin: rows });
    expect(ended.status, ended.stderr).toBe(0);
    expect(ended.stderr.match(/Warning/g)).toHaveLength(1);
    expect(service.arrived).toHaveLength(2);
  });

  it('what the service then refuses is an error', async () => {
    service.script = () => ({ status: 400, json: { error: 'no strategy another' } });
    const ended = await similar('segmentation', 'create', a, '--strategy', 'another');
    expect(ended).toMatchObject({ status: 8, stdout: '' });
    expect(ended.stderr).toContain('no strategy another');
  });
});

describe('what cannot mean anything, or what the reference fixes, is not sent', () => {
  it.each([
    ['[SEG-4] an end before its start', ['segmentation', 'create', a, '--segment', '9-2']],
    ['[SHARE-1] a link preview', ['share', 'create', a, '--link-preview', 'half']],
    ['[HOOK-2] an event', ['webhook', 'create', 'https://example.com', '--event', 'file.job.archived']],
    ['[ATT-3] a policy', ['find-moments', 'create', 'vau://files/x', '--boundary-policy', 'wide']],
    ['[EXT-2] a status of extractions', ['extract', 'list', '--status', 'archived']],
    ['[CHAT-2] a page of 101', ['chat', 'list', '--limit', '101']],
    ['an empty name', ['collection', 'create', '', '--type', 'metadata']],
    [
      'one wrong value beside an open one',
      ['media', 'add', a, a, '--window-seconds', '300', '--end-time', '0'],
    ],
  ])('%s', async (_, line) => {
    const ended = await similar(...line);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(service.arrived).toEqual([]);
  });
});

it('every flag passes what the contract leaves open, and no other', async () => {
  const wrong: string[] = [];
  for (const command of await allCommands(modules)) {
    const { operation: id } = entryOf(command.name);
    if (id === undefined) continue;
    const { query, body } = operationOf(id);
    for (const [name, { kind, field = snake(name), open = false, local, choices = [] }] of Object.entries(
      command.flags,
    )) {
      if (kind !== 'choice' || local) continue;
      const isLeftOpen = [query, body].some((schema) => schema && leavesOpen(schema, field, choices));
      if (isLeftOpen !== open) wrong.push(`${command.name} --${name}`);
    }
  }
  // The reference names the states of extractions, which the flag of all jobs shares; the contract refuses others.
  expect(wrong).toEqual(['extract list --status']);
});

/** Whether the field, or the items of its list, may have another value. */
function leavesOpen(schema: z.ZodType, field: string, choices: readonly string[]): boolean {
  const path = field.split('.');
  const issue = (at: PropertyKey[]) => ({
    code: 'invalid_value' as const,
    path: at,
    values: [...choices],
    message: '',
  });
  return isOpen(schema, issue(path)) || isOpen(schema, issue([...path, 0]));
}
