/** A shell on a pseudo-terminal, made by script(1), and what it wrote. */
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

/** Time without output after which a terminal is at rest, in ms. */
const QUIET_MS = 700;
/** Longest time for a step, in ms. */
const STEP_MS = 300_000;

/**
 * Types steps into bash on a terminal and returns all that it wrote. A step is a text to type, or an object: `keys` to
 * type, `until` a pattern to wait for instead of the prompt, `busy` if the next step need not wait until nothing moves.
 * @param steps what is typed, in order @param place folder, environment and size of the terminal
 */
export async function onTerminal(steps, { cwd, env, columns, rows }) {
  const line = `stty cols ${columns} rows ${rows}; exec bash --noprofile --norc -i`;
  const child = spawn('script', ['-qfec', line, '/dev/null'], { cwd, env });
  let written = '';
  let last = Date.now();
  child.stdout.setEncoding('utf8').on('data', (text) => {
    written += text;
    last = Date.now();
  });
  const gone = new Promise((resolve) => child.once('close', resolve));
  const rest = async (from, until, busy = false) => {
    const end = Date.now() + STEP_MS;
    const seen = () => stripVTControlCharacters(written.slice(from));
    while (!(until ?? /(?:^|[\r\n])\$ $/).test(seen()) || (!busy && Date.now() - last < QUIET_MS)) {
      if (Date.now() > end) throw new Error(`the terminal shows no ${until}: ${seen()}`);
      await delay(50);
    }
  };
  await rest(0);
  written = '$ ';
  for (const step of steps) {
    const { keys, until, busy } = typeof step === 'string' ? { keys: `${step}\r` } : step;
    const from = written.length;
    child.stdin.write(keys);
    await rest(from, until, busy);
  }
  const shown = written;
  child.kill('SIGKILL');
  await gone;
  return shown;
}
