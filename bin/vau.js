#!/usr/bin/env node
// The launcher. It runs on any Node, so that an old one gets a sentence and not a stack.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const oldest = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const bundle = new URL('../dist/cli.js', import.meta.url);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(`vau needs Node ${oldest.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else if (!existsSync(fileURLToPath(bundle))) {
  process.stderr.write('vau is not built yet. Next: npm run build\n');
  process.exitCode = 1;
} else {
  await import(bundle.href);
}
