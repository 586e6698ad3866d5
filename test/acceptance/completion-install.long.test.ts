import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { needs } from '../support/programs.ts';
import { inBash, inFish, inZsh, type Place, place } from './completion-shells.ts';
import { run } from './harness.ts';

let at: Place;
beforeEach(() => {
  at = place();
});
afterEach(() => at.remove());

const vau = (...line: string[]) => run(at.folder, line, { env: { SHELL: '/bin/bash' } });
const committed = (name: string) =>
  readFileSync(new URL(`../../completions/${name}`, import.meta.url), 'utf8');
const inHome = (...parts: string[]) => path.join(at.folder, ...parts);

describe('vau completion', () => {
  const files: [shell: string, file: string][] = [
    ['bash', 'vau.bash'],
    ['zsh', '_vau'],
    ['fish', 'vau.fish'],
    ['powershell', 'vau.ps1'],
  ];

  it.each(files)('[CLI-6] %s prints completions/%s', async (shell, file) => {
    expect(await vau('completion', shell)).toEqual({ status: 0, stdout: committed(file), stderr: '' });
  });

  it('refuses an unknown shell, and lists the known ones', async () => {
    const ended = await vau('completion', 'tcsh');
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('bash, zsh, fish, powershell, install');
  });

  it('refuses a second shell without install', async () => {
    expect((await vau('completion', 'bash', 'zsh')).status).toBe(2);
  });
});

describe('vau completion install', () => {
  needs(
    'bash',
    'bash-completion',
    'script',
  )('[CLI-6] the shell of $SHELL finds it: bash', async () => {
    const ended = await vau('completion', 'install');
    expect(ended.stdout).toContain(inHome('.local', 'share', 'bash-completion', 'completions', 'vau'));
    const load = 'source /usr/share/bash-completion/bash_completion';
    expect(await inBash(load)(at, 'vau share ')).toContain('create');
  });

  needs('zsh', 'script')('[CLI-6] zsh finds it with the lines that --yes adds, once', async () => {
    for (const _ of [1, 2]) await vau('completion', 'install', 'zsh', '--yes');
    const added = readFileSync(inHome('.zshrc'), 'utf8');
    expect(added.match(/fpath=/g)).toHaveLength(1);
    expect(await inZsh(added.replace('compinit &&', 'compinit -u -D &&'))(at, 'vau share ')).toContain(
      'create',
    );
  });

  needs('fish')('[CLI-6] fish finds it', async () => {
    await vau('completion', 'install', 'fish');
    // fish looks for completions of existing commands.
    const load = `function vau; end; set -p fish_complete_path '${inHome('.config', 'fish', 'completions')}'`;
    expect(await inFish(load)(at, 'vau share ')).toContain('create');
  });

  it('changes no start-up file without --yes, and says what to add', async () => {
    writeFileSync(inHome('.zshrc'), '# mine\n');
    const ended = await vau('completion', 'install', 'zsh');
    expect(ended.status).toBe(0);
    expect(ended.stdout).toContain(`Add to ${inHome('.zshrc')}`);
    expect(readFileSync(inHome('.zshrc'), 'utf8')).toBe('# mine\n');
    expect(readFileSync(inHome('.zfunc', '_vau'), 'utf8')).toBe(committed('_vau'));
  });

  it('keeps the content of a start-up file when it adds to it', async () => {
    mkdirSync(inHome('.config', 'powershell'), { recursive: true });
    const profile = inHome('.config', 'powershell', 'Microsoft.PowerShell_profile.ps1');
    writeFileSync(profile, 'Set-Location ~');
    await vau('completion', 'install', 'powershell', '--yes');
    const text = readFileSync(profile, 'utf8');
    expect(text).toMatch(/^Set-Location ~\n/);
    expect(text).toContain("completion.ps1'");
  });

  it('reports its changes as JSON', async () => {
    const { stdout } = await vau('completion', 'install', 'zsh', '-o', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      shell: 'zsh',
      file: inHome('.zfunc', '_vau'),
      changed: null,
      to_add: { file: inHome('.zshrc') },
    });
  });

  it('asks for the shell if $SHELL does not name one', async () => {
    const ended = await run(at.folder, ['completion', 'install'], { env: { SHELL: '/bin/tcsh' } });
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(existsSync(inHome('.local'))).toBe(false);
  });
});
