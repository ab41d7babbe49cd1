import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { chromium, type PlaywrightTestOptions, type PlaywrightWorkerOptions } from "@playwright/test";

/** The first is Chromium without a window: it starts and draws in a fraction of the time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
];
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** CHROMIUM_PATH, else the machine's Chromium or Chrome, else Playwright's own. */
function findBrowser(): string | null {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const directories = (process.env.PATH ?? "").split(path.delimiter);
  const installed = NAMES.flatMap((name) => directories.map((directory) => path.join(directory, name)));
  const own = chromium.executablePath();
  return installed.find(isProgram) ?? (existsSync(own) ? own : null);
}

/** How to start the browser; without one the run ends with the sentence that says how to get it. */
export function browserOptions(): Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> {
  const executablePath = findBrowser();
  if (executablePath === null) {
    throw new Error(
      "There is no browser: install Chromium (Debian: apt-get install chromium-headless-shell), set CHROMIUM_PATH, or run npx playwright install chromium.",
    );
  }
  return { launchOptions: { executablePath, args: ARGS } };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
