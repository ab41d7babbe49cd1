import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { sandboxEnvironment } from "../sandbox/platforms.ts";
import { type App, startApp } from "../tests/servers/app.ts";
import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { toCsv } from "../tests/support/broker-statement.ts";
import { send } from "../tests/support/client.ts";
import { eventually } from "../tests/support/eventually.ts";
import { buildBase, PROJECT } from "./base.ts";
import { type DrillDatabase, startDrillDatabase, startSqliteDatabase } from "./database.ts";
import { type Drill, type Goal, pause } from "./drill.ts";
import { decideSteadily } from "./owner.ts";
import { untilIdle } from "./same/until-idle.ts";
import { confirmSteadily } from "./visitors.ts";

const NOT_COPIED = new Set(["node_modules", "build", "data", ".git", ".cache", "test-results"]);
const MIGRATION = "20991231-2350-wider-submissions";

const LONG = { perSecond: 100, sideBySideMs: 60_000 };
const SHORT = { perSecond: 20, sideBySideMs: 5_000 };
const READ_MAX_MS = 120_000;

/** What the next version may change while this one runs: a column with a default, and an index. */
const MIGRATION_SOURCE = `import { addColumns, columnTypes, dropColumns, hasIndex, type Migration } from "./table.ts";

export default {
  name: "${MIGRATION}",
  async up(queryInterface) {
    const { integer } = columnTypes(queryInterface);
    await addColumns(queryInterface, "submissions", { nextVersion: \`\${integer} NOT NULL DEFAULT 1\` });
    if (!(await hasIndex(queryInterface, "submissions", "submissions_next")))
      await queryInterface.addIndex("submissions", ["workspaceId", "nextVersion"], { name: "submissions_next" });
  },
  async down(queryInterface) {
    if (await hasIndex(queryInterface, "submissions", "submissions_next"))
      await queryInterface.removeIndex("submissions", "submissions_next");
    await dropColumns(queryInterface, "submissions", ["nextVersion"]);
  },
} satisfies Migration;
`;

/** Builds these sources with one more migration, in a folder of their own: there is always one to run. */
function buildNextVersion(): { folder: string; build: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "attesto-next-"));
  cpSync(PROJECT, folder, {
    recursive: true,
    filter: (source) => !NOT_COPIED.has(path.relative(PROJECT, source).split(path.sep)[0] ?? ""),
  });
  symlinkSync(path.join(PROJECT, "node_modules"), path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, `migrations/${MIGRATION}.ts`), MIGRATION_SOURCE);
  const list = path.join(folder, "migrations/index.ts");
  const source = readFileSync(list, "utf8");
  writeFileSync(
    list,
    `import next from "./${MIGRATION}.ts";\n${source.replace(/\n\];\s*$/, "\n  next,\n];\n")}`,
  );
  execFileSync("npm", ["run", "--silent", "build"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  return { folder, build: path.join(folder, "build") };
}

type Sent = { token: string; form: { slug: string; platforms: { id: string }[] } };

/** Those that a proxy would send requests to, each in turn. */
type Proxy = { served: App[]; url(): string };

type Road = {
  base: string;
  next: string;
  sideBySideMs: number;
  proxy: Proxy;
  start: (build: string) => Promise<App>;
  run: (build: string, command: string, ...args: string[]) => Promise<void>;
  enter: (phase: string) => void;
  /** Uploads a broker's file, and gives whether it is read later and finds claims. */
  upload: () => Promise<Promise<boolean>>;
};

const isReady = (app: App) =>
  eventually(async () => {
    const response = await fetch(`${app.url}/readyz`);
    if (response.status !== 200) throw new Error(await response.text());
    return true;
  }).catch((error: Error) => {
    console.error(error.message);
    return false;
  });

/** The next version must say which migration it misses. */
async function refusesToStart({ start, next }: Road): Promise<Goal> {
  const message = await start(next).then(
    () => "",
    (error: Error) => error.message,
  );
  return {
    goal: "the next version does not start before its migration",
    isMet: message.includes("The database lacks"),
  };
}

/** On MySQL both versions serve at once: migrate, start the new one, stop the old one. */
async function goSideBySide(road: Road): Promise<Goal[]> {
  const { proxy, base, next, sideBySideMs, start, run, enter, upload } = road;
  const [old] = proxy.served as [App];
  await pause(sideBySideMs / 2);
  const early = await refusesToStart(road);
  enter("migration");
  await run(next, "migrate");
  const isOldReady = await isReady(old);
  const again = await start(base);
  const isAgainReady = await isReady(again);
  await again.kill("SIGTERM");
  const beside = await start(next);
  enter("side by side");
  proxy.served = [old, beside];
  const read = await upload();
  await pause(sideBySideMs);
  proxy.served = [beside];
  const exitCode = await old.kill("SIGTERM");
  enter("new alone");
  await pause(sideBySideMs / 2);
  return [
    early,
    { goal: "the old version stays ready on the new schema", isMet: isOldReady },
    { goal: "the old version starts on the new schema", isMet: isAgainReady },
    { goal: "the old version stops in order", isMet: exitCode === 0 },
    { goal: "the new version is ready", isMet: await isReady(beside) },
    { goal: "a statement that came meanwhile is read, and finds claims", isMet: await read },
  ];
}

/** On SQLite the services stop before the backup and start at the end, as docs/operations.md says. */
async function goWithAStop(road: Road): Promise<Goal[]> {
  const { proxy, base, next, sideBySideMs, start, run, enter, upload } = road;
  const [old] = proxy.served as [App];
  await pause(sideBySideMs);
  const read = await upload();
  const exitCode = await old.kill("SIGTERM");
  enter("stopped");
  const folder = mkdtempSync(path.join(tmpdir(), "attesto-before-"));
  try {
    await run(base, "backup", "--to", folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const early = await refusesToStart(road);
  await run(next, "migrate");
  const beside = await start(next);
  proxy.served = [beside];
  enter("new alone");
  await pause(sideBySideMs);
  return [
    early,
    { goal: "the old version stops in order", isMet: exitCode === 0 },
    { goal: "the new version is ready", isMet: await isReady(beside) },
    { goal: "a statement that came before the stop is read, and finds claims", isMet: await read },
  ];
}

/** A broker's file about claims of the demo that wait. */
async function uploadStatement(proxy: Proxy, { token }: Sent): Promise<Promise<boolean>> {
  const query = "status=pending&limit=100&sort=createdAt";
  const { json } = await send(`${proxy.url()}/api/optin/dashboard/submissions?${query}`, { token });
  type Claim = {
    createdAt: string;
    formData: Record<"reference" | "amount" | "currency", string> & { platform: { id: string } };
  };
  const claims = (json.submissions as Claim[]).filter(
    ({ formData }) => formData.reference && formData.amount,
  );
  const platformId = claims[0]?.formData.platform.id ?? "";
  const lines = claims
    .filter(({ formData }) => formData.platform.id === platformId)
    .map(({ createdAt, formData: { reference, amount, currency } }) =>
      [reference, createdAt.slice(0, 19).replace("T", " "), "Deposit", amount, currency].join(";"),
    );
  const body = new FormData();
  body.set("platformId", platformId);
  body.set("file", new Blob([toCsv(...lines)]), "meanwhile.csv");
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${proxy.url()}/api/statements`, { method: "POST", body, headers });
  const { statement } = await response.json();
  return eventually(async () => {
    const read = await send(`${proxy.url()}/api/statements/${statement.id}`, { token });
    if (read.json?.statement?.status !== "ready") throw new Error(`It is not read yet: ${read.text}`);
    return read.json.statement.groups.certain.count > 0;
  }, READ_MAX_MS).catch((error: Error) => {
    console.error(error.message);
    return false;
  });
}

/**
 * The base is filled with the demo's data, and the version of these sources takes its place while visitors confirm, an
 * owner decides and a statement is read.
 */
const createDrill = (
  name: string,
  startDatabase: (options: { isMigrated: boolean }) => Promise<Pick<DrillDatabase, "url" | "stop">>,
  go: (road: Road) => Promise<Goal[]>,
): Drill => ({
  name,
  async run({ isLong, base: named }) {
    const { perSecond, sideBySideMs } = isLong ? LONG : SHORT;
    const { build: base } = buildBase(named);
    const { folder, build: next } = buildNextVersion();
    const sandbox = await startSandboxServer();
    const { url: databaseUrl, stop } = await startDatabase({ isMigrated: false });
    const started: App[] = [];
    const env = { ...sandboxEnvironment(sandbox.url), DATA_DIR: folder };
    const start = async (build: string) => {
      const app = await startApp({ databaseUrl, build, env });
      started.push(app);
      return app;
    };
    const run = async (build: string, command: string, ...args: string[]) => {
      const program = [path.join(build, `commands/${command}.js`), ...args];
      const all = { ...process.env, ...env, DATABASE_URL: databaseUrl };
      await promisify(execFile)(process.execPath, program, { env: all });
    };
    try {
      await run(base, "migrate");
      await run(base, "seed");
      let turn = 0;
      const proxy: Proxy = {
        served: [await start(base)],
        url: () => proxy.served[turn++ % proxy.served.length]?.url ?? "",
      };
      const sent = await signIn(proxy.url());
      const phases: Record<string, number> = {};
      let phase = "old alone";
      const enter = (entered: string) => {
        phase = entered;
      };
      const upload = () => uploadStatement(proxy, sent);
      const upgrading = go({ base, next, sideBySideMs, proxy, start, run, enter, upload });
      const [outcome, owner, goals] = await Promise.all([
        confirmSteadily({
          url: proxy.url,
          submits: upgrading,
          perSecond,
          form: sent.form,
          onAcknowledged: () => {
            phases[phase] = (phases[phase] ?? 0) + 1;
          },
          settled: () => untilIdle(databaseUrl, () => new Date()),
        }),
        decideSteadily({
          url: proxy.url,
          token: sent.token,
          until: upgrading,
          opens: () => ["/api/analytics", "/api/optin/dashboard/submissions/stats"],
        }),
        upgrading,
      ]);
      return {
        figures: {
          ...outcome.figures,
          ...Object.fromEntries(
            Object.entries(phases).map(([one, count]) => [`acknowledged, ${one}`, count]),
          ),
          decisions: owner.decisions,
          "statuses of the owner": [...owner.statuses].sort().join(", "),
        },
        goals: [
          ...outcome.goals,
          ...goals,
          {
            goal: "the owner decides, and gets 200 and 503 only",
            isMet: owner.decisions > 0 && [...owner.statuses].every((one) => one === 200 || one === 503),
          },
        ],
      };
    } finally {
      await Promise.all(started.map((app) => app.kill("SIGKILL")));
      await Promise.all([stop(), sandbox.close()]);
      rmSync(folder, { recursive: true });
    }
  },
});

/** The demo's owner, whose form visitors fill in. */
async function signIn(url: string): Promise<Sent> {
  const json = { usernameOrEmail: "demo@attesto.example", password: "verify-what-is-true" };
  const { token } = (await send(`${url}/api/auth/login`, { json })).json;
  const { platforms } = (await send(`${url}/api/affiliate/platforms`, { token })).json;
  return { token, form: { slug: "demo", platforms } };
}

export const upgrade = createDrill("upgrade on MySQL", startDrillDatabase, goSideBySide);
export const upgradeOnSqlite = createDrill("upgrade on SQLite", startSqliteDatabase, goWithAStop);
