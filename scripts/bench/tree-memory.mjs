/** Tracks the memory of this process and its descendants. On Linux; elsewhere of this process only. */
import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 40;
const PAGE = 4096;

/** Starts tracking. @returns a function for the peaks in MB: of the whole tree, and of this process */
export function watchMemory() {
  let tree = 0;
  const timer = setInterval(() => {
    tree = Math.max(tree, treeBytes());
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    const own = process.resourceUsage().maxRSS / 1024;
    return { own, tree: Math.max(own, tree / 2 ** 20) };
  };
}

function treeBytes() {
  if (process.platform !== 'linux') return process.memoryUsage.rss();
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const inside = new Set([process.pid]);
  // Children have higher ids than their parents, unless ids wrap around.
  for (const { pid, parent } of processes.sort((a, b) => a.pid - b.pid))
    if (inside.has(parent)) inside.add(pid);
  return processes.filter(({ pid }) => inside.has(pid)).reduce((sum, { bytes }) => sum + bytes, 0);
}

function statOf(name) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [{ pid: Number(name), parent: Number(fields[1]), bytes: Number(fields[21]) * PAGE }];
  } catch {
    return [];
  }
}
