import type { SerializedError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";
import { type Failure, withoutColours, writeReport } from "./report.ts";

/** Says nothing while the tests run, and reports what failed with its message, difference and stack. */
export default class QuietReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    let passed = 0;
    const flaky: Failure[] = [];
    const failures: Failure[] = unhandled.map((error) => ({ name: "unhandled", text: describe(error) }));
    for (const testModule of modules) {
      const file = `${testModule.project.name}: ${testModule.relativeModuleId}`;
      for (const error of testModule.errors()) failures.push({ name: file, text: describe(error) });
      for (const suite of testModule.children.allSuites()) {
        for (const error of suite.errors())
          failures.push({ name: `${file} > ${suite.fullName}`, text: describe(error) });
      }
      for (const test of testModule.children.allTests()) {
        const { state, errors } = test.result();
        const outcome = {
          name: `${file} > ${test.fullName}`,
          text: (errors ?? []).map(describe).join("\n"),
        };
        if (state === "passed") passed++;
        if (state === "failed") failures.push(outcome);
        if (test.diagnostic()?.flaky) flaky.push(outcome);
      }
    }
    writeReport({ passed, flaky, failures });
  }
}

function describe({ name, message, diff, stacks, stack }: SerializedError): string {
  const frames = stacks?.map(
    ({ file, line, column, method }) => `    at ${method} ${file}:${line}:${column}`,
  );
  const where = frames?.length ? frames.join("\n") : (stack ?? "");
  return withoutColours([`${name ?? "Error"}: ${message}`, diff, where].filter(Boolean).join("\n"));
}
