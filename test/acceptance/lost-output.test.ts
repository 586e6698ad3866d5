/** Standard output that cannot be written. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bin, choosing, stage } from './harness.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const data = Array.from({ length: 100 }, (_, index) => ({ id: String(index), payload: 'x'.repeat(5000) }));
const { service, home } = await stage(() => ({
  json: { id: a, object: 'list', data, total: 250, limit: 100, offset: 0 },
}));

/** Runs it with standard output on a device that is always full. */
async function onFullDisk(args: string[]) {
  const child = spawn(process.execPath, [bin, ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: home.folder,
      VAU_CONFIG_DIR: path.join(home.folder, 'config'),
      ...choosing(service),
    },
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  let stderr = '';
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  const [status] = await once(child, 'close');
  return { status, stderr };
}

describe.skipIf(!existsSync('/dev/full'))('a full disk under standard output', () => {
  it.each([
    [['--help']],
    [['--version']],
    [['completion', 'bash']],
    [['file', 'get', '--help']],
    [['commands', '-o', 'csv']],
    [['file', 'get', a]],
    [['file', 'list', '--all', '-o', 'csv']],
  ])('vau %j says so and exits 1', async (line) => {
    const { status, stderr } = await onFullDisk(line);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error: Cannot write standard output: ENOSPC[^\n]*\n$/);
  });

  it('with -o json the error is JSON', async () => {
    const { status, stderr } = await onFullDisk(['file', 'get', a, '-o', 'json']);
    expect(status).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ code: 'local', exit_status: 1 });
  });
});

describe.skipIf(process.platform === 'win32')('a reader that has closed the pipe', () => {
  it.each([[['--help']], [['share', '--help']], [['commands', '-o', 'json']], [['commands', '-o', 'csv']]])(
    'ends vau %j without a word, as SIGPIPE does',
    async (line) => {
      const child = spawn(process.execPath, [bin, ...line], {
        env: { PATH: process.env.PATH, HOME: home.folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout.destroy();
      let stderr = '';
      child.stderr.on('data', (text) => {
        stderr += text;
      });
      const [status] = await once(child, 'close');
      expect({ status, stderr }).toEqual({ status: 141, stderr: '' });
    },
  );
});
