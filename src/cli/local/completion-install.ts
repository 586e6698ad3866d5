/** Installs a completion where its shell looks for it. */
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { UsageError } from '../errors/errors.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { completionText, type Shell, shells } from './completion-files.ts';

/** Where a completion goes, and what else the shell needs. */
interface Target {
  readonly file: string;
  /** The user's start-up file, and the lines that it needs. */
  readonly startup?: { readonly file: string; readonly lines: readonly string[] };
  /** What is left to do. */
  readonly note: string;
}

/**
 * Writes the completion and reports what changed. @param given the shell; default from $SHELL @param yes
 * whether the start-up file may be changed @throws UsageError when $SHELL names no known shell
 */
export async function install(session: Session, given: Shell | undefined, yes: boolean): Promise<Result> {
  const shell = given ?? shellOf(session.env);
  const { file, startup, note } = targetFor(shell, session.env);
  await mkdir(path.dirname(file), { recursive: true });
  await place(file, await completionText(shell));
  const missing = startup && !(await holds(startup.file, startup.lines)) ? startup : undefined;
  const changed = missing !== undefined && yes;
  if (changed) {
    await mkdir(path.dirname(missing.file), { recursive: true });
    await appendFile(missing.file, `\n# Completion of vau\n${missing.lines.join('\n')}\n`);
  }
  const text = [`Wrote ${file}.`, ...startupLines(missing, changed), note].join('\n');
  const left = missing && !changed ? { file: missing.file, lines: missing.lines } : null;
  return { value: { shell, file, changed: changed ? missing.file : null, to_add: left }, text };
}

function startupLines(missing: Target['startup'], changed: boolean): string[] {
  if (!missing) return [];
  if (changed) return [`Added to ${missing.file}: ${missing.lines.join('; ')}`];
  return [
    `Add to ${missing.file} (or repeat the command with --yes):`,
    ...missing.lines.map((line) => `  ${line}`),
  ];
}

function shellOf({ SHELL }: NodeJS.ProcessEnv): Shell {
  const name = path.basename(SHELL ?? '').replace('pwsh', 'powershell');
  const shell = shells.find((one) => one === name);
  if (shell) return shell;
  throw new UsageError(`SHELL=${SHELL ?? ''} is not a supported shell: name one of ${shells.join(', ')}`, {
    next: 'vau completion install bash',
  });
}

function targetFor(shell: Shell, env: NodeJS.ProcessEnv): Target {
  const home = env.HOME || homedir();
  const config = env.XDG_CONFIG_HOME || path.join(home, '.config');
  const data = env.XDG_DATA_HOME || path.join(home, '.local', 'share');
  switch (shell) {
    case 'bash':
      return {
        file: path.join(data, 'bash-completion', 'completions', 'vau'),
        note: 'The package bash-completion loads it in the next shell. Without that package, source this file in ~/.bashrc.',
      };
    case 'zsh':
      return zshTarget(env.ZDOTDIR || home, home);
    case 'fish':
      return {
        file: path.join(config, 'fish', 'completions', 'vau.fish'),
        note: 'fish loads it in the next shell.',
      };
    case 'powershell':
      return powershellTarget(config, data);
  }
}

function zshTarget(dotFolder: string, home: string): Target {
  const folder = path.join(home, '.zfunc');
  return {
    file: path.join(folder, '_vau'),
    startup: {
      file: path.join(dotFolder, '.zshrc'),
      lines: [`fpath=(${quoted(folder)} $fpath)`, 'autoload -Uz compinit && compinit'],
    },
    note: 'zsh loads it in the next shell.',
  };
}

function powershellTarget(config: string, data: string): Target {
  const file = path.join(data, 'vau', 'completion.ps1');
  return {
    file,
    startup: {
      file: path.join(config, 'powershell', 'Microsoft.PowerShell_profile.ps1'),
      lines: [`. '${file.replaceAll("'", "''")}'`],
    },
    note: 'PowerShell loads it in the next shell. $PROFILE contains the path of its profile file.',
  };
}

/** A word quoted for a shell, if needed. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

async function holds(file: string, lines: readonly string[]): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const present = text.split('\n').map((line) => line.trim());
  return lines.every((line) => present.includes(line));
}

/** Writes atomically: a shell may be reading the file. */
async function place(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, text);
  await rename(temporary, file);
}
