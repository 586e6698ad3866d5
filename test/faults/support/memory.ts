import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly bytes: number;
}

/** Resident memory of a process and all its descendants, in bytes. Linux; 0 elsewhere. */
export function treeBytes(root: number): number {
  return tree(root).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The same, but memory that they share counts once. Takes the kernel some milliseconds. */
export function treeShare(root: number): number {
  return tree(root).reduce((sum, { pid }) => sum + shareOf(pid), 0);
}

function shareOf(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    // It has exited in the meantime.
    return 0;
  }
}

function tree(root: number): Process[] {
  const inside = new Set([root]);
  const all = processes();
  // After process ids wrap around, a child may have a lower id than its parent.
  for (let before = 0; before !== inside.size; ) {
    before = inside.size;
    for (const { pid, parent } of all) if (inside.has(parent)) inside.add(pid);
  }
  return all.filter(({ pid }) => inside.has(pid));
}

function processes(): Process[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(processOf);
}

function processOf(name: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [{ pid: Number(name), parent: Number(fields[1]), bytes: Number(fields[21]) * PAGE_BYTES }];
  } catch {
    // It has exited in the meantime.
    return [];
  }
}
