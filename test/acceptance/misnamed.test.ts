/** Files whose names are not UTF-8, as other systems write them, with the real binary. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Serving, serving } from '../support/serving.ts';
import { tone } from '../support/tone.ts';
import { emptyHome, type Home, vau as runVau } from '../support/vau.ts';

let service: Serving;
let home: Home;
/** A path whose letters are bytes of Latin-1. */
const at = (name: string) => Buffer.from(path.join(home.folder, name), 'latin1');
/** The same as the command line gets it. */
const typed = (name: string) => Buffer.from(name, 'latin1').toString();

beforeAll(async () => {
  [service, home] = [await serving(), await emptyHome()];
  mkdirSync(at('films/d\xfcr'), { recursive: true });
  writeFileSync(at('films/caf\xe9.wav'), tone(1));
  writeFileSync(at('films/d\xfcr/a.wav'), tone(2));
  writeFileSync(at('films/fine.wav'), tone(3));
  // A name that holds the sign for an unknown letter is a name like any other.
  writeFileSync(path.join(home.folder, 'films/sign\ufffd.wav'), tone(4));
});
afterAll(async () => {
  await service.stop();
  await home.remove();
});

const vau = (...args: string[]) =>
  runVau(args, {
    env: { ...home.env, VAU_BASE_URL: service.url, VAU_TOKEN: service.token },
    cwd: home.folder,
    timeout: 120_000,
  });

describe('a file whose name is not UTF-8', () => {
  it.each([
    ['probe', ['probe', typed('films/caf\xe9.wav')], 'films/caf\\xe9.wav', 1],
    ['upload', ['file', 'upload', typed('films/caf\xe9.wav')], 'films/caf\\xe9.wav', 2],
    ['a folder before it', ['probe', typed('films/d\xfcr/a.wav')], 'films/d\\xfcr/a.wav', 1],
  ])('is named by its bytes: %s', async (_, line, shown, status) => {
    const found = await vau(...line);
    expect(found).toMatchObject({ status, stdout: '' });
    expect(found.stderr).toContain(
      `The name of ${shown} is not UTF-8 (\\x marks its bytes): rename it first`,
    );
    expect(found.stderr).not.toContain('no such file');
  });

  it('fails alone where it is in a folder', async () => {
    const probed = await vau('probe', 'films', '--recursive', '-o', 'json');
    expect(JSON.parse(probed.stdout).map(({ file }: { file: string }) => file)).toEqual([
      'films/fine.wav',
      'films/sign\ufffd.wav',
    ]);
    const sent = await vau('file', 'upload', 'films', '--recursive', '-o', 'ndjson');
    for (const { stderr, stdout } of [probed, { ...sent, stderr: sent.stdout.replaceAll('\\\\', '\\') }]) {
      expect(stderr, stdout).toContain('The name of films/caf\\xe9.wav is not UTF-8');
      expect(stderr, stdout).toContain('The name of films/d\\xfcr is not UTF-8');
    }
    expect(sent.stderr).toContain('2 done, 2 failed');
  });
});
