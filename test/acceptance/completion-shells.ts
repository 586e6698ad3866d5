/** Completions of the real shells: typed into an interactive shell on its own terminal, or requested from fish. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const completions = fileURLToPath(new URL('../../completions', import.meta.url));

/** A folder for one shell: its home, its start-up files, and its output. */
export interface Place {
  readonly folder: string;
  readonly env: Record<string, string>;
  remove(): void;
}

export function place(): Place {
  const folder = mkdtempSync(path.join(tmpdir(), 'vau-shell-'));
  const { PATH = '' } = process.env;
  const out = path.join(folder, 'out');
  // A terminated shell writes its history: not into a folder that is being removed.
  const env = { PATH, HOME: folder, ZDOTDIR: folder, TERM: 'xterm', HISTFILE: '/dev/null', OUT: out };
  return { folder, env, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Replaces vau: writes its arguments. The rename marks the file as complete. */
const recorder = `vau() { printf '%s\\n' "$@" > "$OUT.part"; mv "$OUT.part" "$OUT"; }`;

/** Escape and * insert every completion into the line, so that running it lists them all. */
export const insertAll = '\u001b*';
export const tab = '\t';

export type Complete = (at: Place, line: string, key?: string) => Promise<string[]>;

/** The words of a line with all completions of its last word, in bash. `load` loads the completion. */
export const inBash =
  (load = `source '${completions}/vau.bash'`): Complete =>
  (at, line, key) => {
    const settings = ['enable-bracketed-paste off', 'bell-style none', 'colored-stats off'];
    const binds = settings.map((setting) => `bind 'set ${setting}'`).join('\n');
    const rc = path.join(at.folder, 'bashrc');
    writeFileSync(rc, `${binds}\n${recorder}\n${load}\nPS1='READY> '\n`);
    return typed(at, `bash --noprofile --rcfile '${rc}' -i`, line, key);
  };

/** The same in zsh. */
export const inZsh =
  (load = `fpath=('${completions}' $fpath)\nautoload -Uz compinit && compinit -u -D`): Complete =>
  (at, line, key) => {
    const rc = [
      load,
      recorder,
      'zle -C all-matches complete-word _generic',
      "zstyle ':completion:all-matches::::' completer _all_matches _complete",
      "zstyle ':completion:all-matches:*' insert true",
      "bindkey '^[*' all-matches",
      'unsetopt PROMPT_SP ZLE',
      "setopt ZLE; PROMPT='READY> '",
    ];
    writeFileSync(path.join(at.folder, '.zshrc'), `${rc.join('\n')}\n`);
    return typed(at, 'zsh -i', line, key);
  };

/** Candidates for the last word, as fish lists them. */
export const inFish =
  (load = `source '${completions}/vau.fish'`): Complete =>
  async (at, line) => {
    const { stdout } = await promisify(execFile)(
      'fish',
      ['--no-config', '-c', `${load}; complete -C "$argv[1]"`, line],
      { cwd: at.folder, env: at.env },
    );
    return stdout
      .split('\n')
      .map((one) => one.split('\t')[0] ?? '')
      .filter(Boolean);
  };

/** Types a line, the key, and Enter; returns the arguments of the command. */
function typed(at: Place, shell: string, line: string, key = insertAll): Promise<string[]> {
  const { OUT = '' } = at.env;
  rmSync(OUT, { force: true });
  const child = spawn('script', ['-qfec', shell, '/dev/null'], { cwd: at.folder, env: at.env });
  let shown = '';
  let sent = false;
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      clearInterval(looking);
      clearTimeout(giveUp);
      child.kill('SIGKILL');
      act();
    };
    const looking = setInterval(() => {
      if (existsSync(OUT)) end(() => resolve(readFileSync(OUT, 'utf8').split('\n').slice(0, -1)));
    }, 10);
    const giveUp = setTimeout(() => end(() => reject(new Error(`${shell}: ${shown}`))), 60_000);
    child.on('error', (error) => end(() => reject(error)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      if (sent || !shown.includes('READY> ')) return;
      sent = true;
      child.stdin.write(`${line}${key}\n`);
    });
  });
}
