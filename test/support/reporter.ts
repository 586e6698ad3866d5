import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Closes the run with the names of the tests that were skipped and one plain line of counts,
 * `N passed, N failed, N skipped`. In CI (the environment variable CI is set) a skipped test fails the run.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: string): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const withState = (state: string) => tests.filter((test) => test.result().state === state);
    const skipped = withState('skipped');
    // A file that could not be loaded has no tests, and counts as one failure.
    const unloaded = modules.filter((module) => module.errors().length > 0).length;
    const known = withState('failed').length + unloaded + errors.length;
    // A set-up that failed leaves no test and no error behind, only this reason.
    const failed = known === 0 && reason === 'failed' ? 1 : known;
    for (const test of skipped) console.log(`skipped: ${nameOf(test)}`);
    if (skipped.length > 0 && process.env.CI) {
      console.log('A skipped test is a failure in CI.');
      process.exitCode = 1;
    }
    console.log(`${withState('passed').length} passed, ${failed} failed, ${skipped.length} skipped`);
  }
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}
