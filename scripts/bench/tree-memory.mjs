/** Tracks the memory of this process and its descendants. On Linux; elsewhere of this process only. */
import { processTree } from './tree.mjs';

const EVERY_MS = 40;

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
  return processTree(process.pid).reduce((sum, { bytes }) => sum + bytes, 0);
}
