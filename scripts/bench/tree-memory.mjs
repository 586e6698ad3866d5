/**
 * Tracks the memory of this process and its descendants. On Linux; elsewhere of this process only. What processes share (the
 * program of Node) counts once: proportional set size.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { processTree } from './tree.mjs';

const EVERY_MS = 100;

/** Starts tracking. @returns a function for the peaks in MB: of the whole tree, what it was made of then, and of this process */
export function watchMemory() {
  let most = { sum: 0, parts: new Map() };
  const timer = setInterval(() => {
    const now = measured();
    if (now.sum > most.sum) most = now;
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    const own = process.resourceUsage().maxRSS / 1024;
    return { own, tree: most.sum || own, parts: Object.fromEntries(most.parts) };
  };
}

function measured() {
  const parts = new Map();
  let sum = 0;
  for (const { pid } of process.platform === 'linux' ? processTree(process.pid) : []) {
    const size = megabytesOf(pid);
    const name = pid === process.pid ? 'service' : programOf(pid);
    parts.set(name, (parts.get(name) ?? 0) + size);
    sum += size;
  }
  return { sum, parts };
}

function megabytesOf(pid) {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;
}

/** The name of the program, or of the script that Node runs. */
function programOf(pid) {
  const words = read(pid, 'cmdline').split('\0');
  const script = words.slice(1).find((word) => /\.m?[jt]s$/.test(word));
  return path.basename(script ?? words[0]) || 'ended';
}

function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
