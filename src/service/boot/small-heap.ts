import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 spare memory and processor time in a process of the service. It collects garbage when the heap is half as large
 * again as what was in use after the last time: on a machine with much memory it waits until it is four times that, which is
 * some 80 MB more for a large store, and hardly faster. Young objects are collected by one thread, as several take more time
 * to divide such a small heap among them than they save.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
  setFlagsFromString('--no-parallel-scavenge');
}
