import { afterEach, expect, test, vi } from "vitest";
import { stubServerEnvironment } from "./stub-server-environment.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each(["production", "demo", "development"])(
  "a secret response takes a quarter of a second in %s, whether it succeeds or fails",
  async (appEnv) => {
    stubServerEnvironment(appEnv);
    const { withMinimumDuration } = await import("./constant-time.server.ts");
    vi.useFakeTimers();
    const settled: string[] = [];
    withMinimumDuration(async () => "known").then((result) => settled.push(result));
    withMinimumDuration(() => Promise.reject(new Error("unknown"))).catch((error) =>
      settled.push(error.message),
    );
    await vi.advanceTimersByTimeAsync(249);
    expect(settled).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(settled.sort()).toEqual(["known", "unknown"]);
  },
);
