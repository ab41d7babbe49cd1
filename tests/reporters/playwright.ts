import type { FullResult, Reporter, Suite, TestError } from "@playwright/test/reporter";
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
    for (const test of tests.filter((each) => !each.ok())) {
      const errors = test.results.flatMap((result) => result.errors);
      failures.push({
        name: test.titlePath().filter(Boolean).join(" > "),
        text: errors.map(describe).join("\n") || "It was not run.",
      });
    }
    writeReport({ passed: tests.filter((test) => test.outcome() === "expected").length, failures });
  }

  printsToStdio(): boolean {
    return true;
  }
}

const describe = ({ message, stack, snippet, value }: TestError) =>
  withoutColours([stack ?? message ?? value, snippet].filter(Boolean).join("\n"));
