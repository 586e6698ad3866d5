/** Runs commands and reports their cost, including child processes. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * @param command program and arguments @returns wall and processor seconds (user and system, with all
 * children it waited for), and its output
 */
export async function usageOf(command) {
  // The shell's `times` is the only portable source for the processor time of grandchildren.
  const script = '"$@" 3>&1 1>&3; status=$?; times >&2; exit $status';
  const began = process.hrtime.bigint();
  const options = { maxBuffer: 1 << 26, env: { ...process.env, LC_ALL: 'C' } };
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', script, 'sh', ...command], options);
  const wall = Number(process.hrtime.bigint() - began) / 1e9;
  const [, children] = stderr.trim().split('\n').slice(-2);
  const cpu = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + 60 * m + Number(s),
    0,
  );
  return { wall, cpu, stdout };
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
