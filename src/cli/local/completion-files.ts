/** The completion files of the package; `npm run docs` writes them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFolder } from './service/launcher.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

const files: Readonly<Record<Shell, string>> = {
  bash: 'vau.bash',
  zsh: '_vau',
  fish: 'vau.fish',
  powershell: 'vau.ps1',
};

/** The completion of a shell. Throws when the package lacks the file. */
export function completionText(shell: Shell): Promise<string> {
  return readFile(path.join(packageFolder(), 'completions', files[shell]), 'utf8');
}

/** The completion of the shell with this name; undefined for any other name. */
export async function completionFor(name: string | undefined): Promise<string | undefined> {
  const shell = shells.find((one) => one === name);
  return shell && completionText(shell);
}
