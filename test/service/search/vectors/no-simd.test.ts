import { afterEach, expect, it, vi } from 'vitest';
import { simdScanner } from '../../../../src/service/search/vectors/columns/simd.ts';

afterEach(() => vi.unstubAllGlobals());

it('is a scan in WebAssembly only where that has SIMD', () => {
  expect(simdScanner()).toBeDefined();
  vi.stubGlobal('WebAssembly', { validate: () => false });
  expect(simdScanner()).toBeUndefined();
  // As with node --jitless.
  vi.stubGlobal('WebAssembly', undefined);
  expect(simdScanner()).toBeUndefined();
});
