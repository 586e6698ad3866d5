#!/usr/bin/env node
// The launcher. It runs on any Node, so that an old one gets a sentence and not a stack.
import { readFileSync } from 'node:fs';

const oldest = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const words = process.argv.slice(2);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1]))
  refuse(`vau needs Node ${oldest.join('.')} or newer; this is ${process.versions.node}.`);
else if (!answered()) await run();

/** Says what was written down when the bundle was made: the version, the overview, the completion of a shell. */
function answered() {
  // A terminal may be asked for colours: that is the program's to see to.
  if (process.stdout.isTTY) return false;
  try {
    const answer = answerTo(words);
    if (answer === undefined) return false;
    // A reader that goes away ends it as SIGPIPE would; for all else, such as a full disk, the answer is lost.
    process.stdout.on('error', ({ code, message }) => {
      if (code === 'EPIPE') process.exitCode = 141;
      else refuse(`Error: Standard output cannot be written: ${message}`);
    });
    process.stdout.write(answer);
    return true;
  } catch {
    return false;
  }
}

function answerTo([first, second, ...more]) {
  const kind = { undefined: 'help', '--version': 'version', '-V': 'version', '--help': 'help', '-h': 'help' }[
    first
  ];
  if (kind && second === undefined) return JSON.parse(textOf('dist/answers.json'))[kind];
  const file = { bash: 'vau.bash', zsh: '_vau', fish: 'vau.fish', powershell: 'vau.ps1' }[second];
  return first === 'completion' && file && more.length === 0 ? textOf(`completions/${file}`) : undefined;
}

function textOf(file) {
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
}

async function run() {
  const { start } = await import('./start.js');
  if (!start(words)) refuse('vau is not built yet. Next: npm run build');
}

function refuse(text) {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
