import { defineConfig } from "@playwright/test";
import { browserOptions } from "./tests/e2e/support/browser.ts";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/e2e/support/start-site.ts",
  fullyParallel: true,
  workers: 3,
  // A loaded machine may miss a toast, which lives two seconds. What passes only then is listed.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  maxFailures: process.env.CI ? 0 : 20,
  // Against what hangs, not against what is slow: a loaded machine takes several times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: "line",
  use: {
    ...browserOptions(),
    locale: "en-US",
    timezoneId: "UTC",
    viewport: { width: 1280, height: 900 },
    colorScheme: "dark",
    trace: "off",
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "chromium", testIgnore: "**/*.no-script.spec.ts", grepInvert: /@audit/ },
    // What is the same with and without script is tagged @once.
    {
      name: "no-script",
      testIgnore: "**/*.script.spec.ts",
      grepInvert: /@once|@audit/,
      use: { javaScriptEnabled: false },
    },
    // What takes too long for `npm test`, which names the other two.
    { name: "audit", grep: /@audit/ },
  ],
});
