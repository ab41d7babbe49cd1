import type { Check } from "./check.ts";
import type { Visitor } from "./visitors.ts";

type Goal = { path: string; kilobytes: number; files: number };

const PUBLIC: Goal[] = [{ path: "/", kilobytes: 40, files: 15 }];
const SIGNED_IN: Goal[] = [
  ...["/dashboard/overview", "/dashboard/submissions", "/dashboard/settings", "/dashboard/statements"].map(
    (path) => ({ path, kilobytes: 110, files: 12 }),
  ),
  ...["/dashboard/analytics/money", "/dashboard/spend"].map((path) => ({ path, kilobytes: 140, files: 14 })),
];

/** The script that a browser loads with each page, compressed as it travels. */
export async function checkScriptBytes(stranger: Visitor, owner: Visitor): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [visitor, goals] of [[stranger, PUBLIC] as const, [owner, SIGNED_IN] as const])
    for (const goal of goals) checks.push(await checkPage(visitor, goal));
  return checks;
}

async function checkPage({ context }: Visitor, goal: Goal): Promise<Check> {
  const page = await context.newPage();
  const files: { name: string; bytes: number }[] = [];
  const sizes: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    if (!new URL(request.url()).pathname.endsWith(".js")) return;
    const name = new URL(request.url()).pathname.split("/").at(-1) ?? "";
    sizes.push(
      request.response().then(async (response) => {
        files.push({ name, bytes: Number((await response?.allHeaders())?.["content-length"]) });
      }),
    );
  });
  await page.goto(goal.path, { waitUntil: "load" });
  await page.waitForTimeout(1_000);
  await Promise.all(sizes);
  await page.close();
  const kilobytes = Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
  const isMet = kilobytes <= goal.kilobytes && files.length <= goal.files;
  files.sort((a, b) => b.bytes - a.bytes);
  return {
    what: `script of ${goal.path}`,
    figure: `${kilobytes} KB in ${files.length}`,
    goal: `${goal.kilobytes} KB in ${goal.files}`,
    isMet,
    faults: isMet ? [] : files.map(({ name, bytes }) => `${bytes} ${name}`),
  };
}
