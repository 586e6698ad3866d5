#!/usr/bin/env node
// The launcher. It runs on any Node, so that an old one prints an error message instead of a stack trace. It is a
// script (package.json beside it says so): Node starts a script five milliseconds faster than a module.
const { readFileSync } = require('node:fs');

const oldest = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const words = process.argv.slice(2);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1]))
  refuse(`vau needs Node ${oldest.join('.')} or newer; this is ${process.versions.node}.`);
else if (!answered()) run();

/** Prints answers that were prepared at build time: version, help, the list of commands, completion scripts. */
function answered() {
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
  const kind = { '--version': 'version', '-V': 'version', '--help': 'help', '-h': 'help' }[first];
  if (kind && second === undefined) return JSON.parse(textOf('dist/answers.json'))[kind];
  const last = more.at(-1) ?? second;
  if (last === '--help' || last === '-h') {
    const name = words.slice(0, -1);
    const plain = name.every((word) => /^[a-z][a-z-]*$/.test(word));
    return plain ? textOf(`dist/help/${name.join('_')}.txt`) : undefined;
  }
  if (words.join(' ') === 'commands -o json') return textOf('dist/help/commands.json');
  const file = { bash: 'vau.bash', zsh: '_vau', fish: 'vau.fish', powershell: 'vau.ps1' }[second];
  return first === 'completion' && file && more.length === 0 ? textOf(`completions/${file}`) : undefined;
}

function textOf(file) {
  return readFileSync(`${__dirname}/../${file}`, 'utf8');
}

function run() {
  const { start } = require('./start.js');
  const lacking = start(words);
  if (lacking) refuse(`${lacking}. Next: npm run build`);
}

function refuse(text) {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
