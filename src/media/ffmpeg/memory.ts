import { readFileSync } from 'node:fs';

/** A running program, and what to do when memory runs short. */
export interface Watched {
  readonly pid: number;
  /** Called once, when it uses too much. */
  tooMuch(): void;
}

/** Memory limit of this process and its programs together, in bytes; beyond it the largest program is killed. */
const MOST_BYTES = 900 * 1024 * 1024;
/** Most that this process counts for: a large recogniser in it is no reason to kill a program that needs little. */
const MOST_OWN_BYTES = 500 * 1024 * 1024;
const EVERY_MS = 100;
const PAGE_BYTES = 4096;

const watched = new Set<Watched>();
let timer: NodeJS.Timeout | undefined;

/**
 * Watches the memory of a program, on Linux. Its own limits apply to single allocations, and a hostile file can cause
 * many.
 * @returns a function that stops watching
 */
export function watchMemory(program: Watched): () => void {
  if (process.platform !== 'linux') return () => {};
  watched.add(program);
  timer ??= setInterval(look, EVERY_MS).unref();
  return () => {
    watched.delete(program);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function look(): void {
  const sizes = [...watched].map((program) => ({ program, bytes: residentBytes(program.pid) }));
  const own = Math.min(process.memoryUsage.rss(), MOST_OWN_BYTES);
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, own);
  if (all <= MOST_BYTES) return;
  const [largest] = sizes.sort((a, b) => b.bytes - a.bytes);
  if (!largest || largest.bytes === 0) return;
  watched.delete(largest.program);
  largest.program.tooMuch();
}

/** Resident memory of a process, in bytes, on Linux; 0 once it has exited. */
export function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
