/** What editors and shells put around a text: byte order marks, line breaks, UTF-16; with the real binary. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Serving, serving } from '../support/serving.ts';
import { emptyHome, type Home, vau as runVau } from '../support/vau.ts';

let service: Serving;
let home: Home;
beforeAll(async () => {
  [service, home] = [await serving(), await emptyHome()];
});
afterAll(async () => {
  await service.stop();
  await home.remove();
});

const at = (name: string) => path.join(home.folder, name);
const vau = (args: string[], more: Record<string, string> = {}) =>
  runVau(args, { env: { ...home.env, ...more }, cwd: home.folder });

/** A text as a program of Windows saves it. */
const saved = {
  marked: (text: string) => Buffer.from(`\ufeff${text}`),
  'UTF-16': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'other UTF-16': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};

describe('a token', () => {
  it.each(['TOKEN\n', 'TOKEN\r\n', ' TOKEN ', '\ufeffTOKEN'])('in the environment: %j', async (text) => {
    const env = {
      VAU_BASE_URL: `${service.url}\n`,
      VAU_TOKEN: text.replace('TOKEN', service.token),
    };
    expect(await vau(['auth', 'status'], env)).toMatchObject({ status: 0 });
  });

  it.each(Object.entries(saved))('in a file: %s', async (_, save) => {
    writeFileSync(at('token.txt'), save(`${service.token}\r\n`));
    const line = ['auth', 'status', '--base-url', service.url, '--token-file'];
    expect(await vau([...line, 'token.txt'])).toMatchObject({ status: 0 });
  });
});

it.each(Object.entries(saved))('a configuration may be saved again: %s', async (_, save) => {
  const env = { VAU_TOKEN: service.token };
  const login = await vau(['auth', 'login', '--base-url', service.url, '--profile', 'work'], env);
  expect(login.stderr).toContain('work');
  const { stdout } = await vau(['config', 'path', '-o', 'json']);
  const file = JSON.parse(stdout) as string;
  writeFileSync(file, save(readFileSync(file, 'utf8').replaceAll('\n', '\r\n')));
  expect(await vau(['auth', 'status'])).toMatchObject({ status: 0, stdout: expect.stringContaining('work') });
});

it.each(Object.entries(saved))('a text in a file may be of any of them: %s', async (_, save) => {
  writeFileSync(at('prompt.txt'), save('Names of caf\u00e9s'));
  const env = { VAU_BASE_URL: service.url, VAU_TOKEN: service.token };
  const line = ['collection', 'create', 'A', '--type', 'entities', '--prompt', '@prompt.txt', '--dry-run'];
  const { stdout, status, stderr } = await vau(line, env);
  expect([status, stdout], stderr).toEqual([0, expect.stringContaining('"Names of caf\u00e9s"')]);
});
