import { readFileSync } from 'node:fs';

/** A program that runs, and what ends it when memory runs short. */
export interface Watched {
  readonly pid: number;
  /** Called once, when it takes too much. */
  tooMuch(): void;
}

/** This process and its programs together take at most so many bytes; then the largest program is ended. */
const MOST_BYTES = 900 * 1024 * 1024;
const EVERY_MS = 100;
const PAGE_BYTES = 4096;

const watched = new Set<Watched>();
let timer: NodeJS.Timeout | undefined;

/**
 * Watches how much memory a program takes, on Linux. Its own limits hold for single blocks, of which a hostile file can
 * ask for many.
 * @returns ends the watch
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
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, process.memoryUsage.rss());
  if (all <= MOST_BYTES) return;
  const [largest] = sizes.sort((a, b) => b.bytes - a.bytes);
  if (!largest || largest.bytes === 0) return;
  watched.delete(largest.program);
  largest.program.tooMuch();
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    // It has ended.
    return 0;
  }
}
