import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { browserOptions } from "../tests/e2e/support/browser.ts";
import type { Check } from "./check.ts";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const PUBLIC = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
/** No search engine may list these, so their SEO has no goal. */
const SIGNED_IN = { performance: 90, accessibility: 100, "best-practices": 100, seo: 0 };
const PAGES = [
  ...["/", "/pricing", "/login", "/optin/demo"].map((path) => ({ path, goals: PUBLIC })),
  ...["/dashboard/overview", "/dashboard/submissions"].map((path) => ({ path, goals: SIGNED_IN })),
];
const RUNS = 3;
const PORT = 9377;

type Scores = Record<(typeof CATEGORIES)[number], number>;
/** How long the list of claims may keep the phone from answering a touch. */
const BLOCKED = { path: "/dashboard/submissions", ms: 150 };

type Run = { scores: Scores; faults: string[]; blockedMs: number };

/** The middle of three runs of each page, on the phone and the network that Lighthouse simulates. */
export async function checkLighthouse(siteUrl: string, cookie: string): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { path, goals } of PAGES) {
    const runs: Run[] = [];
    for (let run = 0; run < RUNS; run++)
      runs.push(await runLighthouse(siteUrl + path, goals === SIGNED_IN ? cookie : null));
    const middleOf = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
    const median = (name: keyof Scores) => middleOf(runs.map(({ scores }) => scores[name]));
    const wanted = CATEGORIES.filter((name) => goals[name] > 0);
    const isMet = wanted.every((name) => median(name) >= goals[name]);
    checks.push({
      what: `Lighthouse ${path}`,
      figure: wanted.map(median).join(" "),
      goal: wanted.map((name) => goals[name]).join(" "),
      isMet,
      faults: isMet ? [] : [...new Set(runs.flatMap(({ faults }) => faults))],
    });
    if (path !== BLOCKED.path) continue;
    const blockedMs = middleOf(runs.map((run) => run.blockedMs));
    checks.push({
      what: `Total Blocking Time of ${path}`,
      figure: `${blockedMs} ms`,
      goal: `${BLOCKED.ms} ms`,
      isMet: blockedMs <= BLOCKED.ms,
      faults: [],
    });
  }
  return checks;
}

async function runLighthouse(url: string, cookie: string | null): Promise<Run> {
  const { launchOptions } = browserOptions();
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      `--remote-debugging-port=${PORT}`,
      "--ignore-certificate-errors",
      "--allow-insecure-localhost",
    ],
  });
  try {
    const result = await lighthouse(url, {
      port: PORT,
      logLevel: "error",
      onlyCategories: [...CATEGORIES],
      ...(cookie === null ? {} : { extraHeaders: { Cookie: cookie } }),
    });
    if (!result || result.lhr.runtimeError)
      throw new Error(`Lighthouse failed: ${result?.lhr.runtimeError?.message}`);
    const { categories, audits } = result.lhr;
    const score = (name: keyof Scores) => Math.round((categories[name]?.score ?? 0) * 100);
    const failed = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id}: ${audits[id]?.displayValue ?? audits[id]?.title}`);
    return {
      scores: Object.fromEntries(CATEGORIES.map((name) => [name, score(name)])) as Scores,
      faults: failed,
      blockedMs: Math.round(audits["total-blocking-time"]?.numericValue ?? 0),
    };
  } finally {
    await browser.close();
  }
}
