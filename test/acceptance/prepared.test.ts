/** What the launcher prints from a file is what the program prints; and what `vau` alone says where nothing is set up. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commandNames, nounOf } from '../../src/cli/model/catalogue/catalogue.ts';
import { run, temporary } from './harness.ts';
import { runInProcess } from './in-process.ts';

const dist = path.join(import.meta.dirname, '../../dist');
const home = temporary();
afterAll(() => home.remove());
const env = { HOME: home.folder, VAU_CONFIG_DIR: `${home.folder}/none` };

describe('answers that the build prepares', () => {
  it.each([
    'share create --help',
    'share -h',
    'probe --help',
    'media --help',
    'media-description get --help',
    'commands -o json',
  ])('vau %s is what the program prints', async (line) => {
    const words = line.split(' ');
    const [launched, same] = await Promise.all([run(home.folder, words, { env }), runInProcess(words, env)]);
    expect(launched).toMatchObject({ status: 0, stderr: '' });
    expect(launched.stdout).toBe(same.stdout);
  });

  it('each command and each noun has one', () => {
    const names = new Set(commandNames.flatMap((name) => [name, nounOf(name)]));
    const lacking = [...names].filter(
      (name) => !existsSync(path.join(dist, 'help', `${name.replace(' ', '_')}.txt`)),
    );
    expect(lacking).toEqual([]);
  });

  it('none is taken for a path, an unknown command or another format', async () => {
    // It is there, and is no help.
    expect(existsSync(path.join(dist, 'THIRD-PARTY-LICENSES.txt'))).toBe(true);
    expect(await run(home.folder, ['../THIRD-PARTY-LICENSES', '--help'], { env })).toMatchObject({
      status: 2,
      stdout: '',
    });
    expect(await run(home.folder, ['flie', '--help'], { env })).toMatchObject({ status: 2, stdout: '' });
    expect((await run(home.folder, ['commands', '-o', 'csv'], { env })).stdout).not.toMatch(/^[[{]/);
  });
});

describe('vau alone', () => {
  it('says the three ways to a service until one is chosen', async () => {
    const bare = await run(home.folder, [], { env });
    expect(bare).toMatchObject({ status: 0, stderr: '' });
    const ways = bare.stdout.slice(bare.stdout.indexOf('No service is chosen yet'));
    for (const way of ['vau quickstart', 'vau serve', 'vau auth login', 'VAU_BASE_URL'])
      expect(ways).toContain(way);
    const chosen = await run(home.folder, [], { env: { ...env, VAU_BASE_URL: 'http://127.0.0.1:9/v1' } });
    expect(chosen.stdout).not.toContain('No service is chosen yet');
    expect(bare.stdout.startsWith(chosen.stdout)).toBe(true);
  });

  it('says nothing of a service where the configuration cannot be read: another command reports that', async () => {
    const config = path.join(home.folder, 'unreadable');
    mkdirSync(path.join(config, 'config.json'), { recursive: true });
    const ended = await run(home.folder, [], { env: { ...env, VAU_CONFIG_DIR: config } });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).not.toContain('No service is chosen yet');
  });
});
