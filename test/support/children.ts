import { readdirSync, readFileSync } from 'node:fs';

/** Process ids of the running children of a process whose command line names a bundle, such as `encoder.js`; on Linux. */
export function childrenOf(parent: number, bundle: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isChild(pid, parent) && read(pid, 'cmdline').includes(`/${bundle}`));
}

/** Whether it runs, as a child of that process. Others may inherit it once that is gone. */
function isChild(pid: number, parent: number): boolean {
  const [, state, of] = /\) (\S) (\d+) /.exec(read(pid, 'stat')) ?? [];
  return state !== 'Z' && Number(of) === parent;
}

/** Empty for a process that has ended. */
function read(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}
