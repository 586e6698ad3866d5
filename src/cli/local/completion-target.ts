/** Where a completion goes: the folder that each shell looks in, on each system. */
import { homedir } from 'node:os';
import nodePath from 'node:path';
import { UsageError } from '../errors/errors.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { type Shell, shells } from './completion-files.ts';

/** Where a completion goes, and what else the shell needs. */
export interface Target {
  readonly file: string;
  /** The user's start-up file, and the lines that it needs. */
  readonly startup?: { readonly file: string; readonly lines: readonly string[] };
  /** What is left to do. */
  readonly note: string;
}

/** What the places depend on beside the environment. */
export interface System {
  readonly platform: NodeJS.Platform;
  /** The home folder, where HOME does not name it. */
  readonly home: string;
}

const here = (): System => ({ platform: process.platform, home: homedir() });

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
  const home = env.HOME || system.home;
  const config = env.XDG_CONFIG_HOME || path.join(home, '.config');
  const data = env.XDG_DATA_HOME || path.join(home, '.local', 'share');
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
