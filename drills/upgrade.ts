import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type App, startApp } from "../tests/servers/app.ts";
import { eventually } from "../tests/support/eventually.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, pause } from "./drill.ts";
import { confirmSteadily } from "./visitors.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
const NOT_COPIED = new Set(["node_modules", "build", "data", ".git", ".cache", "test-results"]);
const MIGRATION = "20991231-2350-wider-submissions";

const LONG = { perSecond: 100, sideBySideMs: 60_000 };
const SHORT = { perSecond: 20, sideBySideMs: 5_000 };

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

/** Builds these sources with one more migration, in a folder of their own. */
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

/** The next version is brought in beside this one while visitors confirm: migrate, start, stop the old one. */
export const upgrade: Drill = {
  name: "upgrade",
  async run({ isLong }) {
    const { perSecond, sideBySideMs } = isLong ? LONG : SHORT;
    const { folder, build } = buildNextVersion();
    const database = await startDrillDatabase();
    const databaseUrl = database.url;
    const started: App[] = [];
    const start = async (from?: string) => {
      const app = await startApp({ databaseUrl, ...(from ? { build: from } : {}) });
      started.push(app);
      return app;
    };
    try {
      const old = await start();
      /** Those that a proxy would send requests to. */
      let served = [old];
      let turn = 0;
      const phases: Record<string, number> = {};
      let phase = "old alone";
      const isReady = (app: App) =>
        eventually(async () => {
          const response = await fetch(`${app.url}/readyz`);
          if (response.status !== 200) throw new Error(await response.text());
          return true;
        }).catch((error: Error) => {
          console.error(error.message);
          return false;
        });
      const goals: { goal: string; isMet: boolean }[] = [];
      const upgrading = (async () => {
        await pause(sideBySideMs / 2);
        const early = await startApp({ databaseUrl, build }).then(
          () => "",
          (error: Error) => error.message,
        );
        goals.push({
          goal: "the next version does not start before its migration",
          isMet: early.includes(MIGRATION),
        });
        phase = "migration";
        const env = { ...process.env, DATABASE_URL: databaseUrl };
        await promisify(execFile)(process.execPath, [path.join(build, "commands/migrate.js")], { env });
        goals.push({ goal: "the old version stays ready on the new schema", isMet: await isReady(old) });
        const again = await start();
        goals.push({ goal: "the old version starts on the new schema", isMet: await isReady(again) });
        await again.kill("SIGTERM");
        const next = await start(build);
        phase = "side by side";
        served = [old, next];
        await pause(sideBySideMs);
        served = [next];
        const exitCode = await old.kill("SIGTERM");
        phase = "new alone";
        await pause(sideBySideMs / 2);
        goals.push({ goal: "the old version stops in order", isMet: exitCode === 0 });
        goals.push({ goal: "the new version is ready", isMet: await isReady(next) });
      })();
      const outcome = await confirmSteadily({
        url: () => served[turn++ % served.length]?.url ?? "",
        submits: upgrading,
        perSecond,
        onAcknowledged: () => {
          phases[phase] = (phases[phase] ?? 0) + 1;
        },
      });
      await upgrading;
      return {
        figures: {
          ...outcome.figures,
          ...Object.fromEntries(
            Object.entries(phases).map(([name, count]) => [`acknowledged, ${name}`, count]),
          ),
        },
        goals: [...outcome.goals, ...goals],
      };
    } finally {
      await Promise.all(started.map((app) => app.kill("SIGKILL")));
      await database.stop();
      rmSync(folder, { recursive: true });
    }
  },
};
