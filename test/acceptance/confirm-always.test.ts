/** A profile with `confirm always`: every change of its service asks, and without a terminal needs --yes. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isChange } from '../../src/cli/model/plan.ts';
import type { Prompts } from '../../src/cli/terminal/prompts.ts';
import { anId, requestLine } from './example-lines.ts';
import { run } from './harness.ts';
import { runInProcess } from './in-process.ts';
import { good, listCommands, makeWorld, type World } from './walk.ts';

const asked: string[] = [];
let answer = false;
vi.mock('../../src/cli/terminal/prompts.ts', () => ({ loadPrompts: async () => prompts }));
const prompts: Prompts = {
  confirm: async (question) => asked.push(question) > 0 && answer,
  input: async (question) => {
    asked.push(question);
    return answer ? 'a name' : '';
  },
  secret: async () => '',
  select: async (_, [first]) => first as never,
  search: async () => '',
};

const { commands } = await listCommands();
const changing = commands.filter(({ operation }) => operation && isChange(operation));
const others = commands.filter(
  ({ operation, method }) => operation && method !== 'GET' && !isChange(operation),
);
const lines = [
  ...changing.map((one) => requestLine(one)),
  ['api', 'POST', '/describe', '--body', '{"url": "vau://files/1"}'],
  ['file', 'upload', 'talk.mp4', 'media/*', '--again'],
  ['media', 'add', anId, '--from', 'files.ndjson'],
  ['share', 'create', anId, '--clip', '10-20'],
].map((line) => line.filter((word) => word !== '--yes' && word !== '--estimate'));

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  world.always({ json: good });
  const rows = [1, 2].map((end) => JSON.stringify({ file_id: anId.replace(/.$/, String(end)) }));
  writeFileSync(path.join(world.folder, 'files.ndjson'), `${rows.join('\n')}\n`);
});
beforeEach(() => {
  world.service.arrived.length = 0;
  asked.length = 0;
  answer = false;
});
afterAll(() => world.close());

const vau = (line: readonly string[], terminal = false) =>
  runInProcess(line, { ...world.environment, VAU_CONFIRM: 'always' }, { terminal });
const changes = () => world.service.arrived.filter(({ method }) => method !== 'GET');

describe('confirm always', () => {
  it('covers every command whose operation changes something', () => {
    expect(changing.length).toBeGreaterThan(35);
    expect(others.map(({ name }) => name)).toEqual([
      'search run',
      'chat ask',
      'deep-search run',
      'query',
      'open',
    ]);
  });

  it.each(lines)('vau %s %s is refused without a terminal and without --yes', async (...line) => {
    const refused = await vau(line);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('Add --yes to confirm.');
    expect(refused.stderr).toContain(world.service.url);
    // The question comes first: nothing is read for an answer that may be no.
    expect(world.service.arrived).toEqual([]);
  });

  it.each(lines)('vau %s %s asks once on a terminal', async (...line) => {
    const { status, stderr } = await vau(line, true);
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/Nothing was (changed|deleted)/),
    });
    expect(asked).toHaveLength(1);
    expect(changes()).toEqual([]);
    answer = true;
    asked.length = 0;
    await vau(line, true);
    expect(asked).toHaveLength(1);
    expect(changes().length).toBeGreaterThan(0);
  });

  it('vau webhook listen makes no webhook of its own', async () => {
    const refused = await vau(['webhook', 'listen', '--port', '0', '--count', '1']);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('Add --yes to confirm.');
    expect(changes()).toEqual([]);
  });

  it.each([
    ['tag', 'create', anId, '--label', 'a', '--value', 'b', '--yes'],
    ['file', 'upload', 'talk.mp4', '--again', '--yes'],
  ])('vau %s %s with --yes goes through', async (...line) => {
    expect(await vau(line)).toMatchObject({ status: 0 });
    expect(changes().length).toBeGreaterThan(0);
  });

  it('does not ask before reading, searching, or a dry run', async () => {
    const free = [
      ['file', 'list'],
      ['search', 'run', 'budget', '--collection', anId],
      ['tag', 'create', anId, '--label', 'a', '--value', 'b', '--dry-run'],
      ['media', 'add', anId, '--from', 'files.ndjson', '--dry-run'],
    ];
    for (const line of free) expect(await vau(line), line.join(' ')).toMatchObject({ status: 0 });
    expect(asked).toEqual([]);
  });

  it('belongs to a profile, is checked when it is set, and explained', async () => {
    const env = {
      ...world.environment,
      VAU_BASE_URL: '',
      VAU_TOKEN: '',
      VAU_CONFIG_DIR: `${world.folder}/marked`,
    };
    const real = (...line: string[]) => run(world.folder, line, { env });
    await real('config', 'set', 'base_url', world.service.url, '--profile', 'production');
    const unknown = await real('config', 'set', 'confirm', 'alway', '--profile', 'production');
    expect(unknown).toMatchObject({ status: 2 });
    expect(unknown.stderr).toContain('Did you mean always?');
    expect(await real('config', 'set', 'confirm', 'always', '--profile', 'production')).toMatchObject({
      status: 0,
    });
    const tag = ['tag', 'create', anId, '--label', 'a', '--value', 'b', '--profile', 'production'];
    const refused = await run(world.folder, tag, { env: { ...env, VAU_TOKEN: 't' } });
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('(profile production)');
    const elsewhere = await run(world.folder, tag.slice(0, -2), {
      env: { ...world.environment, VAU_CONFIG_DIR: env.VAU_CONFIG_DIR },
    });
    expect(elsewhere).toMatchObject({ status: 0 });
    expect((await real('config', 'explain', 'confirm', '--profile', 'production')).stdout).toContain(
      'It is always, from profile production',
    );
  });
});
