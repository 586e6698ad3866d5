#!/usr/bin/env node
// The launcher. It runs on any Node, so that an old one prints an error message instead of a stack trace.
import { readFileSync } from 'node:fs';

const oldest = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const words = process.argv.slice(2);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1]))
  refuse(`vau needs Node ${oldest.join('.')} or newer; this is ${process.versions.node}.`);
else if (!answered()) await run();

/** Prints answers that were prepared at build time: version, overview, completion scripts. */
function answered() {
  // A terminal may need colours, which only the program adds.
  if (process.stdout.isTTY) return false;
  try {
    const answer = answerTo(words);
    if (answer === undefined) return false;
    // A closed pipe ends quietly, like SIGPIPE; anything else, such as a full disk, is an error.
    process.stdout.on('error', ({ code, message }) => {
      if (code === 'EPIPE') process.exitCode = 141;
      else refuse(`Error: Cannot write standard output: ${message}`);
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
