import { setFlagsFromString } from 'node:v8';

/**
 * Collects garbage when the heap is half as large again as what was in use after the last time. On a machine with much
 * memory V8 waits until it is four times that: some 80 MB more for a large store, and hardly faster.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
