import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { presentApiReference } from "#app/lib/site/api-reference.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

test("the API reference names every call of the OpenAPI document", async () => {
  const { json } = await site.send("/api/openapi.json");
  const { status, text } = await site.send("/docs/api");
  expect(status).toBe(200);
  for (const methods of Object.values<Record<string, { operationId: string }>>(json.paths))
    for (const { operationId } of Object.values(methods)) expect(text).toContain(`id="${operationId}"`);
});

test("an example names the credential that reaches the call, and the query that it needs", async () => {
  const { json } = await site.send("/api/openapi.json");
  const entries = presentApiReference(json).flatMap(({ operations }) => operations);
  const findExample = (path: string) =>
    entries.find((entry) => entry.path === path && entry.method === "GET")?.example;
  expect(findExample("/api/affiliate/public/platforms")).toContain("/platforms?ids={ids}");
  for (const { access, example } of entries.filter((entry) => entry.example !== null)) {
    const name = access.startsWith("Needs an API key") ? "$ATTESTO_KEY" : "$ATTESTO_TOKEN";
    if (access === "Open to everyone") expect(example).not.toContain("Authorization");
    else expect(example).toContain(`Bearer ${name}"`);
  }
});

test("the OpenAPI document has nothing that Redocly warns of", async () => {
  const { json } = await site.send("/api/openapi.json");
  const directory = await mkdtemp(path.join(tmpdir(), "attesto-openapi-"));
  const file = path.join(directory, "openapi.json");
  // A tests' server is local, which is a warning.
  await writeFile(file, JSON.stringify({ ...json, servers: [{ url: "https://attesto.dev" }] }));
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  // The contract names `/affiliate/platforms/{id}` beside `/affiliate/{platformId}/links`; ids are no words.
  const { stdout } = await promisify(execFile)(
    "npx",
    [
      "redocly",
      "lint",
      "--extends=recommended",
      "--skip-rule=no-ambiguous-paths",
      "--max-problems=5",
      "--format=json",
      file,
    ],
    { env },
  );
  await rm(directory, { recursive: true });
  const { problems } = JSON.parse(stdout) as { problems: { message: string }[] };
  expect(problems.map(({ message }) => message)).toEqual([]);
});
