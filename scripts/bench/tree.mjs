/** Reads a process and its descendants from /proc. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

const PAGE = 4096;
/** Clock ticks per second, the same on every Linux that Node supports. */
const TICKS = 100;

/** The running processes of the tree: memory in bytes, and processor time in seconds with that of ended children. */
export function processTree(root) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const inside = new Set([root]);
  // Children have higher ids than their parents, unless ids wrap around.
  for (const { pid, parent } of processes.sort((a, b) => a.pid - b.pid))
    if (inside.has(parent)) inside.add(pid);
  return processes.filter(({ pid }) => inside.has(pid));
}

/** Processor time of the tree since it began, in seconds. */
export function processorSeconds(root) {
  return processTree(root).reduce((sum, { seconds }) => sum + seconds, 0);
}

function statOf(name) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const seconds = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
    return [{ pid: Number(name), parent: Number(fields[1]), bytes: Number(fields[21]) * PAGE, seconds }];
  } catch {
    return [];
  }
}
