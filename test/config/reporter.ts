import type { Reporter, SerializedError, TestModule, TestRunEndReason } from 'vitest/node';

let passed = 0;
let failed = 0;

/** Ends the output with the line `N passed, N failed`, whatever ends the process. */
export class SumReporter implements Reporter {
  onInit(): void {
    process.once('exit', (code) => {
      if (code !== 0) failed = Math.max(failed, 1);
      process.stdout.write(`\n${String(passed)} passed, ${String(failed)} failed\n`);
    });
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    for (const module of modules) {
      const results = [...module.children.allTests()].map((test) => test.result().state);
      passed += results.filter((state) => state === 'passed').length;
      failed += results.filter((state) => state === 'failed').length;
    }
    // An error outside of a test is a failure too.
    if (reason !== 'passed' || errors.length > 0) failed = Math.max(failed, 1);
  }
}
