import type { FullResult, Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { type Failure, withoutColours, writeReport } from "./report.ts";

/** Says nothing while the browser runs, and reports what failed with its message and stack. */
export default class QuietReporter implements Reporter {
  #errors: TestError[] = [];
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(error: TestError): void {
    this.#errors.push(error);
  }

  onEnd(_result: FullResult): void {
    const tests = this.#suite?.allTests() ?? [];
    const failures: Failure[] = this.#errors.map((error) => ({ name: "browser", text: describe(error) }));
    failures.push(...tests.filter((test) => !test.ok()).map(describeTest));
    const flaky = tests.filter((test) => test.outcome() === "flaky").map(describeTest);
    const passed = tests.filter((test) => test.outcome() === "expected").length + flaky.length;
    writeReport({ passed, flaky, failures });
  }

  printsToStdio(): boolean {
    return true;
  }
}

function describeTest(test: TestCase): Failure {
  const errors = test.results.flatMap((result) => result.errors);
  return {
    name: test.titlePath().filter(Boolean).join(" > "),
    text: errors.map(describe).join("\n") || "It was not run.",
  };
}

const describe = ({ message, stack, snippet, value }: TestError) =>
  withoutColours([stack ?? message ?? value, snippet].filter(Boolean).join("\n"));
