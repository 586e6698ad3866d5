import { defineConfig } from 'vitest/config';

const env = { NO_COLOR: '1' };
const common = { pool: 'forks' as const, testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/reporter.ts'],
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'sources', include: ['test/**/*.test.ts'], env } },
      // The conformance suite once more: what it asks is `vau serve` from dist/.
      {
        test: {
          ...common,
          name: 'binary',
          include: ['test/conformance/**/*.test.ts'],
          env: { ...env, VAU_TEST_SERVICE: 'binary' },
        },
      },
    ],
  },
});
