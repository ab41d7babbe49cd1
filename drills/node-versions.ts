import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sandboxEnvironment } from "../sandbox/platforms.ts";
import { startApp } from "../tests/servers/app.ts";
import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { environment } from "../tests/setup/environment.ts";
import { send } from "../tests/support/client.ts";
import type { Drill } from "./drill.ts";

/** The versions that the README names, each in its newest release of the npm package `node`. */
const VERSIONS = ["20", "22", "24"];
const SEED = fileURLToPath(new URL("../build/commands/seed.js", import.meta.url));

/** The built server, with its native modules, under each supported version of Node.js. */
export const nodeVersions: Drill = {
  name: "node versions",
  async run() {
    const figures: Record<string, string> = {};
    const goals = [];
    for (const version of VERSIONS) {
      const node = findNode(version);
      figures[`Node.js ${version}`] = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
      const failure = await tryProduct(node).catch((error: Error) => error.message);
      goals.push({
        goal: `a claim is made, verified, sent and exported under Node.js ${version}${failure ? `: ${failure}` : ""}`,
        isMet: failure === null,
      });
    }
    return { figures, goals };
  },
};

/** The path of a Node.js of this version, which npm installs into its cache. */
const findNode = (version: string): string =>
  execFileSync(
    "npm",
    ["exec", "--yes", `--package=node@${version}`, "--", "node", "--print", "process.execPath"],
    { encoding: "utf8" },
  ).trim();

/** What did not work, or null. */
async function tryProduct(node: string): Promise<string | null> {
  const folder = mkdtempSync(path.join(tmpdir(), "attesto-node-"));
  const databaseUrl = `sqlite:${path.join(folder, "attesto.sqlite")}`;
  const sandbox = await startSandboxServer();
  const env = { ...sandboxEnvironment(sandbox.url), DATA_DIR: folder };
  try {
    execFileSync(node, [SEED], {
      env: { ...process.env, ...environment, ...env, DATABASE_URL: databaseUrl, LOG_LEVEL: "error" },
    });
    const app = await startApp({ databaseUrl, env, node });
    try {
      const api = (url: string, options: Parameters<typeof send>[1] = {}) => send(app.url + url, options);
      const page = await api("/optin/demo");
      if (page.status !== 200) return `the form answers ${page.status}`;
      const signIn = await api("/api/auth/login", {
        json: { usernameOrEmail: "demo@attesto.example", password: "verify-what-is-true" },
      });
      if (signIn.status !== 200) return `the sign-in answers ${signIn.status}`;
      const { token } = signIn.json;
      const { platforms } = (await api("/api/affiliate/platforms", { token })).json;
      const claim = await api("/api/optin/demo/submit", {
        json: {
          email: "visitor@example.com",
          phone: "+34600555123",
          platform: platforms[0].id,
          amount: "250.00",
          currency: "EUR",
          consent: true,
        },
      });
      if (claim.status !== 201) return `the submit answers ${claim.status}`;
      const submissions = "/api/optin/dashboard/submissions";
      const decision = await api(`${submissions}/${claim.json.submissionId}`, {
        method: "PUT",
        token,
        json: { status: "handled", amount: "250.00", currency: "EUR" },
      });
      if (decision.json?.eventStatus !== "sent") return `the decision answers ${decision.text}`;
      const file = await api(`${submissions}/export?format=xlsx`, { token });
      return file.status === 200 ? null : `the export answers ${file.status}`;
    } finally {
      await app.kill();
    }
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
