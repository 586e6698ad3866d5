/**
 * Files that cannot be read or written: a clear error, a next step, and an exit status that tells usage from
 * machine.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run, scripted, temporary, token } from './harness.ts';

let home: ReturnType<typeof temporary>;
beforeEach(() => {
  home = temporary();
});
afterEach(() => home.remove());

const there = (name: string) => path.join(home.folder, name);
const raw = /\bE[A-Z]{4,}\b|illegal operation|syscall/;
const set = ['config', 'set', 'base_url', 'http://127.0.0.1:9/v1'];

/** Makes a function of node:fs fail for paths below the configuration, like the system would. */
function failing(name: string, code: string): Record<string, string> {
  writeFileSync(
    there('fail.cjs'),
    `const fs = require('node:fs'); const real = fs.${name};
fs.${name} = (file, ...more) => {
  if (String(file).includes('config')) throw Object.assign(new Error('${code}: syscall'), { code: '${code}' });
  return real(file, ...more);
};
require('node:module').syncBuiltinESMExports();`,
  );
  return { NODE_OPTIONS: `--require=${there('fail.cjs')}` };
}

describe('the configuration', () => {
  it('that is a folder', async () => {
    mkdirSync(there('config/config.json'), { recursive: true });
    const { status, stderr } = await run(home.folder, ['config', 'list']);
    expect(status).toBe(1);
    expect(stderr).toContain(`Cannot read ${there('config/config.json')}: it is a folder, not a file`);
    expect(stderr).toContain('VAU_CONFIG_DIR');
    expect(stderr).not.toMatch(raw);
  });

  it('whose folder is a file', async () => {
    writeFileSync(there('config'), '');
    const { status, stderr } = await run(home.folder, set);
    expect(status).toBe(1);
    expect(stderr).toContain('a file exists where a folder is needed');
    expect(stderr).not.toMatch(raw);
  });

  it.each([
    ['mkdirSync', 'EACCES', 'permission denied', 'VAU_CONFIG_DIR'],
    ['writeFileSync', 'ENOSPC', 'the disk is full', 'Free some space'],
  ])('where %s ends in %s', async (name, code, why, advice) => {
    const { status, stderr } = await run(home.folder, set, { env: failing(name, code) });
    expect(status).toBe(1);
    expect(stderr).toContain(`${why}`);
    expect(stderr).toContain(advice);
    expect(stderr).not.toMatch(raw);
  });
});

describe('a file named by a flag', () => {
  const get = ['file', 'get', 'f', '--base-url', 'http://127.0.0.1:9/v1', '--token-file'];
  const check = ['moment-criteria', 'attach', '--check', '--file'];

  it.each([
    ['--token-file', 'none', 'none does not exist', get],
    ['--token-file', '.', 'cannot read .: it is a folder, not a file', get],
    ['--file', 'none', 'none does not exist', check],
    ['--file', '.', 'cannot read .: it is a folder, not a file', check],
  ])('%s %s is wrong usage', async (flag, file, why, line) => {
    const { status, stderr } = await run(home.folder, [...line, file]);
    expect(status).toBe(2);
    expect(stderr).toContain(`${flag}: ${why}\nName a readable file.`);
    expect(stderr).not.toMatch(raw);
  });

  it('is not a usage error if the machine has too many open files', async () => {
    const { status, stderr } = await run(home.folder, [...get, 'config-token'], {
      env: failing('readFileSync', 'EMFILE'),
    });
    expect(status).toBe(1);
    expect(stderr).toContain('too many files are open');
  });

  it('--save in a missing folder is a usage error', async () => {
    const { status, stderr } = await run(home.folder, ['auth', 'token', '--save', 'none/token'], {
      env: { VAU_TOKEN: token },
    });
    expect(status).toBe(2);
    expect(stderr).toContain('--save: cannot write none/token: no such file or folder');
    expect(stderr).not.toMatch(raw);
  });
});

describe('a configuration folder that cannot be written', () => {
  const env = { VAU_BASE_URL: 'http://127.0.0.1:9/v1', VAU_TOKEN: token };

  it('does not stop an upload: it says once that it cannot be resumed', async () => {
    const service = await scripted(({ method, path: route }) => {
      const upload = { 'tus-resumable': '1.0.0', 'tus-version': '1.0.0', 'tus-extension': 'creation' };
      if (method === 'OPTIONS') return { status: 204, headers: upload };
      if (method === 'POST') return { status: 201, headers: { ...upload, location: '/v1/uploads/u-1' } };
      if (method === 'PATCH') return { status: 204, headers: { ...upload, 'upload-offset': String(size) } };
      if (route.endsWith('/files/u-1')) return { json: { id: 'u-1', status: 'completed' } };
      return { json: { object: 'list', data: [], total: 0 } };
    });
    const size = 20 * 1024 * 1024;
    writeFileSync(there('config'), '');
    writeFileSync(there('film.mp4'), Buffer.alloc(size));
    const line = ['file', 'upload', 'film.mp4', '--no-preflight', '-o', 'json'];
    const { status, stdout, stderr } = await run(home.folder, line, {
      env: { VAU_BASE_URL: service.url, VAU_TOKEN: token },
    });
    await service.close();
    expect([status, stdout]).toEqual([0, expect.stringContaining('u-1')]);
    expect(stderr.match(/cannot be resumed/g)).toHaveLength(1);
    expect(stderr).toContain('VAU_CONFIG_DIR');
    expect(stderr).not.toMatch(raw);
  });

  it.each([
    ['watch', ['watch', '.', '--once', '-o', 'json']],
    ['mcp --http', ['mcp', '--http', '--port', '0', '-o', 'json']],
  ])('ends %s with what to do', async (_, line) => {
    writeFileSync(there('config'), '');
    const { status, stderr } = await run(home.folder, line, { env });
    expect(status).toBe(1);
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      code: 'config',
      message: expect.stringContaining(there('config')),
      hint: expect.stringContaining('VAU_CONFIG_DIR'),
    });
  });
});
