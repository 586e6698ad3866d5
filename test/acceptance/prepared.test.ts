/** What the launcher prints from a file is what the program prints; and what `vau` alone says where nothing is set up. */
import { afterAll, describe, expect, it } from 'vitest';
import { run, temporary } from './harness.ts';
import { runInProcess } from './in-process.ts';

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

  it('none is taken for a path, an unknown command or another format', async () => {
    expect(await run(home.folder, ['../../package', '--help'], { env })).toMatchObject({
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
});
