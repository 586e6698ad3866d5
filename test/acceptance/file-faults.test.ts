/** Files that cannot be read or written: a sentence, what to do, and an exit status that says whose fault it is. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run, temporary, token } from './harness.ts';

let home: ReturnType<typeof temporary>;
beforeEach(() => {
  home = temporary();
});
afterEach(() => home.remove());

const there = (name: string) => path.join(home.folder, name);
const raw = /\bE[A-Z]{4,}\b|illegal operation|syscall/;
const set = ['config', 'set', 'base_url', 'http://127.0.0.1:9/v1'];

/** Makes a function of node:fs fail for paths below the configuration, as the system would. */
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
    expect(stderr).toContain(`${there('config/config.json')} cannot be read: it is a folder, no file`);
    expect(stderr).toContain('VAU_CONFIG_DIR');
    expect(stderr).not.toMatch(raw);
  });

  it('whose folder is a file', async () => {
    writeFileSync(there('config'), '');
    const { status, stderr } = await run(home.folder, set);
    expect(status).toBe(1);
    expect(stderr).toContain('cannot be written: there is a file where its folder has to be');
    expect(stderr).not.toMatch(raw);
  });

  it.each([
    ['mkdirSync', 'EACCES', 'this user may not do that there', 'VAU_CONFIG_DIR'],
    ['writeFileSync', 'ENOSPC', 'the disk is full', 'Make room'],
  ])('where %s ends in %s', async (name, code, why, advice) => {
    const { status, stderr } = await run(home.folder, set, { env: failing(name, code) });
    expect(status).toBe(1);
    expect(stderr).toContain(`cannot be written: ${why}`);
    expect(stderr).toContain(advice);
    expect(stderr).not.toMatch(raw);
  });
});

describe('a file that a flag names', () => {
  const get = ['file', 'get', 'f', '--base-url', 'http://127.0.0.1:9/v1', '--token-file'];
  const check = ['moment-criteria', 'attach', '--check', '--file'];

  it.each([
    ['--token-file', 'none', 'there is no file none', get],
    ['--token-file', '.', '. cannot be read: it is a folder, no file', get],
    ['--file', 'none', 'there is no file none', check],
    ['--file', '.', '. cannot be read: it is a folder, no file', check],
  ])('%s %s is wrong usage', async (flag, file, why, line) => {
    const { status, stderr } = await run(home.folder, [...line, file]);
    expect(status).toBe(2);
    expect(stderr).toContain(`${flag}: ${why}\nName a file that you can read.`);
    expect(stderr).not.toMatch(raw);
  });

  it('on a machine that can open no more files is no wrong usage', async () => {
    const { status, stderr } = await run(home.folder, [...get, 'config-token'], {
      env: failing('readFileSync', 'EMFILE'),
    });
    expect(status).toBe(1);
    expect(stderr).toContain('too many files are open');
  });

  it('--save in a folder that is not there is wrong usage', async () => {
    const { status, stderr } = await run(home.folder, ['auth', 'token', '--save', 'none/token'], {
      env: { VAU_TOKEN: token },
    });
    expect(status).toBe(2);
    expect(stderr).toContain('--save: none/token cannot be written: there is no such file or folder');
    expect(stderr).not.toMatch(raw);
  });
});
