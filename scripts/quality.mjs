/**
 * Measures how good vau is, and writes docs/quality.json and the tables of docs/quality.md from it. Each benchmark says in its
 * head what it needs; one that fails or is not finished keeps the figures that it had, with their commit.
 *
 *   npm run quality [-- NAME...] [--report]
 *
 * What a benchmark gave is kept in node_modules/.cache/quality by commit, so that a run that stopped goes on where it was.
 * --report only writes the tables. They hold no times: two runs on one commit give equal pages.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BENCHES } from './quality/benches.mjs';
import { pageOf } from './quality/page.mjs';

const at = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const [words, options] = [false, true].map((wanted) =>
  process.argv.slice(2).filter((word) => word.startsWith('--') === wanted),
);
const unknown = [
  ...words.filter((name) => !(name in BENCHES)),
  ...options.filter((one) => one !== '--report'),
];
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')} and --report`);
  process.exit(2);
}

const kept = JSON.parse(readFileSync(at('docs/quality.json'), 'utf8'));
if (!options.includes('--report'))
  for (const name of words.length > 0 ? words : Object.keys(BENCHES)) measure(name);
writeFileSync(at('docs/quality.json'), `${JSON.stringify(kept, undefined, 2)}\n`);
writeFileSync(at('docs/quality.md'), pageOf(readFileSync(at('docs/quality.md'), 'utf8'), kept));

/** Runs a benchmark, unless this commit has its figures already. */
function measure(name) {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  const folder = at(`node_modules/.cache/quality/${commit}`);
  const file = `${folder}/${name}.jsonl`;
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    rmSync(`${file}.part`, { force: true });
    const env = { ...process.env, VAU_QUALITY: `${file}.part` };
    const line = [at('scripts/bench.mjs'), ...BENCHES[name].args];
    const { status } = spawnSync(process.execPath, line, { env, stdio: 'inherit' });
    // 1 says that a budget was missed: the figures are there all the same.
    if ((status !== 0 && status !== 1) || !existsSync(`${file}.part`)) {
      console.error(
        `${name} was not measured (status ${status}): its figures are those of ${kept[name].commit}`,
      );
      process.exitCode = 1;
      return;
    }
    renameSync(`${file}.part`, file);
  }
  const rows = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((row) => JSON.parse(row));
  kept[name] = { commit, rows };
}
