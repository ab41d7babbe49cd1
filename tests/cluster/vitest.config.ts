import { defineConfig } from "vitest/config";

/** Tests of what only holds on a cluster. `run.ts` starts it and names its databases. */
export default defineConfig({
  test: { include: ["tests/cluster/*.test.ts"], testTimeout: 300_000, hookTimeout: 60_000, isolate: false },
});
