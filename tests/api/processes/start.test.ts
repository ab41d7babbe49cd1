import { describe, expect, test } from "vitest";
import { startApp } from "../../servers/app.ts";

describe("start", () => {
  test.each<[what: string, env: Record<string, string>, lines: string[]]>([
    ["every wrong value", { PORT: "many", LOG_LEVEL: "loud" }, ["PORT: ", "LOG_LEVEL: "]],
    [
      "what production lacks",
      {
        APP_ENV: "production",
        PUBLIC_URL: "",
        SESSION_SECRETS: "",
        ENCRYPTION_KEYS: "short",
        PROOF_SIGNING_KEYS: "",
      },
      ["PUBLIC_URL: ", "SESSION_SECRETS: ", "ENCRYPTION_KEYS: ", "PROOF_SIGNING_KEYS: "],
    ],
    ["a wrong variable of an ad platform", { META_GRAPH_VERSION: "26" }, ["META_GRAPH_VERSION: "]],
    ["several processes on SQLite", { WORKERS: "2" }, ["WORKERS: several processes need MySQL"]],
    ["a proxy that anybody could be", { TRUST_PROXY: "true" }, ["TRUST_PROXY: "]],
  ])("the start ends with a line for %s", async (_what, env, lines) => {
    const failure = await startApp({ databaseUrl: "sqlite:/nowhere", env }).catch((error: Error) => error);
    const written = String((failure as Error).message)
      .split("\n")
      .slice(1)
      .filter(Boolean);
    expect(written).toHaveLength(lines.length);
    for (const [index, line] of lines.entries()) expect(written[index]).toMatch(new RegExp(`^${line}`));
  });

  test("the start says in one sentence that the database cannot be reached", async () => {
    const failure = await startApp({ databaseUrl: "mysql://nobody@127.0.0.1:1/none" }).catch(
      (error: Error) => error,
    );
    expect(String((failure as Error).message).trim()).toBe(
      "The app did not start:\nThe database cannot be reached. Check DATABASE_URL and that its server runs.",
    );
  });
});
