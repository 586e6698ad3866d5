import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { exit } from '../../src/cli/errors/exit.ts';
import { topicPages } from '../../src/cli/line/topics.ts';
import { inFull } from '../support/in-full.ts';
import { needs } from '../support/programs.ts';
import { runInProcess } from './in-process.ts';

const folder = fileURLToPath(new URL('../../man', import.meta.url));
const pages = readdirSync(folder).map((name) => path.join(folder, name));
/** All topics, and every eighth of the pages of commands, which one function writes. */
const some = pages.filter(
  (page, index) => page.endsWith('.7') || page.endsWith('vau-share-create.1') || index % 8 === 0,
);

function run(command: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, MANWIDTH: '80', LC_ALL: 'C.UTF-8', MANPAGER: 'cat' };
  return new Promise((resolve) => {
    execFile(command, args, { env, maxBuffer: 64 * 1024 ** 2 }, (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}

describe('the manual', () => {
  it('[CLI-6] has the topics', () => {
    const topics = ['config', 'environment', 'exit-status', 'output', 'waiting'];
    for (const topic of topics) expect(existsSync(path.join(folder, `vau-${topic}.7`))).toBe(true);
    expect(existsSync(path.join(folder, 'vau.1'))).toBe(true);
  });

  needs('mandoc')('[CLI-6] no page has anything that mandoc -Tlint would change', async () => {
    const { stdout } = await run('mandoc', ['-Tlint', ...inFull(pages, some)]);
    // mandoc looks for other pages only in the system's manual; ours must be in this folder.
    const unfound = stdout.split('\n').filter((line) => {
      const [, name, section] = /referenced manual not found: Xr (\S+) (\d)/.exec(line) ?? [];
      return line !== '' && !(name && existsSync(path.join(folder, `${name}.${section}`)));
    });
    expect(unfound).toEqual([]);
  });

  needs('man')('[CLI-6] man -l shows every page', async () => {
    const asked = inFull(pages, some);
    const { stdout, stderr } = await run('man', ['--warnings', '-l', ...asked]);
    expect(stderr).toBe('');
    for (const page of asked) {
      const [name] = path.basename(page).split('.');
      expect(stdout).toContain(`\n     ${name} — `);
    }
    expect(stdout).toContain('--visibility public|private');
  });

  it('lists every exit status', () => {
    const page = readFileSync(path.join(folder, 'vau-exit-status.7'), 'utf8');
    for (const status of Object.values(exit)) expect(page).toContain(`.It ${status}\n`);
  });
});

describe('vau help TOPIC', () => {
  const vau = (...line: string[]) => runInProcess(line, {});

  it.each(Object.entries(topicPages))('%s is the page %s as text of 80 columns', async (topic, page) => {
    const { status, stdout, stderr } = await vau('help', topic);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(existsSync(path.join(folder, `${page}.7`))).toBe(true);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).not.toMatch(/\b(Ev|Ic|Pa) /);
    expect(stdout.length).toBeGreaterThan(500);
  });

  it('the overview lists them, and a misspelt one is a usage error with a suggestion', async () => {
    const { stdout } = await vau('--help');
    for (const topic of Object.keys(topicPages)) expect(stdout.slice(-120)).toContain(topic);
    const ended = await vau('help', 'enviroment');
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain("Unknown command or topic 'enviroment'");
    expect(ended.stderr).toContain('Did you mean environment?');
    expect((await vau('help', 'shar')).stderr).toContain('Did you mean share?');
  });
});
