/** The confirmation of a deletion: what it is, what else is deleted, whose it is. The prompts are replaced. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Prompts } from '../../src/cli/terminal/prompts.ts';
import { stage, token } from './harness.ts';
import { runInProcess } from './in-process.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const b = '0b6a1a52-9f3c-4c1e-8a51-000000000002';
const asked: string[] = [];
vi.mock('../../src/cli/terminal/prompts.ts', () => ({ loadPrompts: async () => saysNo }));

const saysNo: Prompts = {
  confirm: async (question) => asked.push(question) < 0,
  input: async (question) => {
    asked.push(question);
    return '';
  },
  secret: async () => '',
  select: async (_, [first]) => first as never,
  search: async () => '',
};

const { service, home } = await stage();
const config = path.join(home.folder, 'config');
beforeAll(async () => {
  mkdirSync(config);
  const profiles = { staging: { base_url: service.url, token } };
  writeFileSync(path.join(config, 'config.json'), JSON.stringify({ profile: 'staging', profiles }), {
    mode: 0o600,
  });
});
beforeEach(() => {
  asked.length = 0;
});

const onTerminal = (line: readonly string[], terminal = true) =>
  runInProcess(line, { HOME: home.folder, VAU_CONFIG_DIR: config }, { terminal });

const things: [line: string[], thing: object, said: string[]][] = [
  [['file', 'delete', a], { filename: 'talk.mp4' }, [`file "talk.mp4" (${a})`, 'tags, shares']],
  [
    ['share', 'delete', a],
    { title: 'Demo day', share_url: 'https://media.example/s/1' },
    [`share "Demo day" (${a})`, 'https://media.example/s/1'],
  ],
  [['tag', 'delete', a], { label: 'speaker', value: 'Ada' }, [`tag "speaker: Ada" (${a})`]],
  [['webhook', 'delete', a], { endpoint: 'https://e.example/h' }, [`webhook "https://e.example/h" (${a})`]],
  [['extract', 'delete', a], { url: 'vau://files/1' }, [`extraction job "vau://files/1" (${a})`]],
  [['describe', 'delete', a], { url: 'vau://files/1' }, [`describe job "vau://files/1" (${a})`]],
  [['deep-search', 'delete', a], { query: 'the budget' }, [`deep search "the budget" (${a})`]],
  [['frames', 'delete', a], { frame_count: 12, file_id: b }, [`frame extraction ${a}`, '12 frames', b]],
  [
    ['media', 'remove', a, b],
    { file: { filename: 'talk.mp4' } },
    [`file "talk.mp4" (${b}) from collection ${a}`, 'the file itself remains'],
  ],
  [
    ['moment-criteria', 'detach', a, b],
    { moments_config: { criteria: [{ attachment_id: b, criterion_name: 'promise' }] } },
    [`criterion "promise" (${b}) from collection ${a}`, 'the runs remain'],
  ],
];

describe('[DEL-4] before something is deleted', () => {
  it.each(things)(
    'vau %j names it, what else is deleted, the service and the profile',
    async (line, thing, said) => {
      service.script = () => ({ json: thing });
      const ended = await onTerminal(line);
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toContain('Nothing was deleted');
      expect(asked).toHaveLength(1);
      for (const part of [...said, `on ${service.url} (profile staging)?`]) expect(asked[0]).toContain(part);
      expect(service.arrived.map(({ method }) => method)).toEqual(['GET']);
    },
  );

  it('a name from the service cannot control or flood the terminal', async () => {
    service.script = () => ({ json: { filename: `a\u001b[2J\n${'x'.repeat(500)}` } });
    await onTerminal(['file', 'delete', a]);
    expect(asked[0]).toContain('file "a x');
    expect(asked[0]).not.toContain('\u001b');
    expect(asked[0]?.length).toBeLessThan(400);
  });

  it('never asks without a terminal, and sends nothing', async () => {
    const ended = await onTerminal(['file', 'delete', a], false);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    for (const part of [`Delete file ${a}, on ${service.url} (profile staging)?`, '--yes'])
      expect(ended.stderr).toContain(part);
    expect(service.arrived).toEqual([]);
  });

  it('asks once for many rows, with the service and what else is deleted', async () => {
    const rows = path.join(home.folder, 'rows.txt');
    writeFileSync(rows, `${a}\n${b}\n`);
    await onTerminal(['file', 'delete', '--from', rows]);
    expect(asked).toEqual([
      expect.stringMatching(
        /^vau file delete for 2 rows of .*rows\.txt, on http.* \(profile staging\)\? Everything/,
      ),
    ]);
    expect(service.arrived).toEqual([]);
  });
});
