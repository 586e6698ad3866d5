import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type TopicName, topicSummaries } from '../../src/cli/docs/manual/topics-automation.ts';
import { exit } from '../../src/cli/errors/exit.ts';
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

const topicNames = Object.keys(topicSummaries) as TopicName[];

describe('the manual', () => {
  it('[CLI-6] has the topics', () => {
    for (const topic of topicNames) expect(existsSync(path.join(folder, `vau-${topic}.7`))).toBe(true);
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

  it.each(topicNames)('%s is its manual page as text of 80 columns', async (topic) => {
    const { status, stdout, stderr } = await vau('help', topic);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.slice(1)).toMatch(new RegExp(`^${topicSummaries[topic].slice(1)}\n`));
    // The words of the page are those of the text: both come from one source.
    const page = readFileSync(path.join(folder, `vau-${topic}.7`), 'utf8').replaceAll('\\', '');
    const [, first = ''] = /\n\n([^\n]+)/.exec(stdout) ?? [];
    expect(page.replaceAll('\n', ' ')).toContain(first.slice(0, 60));
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).not.toMatch(/\b(Ev|Ic|Pa) /);
    expect(stdout.length).toBeGreaterThan(500);
  });

  it('the overview lists them, and a misspelt one is a usage error with a suggestion', async () => {
    const { stdout } = await vau('--help');
    const listed = stdout.slice(stdout.indexOf('\nTopics (vau help TOPIC):'));
    for (const [topic, summary] of Object.entries(topicSummaries))
      expect(listed).toMatch(new RegExp(`^  ${topic} +${summary}$`, 'm'));
    const ended = await vau('help', 'enviroment');
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain("Unknown command or topic 'enviroment'");
    expect(ended.stderr).toContain('Did you mean environment?');
    expect((await vau('help', 'shar')).stderr).toContain('Did you mean share?');
  });

  it('a topic that is a noun too shows both, and the help of the noun names the topic', async () => {
    const { stdout } = await vau('help', 'config');
    expect(stdout).toMatch(/^Profiles, and where settings come from\n[\s\S]+\nUsage: vau config COMMAND/);
    expect((await vau('config', '--help')).stdout).toContain('vau help config');
    expect((await vau('help', 'profiles')).stdout).toBe(stdout);
  });
});
