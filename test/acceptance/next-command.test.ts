/** The command that an error names where nobody named another: by exit status and command. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Prompts } from '../../src/cli/terminal/prompts.ts';
import { anId } from './example-lines.ts';
import { runInProcess } from './in-process.ts';
import { makeWorld, type World } from './walk.ts';

vi.mock('../../src/cli/terminal/prompts.ts', () => ({ loadPrompts: async () => prompts }));
const prompts = { confirm: async () => false, input: async () => '' } as unknown as Prompts;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** The last command that the error of a line names. */
async function nextAfter(line: string, terminal = false) {
  const words = line.split(' ').map((word) => (word === 'ID' ? anId : word));
  const ended = await runInProcess(words, world.environment, { terminal });
  return [ended.status, /^Next: (.*)$/m.exec(ended.stderr)?.[1]];
}

describe('the next command', () => {
  it.each([
    [400, 'file get ID', 8, 'vau file get --help'],
    [402, 'file get ID', 4, 'vau billing balance'],
    [403, 'file get ID', 4, 'vau auth status'],
    [404, 'file get ID', 5, 'vau file list'],
    [404, 'file list', 5, 'vau file list --help'],
    [404, 'search run budget --collection ID', 5, 'vau search list'],
    [404, 'billing balance', 5, 'vau billing balance --help'],
    [409, 'collection update ID --name x', 6, 'vau collection list'],
    [429, 'file get ID --query status==`x`', 7, `vau file get ${anId} --query 'status==\`x\`'`],
    [500, 'file get ID', 8, 'vau doctor'],
  ])('after a %i of vau %s', async (status, line, exit, next) => {
    world.always({ status, json: { error: 'said by the service' } });
    const [ended, command] = await nextAfter(line);
    expect([ended, command]).toEqual([exit, next]);
  });

  it.each([
    ['file', 'share create ID', 'vau file list'],
    [
      'segment',
      'share create ID --segment-id 00000000-0000-0000-0000-00000000000f',
      `vau segments list ${anId}`,
    ],
    ['collection', 'media list ID', 'vau collection list'],
    ['deep search', 'wait deep-search ID', 'vau deep-search list'],
    ['share', 'share get ID', 'vau share list'],
    ['thing', 'share get ID', 'vau share list'],
  ])('is the list of the %s that was not found, after vau %s', async (noun, line, next) => {
    const id = /--segment-id (.*)/.exec(line)?.[1] ?? anId;
    world.always({ status: 404, json: { error: `${noun} ${id} was not found` } });
    expect(await nextAfter(line)).toEqual([5, next]);
  });

  it('after a service that does not answer, a wrong line, an answer that lacks something', async () => {
    world.always({ never: true });
    expect(await nextAfter('file get ID --total-timeout 200ms')).toEqual([9, 'vau doctor']);
    expect(await nextAfter('tag create ID --label a')).toEqual([2, 'vau tag create --help']);
    world.always({ json: { data: [], total: 0 } });
    const upload = await nextAfter('file upload talk.mp4 --collection Talks --create');
    expect(upload).toEqual([8, 'vau doctor']);
  });

  it('is none after a no', async () => {
    world.always({ json: { id: anId, name: 'a name' } });
    expect(await nextAfter('collection delete ID', true)).toEqual([1, undefined]);
  });
});
