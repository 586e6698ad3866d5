import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { choosing, run, stage } from './harness.ts';

const { service, home } = await stage(() => ({
  json: { id: 'x', object: 'list', data: [], moments: [], total: 0 },
}));
const repository = path.join(home.folder, 'project');
const deep = path.join(repository, 'films', 'may');
mkdirSync(deep, { recursive: true });
mkdirSync(path.join(repository, 'rubrics'));
mkdirSync(path.join(repository, '.git'));
writeFileSync(
  path.join(repository, 'rubrics', 'promise.yaml'),
  'name: promise\ninstructions: Find each promise that a speaker makes.\n',
);
const collection = 'c0000000-0000-4000-8000-000000000001';
const write = (text: string) => writeFileSync(path.join(repository, 'vau.yaml'), text);
beforeEach(() => write(`collection: ${collection}\ncriteria: rubrics\n`));

const vau = (...line: string[]) => run(home.folder, line, { cwd: deep, env: choosing(service) });

describe('vau.yaml above the working folder', () => {
  it.each([
    [['search', 'run', 'harbour'], { path: '/v1/search', body: { collections: [collection] } }],
    [['moments', 'list'], { path: `/v1/collections/${collection}/moments` }],
    [
      ['moment-criteria', 'attach', '--file', 'promise.yaml'],
      { path: `/v1/collections/${collection}/moment-criteria`, body: { criterion: { name: 'promise' } } },
    ],
  ])('gives the collection to %j, and says so', async (line, request) => {
    const ended = await vau(...line);
    expect(ended.stderr).toContain(`In collection ${collection} (${path.join(repository, 'vau.yaml')})`);
    expect(service.arrived).toMatchObject([request]);
  });

  it('stands behind the line and the environment', async () => {
    await vau('search', 'run', 'harbour', '--collection', collection.replace('1', '2'));
    expect(service.arrived).toMatchObject([{ body: { collections: [collection.replace('1', '2')] } }]);
    const explained = await run(home.folder, ['config', 'explain', 'collection', '-o', 'json'], {
      cwd: deep,
      env: { ...choosing(service), VAU_COLLECTION: 'Mine' },
    });
    expect(JSON.parse(explained.stdout)).toMatchObject({
      value: 'Mine',
      source: 'environment',
      shadows: [{ source: 'repository', where: path.join(repository, 'vau.yaml'), value: collection }],
    });
  });

  it.each([
    ['collection', 'delete', '--yes'],
    ['collection', 'update', '--name', 'Other'],
    ['moment-criteria', 'detach', '--yes'],
  ])('never says which one is changed or deleted: %s %s', async (...line) => {
    expect(await vau(...line)).toMatchObject({ status: 2, stdout: '' });
    expect(service.arrived).toEqual([]);
  });

  it.each([
    ['token: abc\n', 'holds token: it belongs to a profile'],
    ['base_url: https://elsewhere.example/v1\n', 'holds base_url: it belongs to a profile'],
    ['colection: Talks\n', 'unknown key colection: allowed are profile, collection, criteria'],
    ['collection: [a, b]\n', 'collection in'],
    ['- a\n', 'is not a map of settings'],
    ['collection: "a\n', 'Cannot read'],
  ])('with %j is refused, and nothing is sent', async (text, words) => {
    write(text);
    const ended = await vau('search', 'run', 'harbour');
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain(words);
    expect(ended.stderr).toContain(path.join(repository, 'vau.yaml'));
    expect(service.arrived).toEqual([]);
  });

  it('that names a profile which is not there says where it is named', async () => {
    write('profile: work\n');
    const ended = await run(home.folder, ['file', 'list'], { cwd: deep });
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain(
      `Profile work does not exist (named by ${path.join(repository, 'vau.yaml')})`,
    );
  });

  it('does not reach below the root of another repository', async () => {
    const inner = path.join(repository, 'vendor');
    mkdirSync(path.join(inner, '.git'), { recursive: true });
    const ended = await run(home.folder, ['moments', 'list'], { cwd: inner, env: choosing(service) });
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(service.arrived).toEqual([]);
  });
});
