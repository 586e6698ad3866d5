/** Installs a completion where its shell looks for it. */
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodePath from 'node:path';
import { here, homeFolder, type System, xdgFolder } from '../../config/index.ts';
import { makeFolder } from '../../media/files.ts';
import { UsageError } from '../errors/errors.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { completionText, type Shell, shells } from './completion-files.ts';

// Where a completion goes: the folder that each shell looks in, on each system.

/** Where a completion goes, and what else the shell needs. */
interface Target {
  readonly file: string;
  /** The user's start-up file, and the lines that it needs. */
  readonly startup?: { readonly file: string; readonly lines: readonly string[] };
  /** What is left to do. */
  readonly note: string;
}

/** The shell of this user: that of $SHELL; on Windows, which sets no SHELL, PowerShell. @throws UsageError when it is no known one */
export function shellOf({ SHELL }: NodeJS.ProcessEnv, { platform }: System = here()): Shell {
  if (platform === 'win32' && !SHELL) return 'powershell';
  const path = platform === 'win32' ? nodePath.win32 : nodePath.posix;
  const name = path.basename(SHELL ?? '', '.exe').replace('pwsh', 'powershell');
  const shell = shells.find((one) => one === name);
  if (shell) return shell;
  throw new UsageError(`SHELL=${SHELL ?? ''} is not a supported shell: name one of ${shells.join(', ')}`, {
    next: 'vau completion install bash',
  });
}

/** Where the completion of a shell goes. */
export function targetFor(shell: Shell, env: NodeJS.ProcessEnv, system: System = here()): Target {
  const path = system.platform === 'win32' ? nodePath.win32 : nodePath.posix;
  const home = homeFolder(env, system);
  const config = xdgFolder(env, 'XDG_CONFIG_HOME', system) ?? path.join(home, '.config');
  const data = xdgFolder(env, 'XDG_DATA_HOME', system) ?? path.join(home, '.local', 'share');
  switch (shell) {
    case 'bash':
      return {
        file: path.join(data, 'bash-completion', 'completions', 'vau'),
        note: 'The package bash-completion loads it in the next shell. Without that package, source this file in ~/.bashrc.',
      };
    case 'zsh':
      return zshTarget(path.join(home, '.zfunc'), path.join(env.ZDOTDIR || home, '.zshrc'), path);
    case 'fish':
      return {
        file: path.join(config, 'fish', 'completions', 'vau.fish'),
        note: 'fish loads it in the next shell.',
      };
    case 'powershell':
      return system.platform === 'win32'
        ? powershellTarget(
            path.join(env.LOCALAPPDATA || path.join(system.home, 'AppData', 'Local'), 'vau'),
            path.join(system.home, 'Documents', 'PowerShell'),
            path,
          )
        : powershellTarget(path.join(data, 'vau'), path.join(config, 'powershell'), path);
  }
}

function zshTarget(folder: string, startup: string, path: nodePath.PlatformPath): Target {
  return {
    file: path.join(folder, '_vau'),
    startup: {
      file: startup,
      lines: [`fpath=(${shellWord(folder, 'linux')} $fpath)`, 'autoload -Uz compinit && compinit'],
    },
    note: 'zsh loads it in the next shell.',
  };
}

function powershellTarget(folder: string, profiles: string, path: nodePath.PlatformPath): Target {
  const file = path.join(folder, 'completion.ps1');
  return {
    file,
    startup: {
      file: path.join(profiles, 'Microsoft.PowerShell_profile.ps1'),
      lines: [`. '${file.replaceAll("'", "''")}'`],
    },
    note: 'PowerShell loads it in the next shell. $PROFILE contains the path of its profile file.',
  };
}

/**
 * Writes the completion and reports what changed. @param given the shell; default from $SHELL @param yes
 * whether the start-up file may be changed @throws UsageError when $SHELL names no known shell
 */
export async function install(session: Session, given: Shell | undefined, yes: boolean): Promise<Result> {
  const shell = given ?? shellOf(session.env);
  const { file, startup, note } = targetFor(shell, session.env);
  makeFolder(path.dirname(file));
  await place(file, await completionText(shell));
  const missing = startup && !(await holds(startup.file, startup.lines)) ? startup : undefined;
  const changed = missing !== undefined && yes;
  if (changed) {
    makeFolder(path.dirname(missing.file));
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
