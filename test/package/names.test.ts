/** What the package declares: its name, its install scripts, its licences. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json'));
const lock = JSON.parse(read('package-lock.json'));

describe('the name', () => {
  it('is vau-cli, and the command stays vau', () => {
    expect(manifest).toMatchObject({ name: 'vau-cli', bin: { vau: 'bin/vau.js' } });
    expect(lock.name).toBe('vau-cli');
    expect(lock.packages[''].name).toBe('vau-cli');
  });

  it('the unrelated package called vau is installed nowhere', () => {
    const files = execFileSync(
      'git',
      ['ls-files', 'README.md', 'CONTRIBUTING.md', 'docs', 'src', 'man', 'scripts'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    const installing = /\b(npm (install|i|exec|x|add)|npx)\b[^\n`'"]*?\s["'`]?vau(@[\w.]+)?(?![\w-])/;
    const wrong = files
      .split('\n')
      .filter(Boolean)
      .flatMap((file) =>
        read(file)
          .split('\n')
          .filter((line) => installing.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(wrong).toEqual([]);
    expect('npm install -g vau').toMatch(installing);
    expect('npx vau@1 probe').toMatch(installing);
    expect('npm install -g vau-cli').not.toMatch(installing);
  });
});

describe('install scripts', () => {
  it('each package that has one is denied in package.json, so that npm ci does not ask', () => {
    const scripted = Object.entries<{ hasInstallScript?: boolean }>(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([place]) => place.replace(/^.*node_modules\//, ''));
    // npm leaves out packages for other platforms.
    const here = [...new Set(scripted)].filter((name) => name !== 'fsevents');
    expect(here.length).toBeGreaterThan(0);
    for (const name of here) expect(manifest.allowScripts[name], name).toBe(false);
    for (const name of Object.keys(manifest.allowScripts)) expect(here, name).toContain(name);
    expect(Object.keys(manifest.scripts).filter((name) => /install$/.test(name))).toEqual([]);
  });
});

describe('licences', () => {
  it('say that ffmpeg is a separate program, under which licence, and how to omit it', () => {
    for (const text of [read('docs/licences.md'), read('dist/THIRD-PARTY-LICENSES.txt')]) {
      for (const said of ['ffmpeg', 'separate programs', 'GPL', 'ffmpeg -L', '--omit=optional', 'VAU_FFMPEG'])
        expect(text).toContain(said);
    }
    expect(read('docs/licences.md')).toContain('MPL-2.0');
    expect(read('README.md')).toContain('(docs/licences.md)');
  });

  it('say where to find the source of each package whose licence requires that', () => {
    const texts = read('dist/THIRD-PARTY-LICENSES.txt').split(`\n${'-'.repeat(80)}\n`);
    const asking = texts.filter((text) => /^\s*\S+ \S+ \((MPL|LGPL|GPL|EPL)/.test(text));
    expect(asking).toEqual([expect.stringContaining('mediabunny')]);
    const { version } = JSON.parse(read('node_modules/mediabunny/package.json'));
    expect(asking[0]).toContain(`npm pack mediabunny@${version}`);
    expect(asking[0]).toMatch(/at https:\/\/\S+mediabunny/);
  });
});
