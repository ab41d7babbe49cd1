import { spawn } from "node:child_process";
import { startApp } from "../tests/servers/app.ts";
import { type Send, send } from "../tests/support/client.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, pause } from "./drill.ts";

const FROZEN_MS = 20_000;
const EVERY_MS = 500;
const PAGE_MS = 1_000;
const OTHERS_MS = 10_000;
const BACK_MS = 1_000;
/** Programs that take the processor from the product, in the last round. */
const BUSY_LOOPS = 8;

type Probe = { kind: string; path: string; options?: () => Send };
type ProbeResult = { kind: string; status: number; ms: number; hasRetryAfter: boolean };

/** Keeps the machine busy. @returns a function that ends it */
function keepBusy(): () => void {
  const loops = Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ["-e", "for (;;);"]));
  const end = () => {
    for (const loop of loops) loop.kill("SIGKILL");
  };
  process.once("exit", end);
  return end;
}

/** The database server hangs for 20 seconds, connected and silent: beside nothing else, then on a busy machine. */
export const frozenDatabase: Drill = {
  name: "frozen database",
  async run({ isLong }) {
    const database = await startDrillDatabase();
    const app = await startApp({ databaseUrl: database.url });
    try {
      const { createForm, createOwner, optInBody, signInAs, submitForm } = await import(
        "../tests/factories/index.ts"
      );
      const password = "correct horse battery";
      const form = await createForm({ owner: await createOwner({ password }) });
      const { token, cookie } = await signInAs(form.owner);
      const { id } = await submitForm(form);
      const signIn = { usernameOrEmail: form.owner.email, password };
      const probes: Probe[] = [
        { kind: "page", path: `/optin/${form.slug}` },
        {
          kind: "submit",
          path: `/api/optin/${form.slug}/submit`,
          options: () => ({ json: optInBody(form) }),
        },
        { kind: "start page, signed in", path: "/", options: () => ({ cookie }) },
        { kind: "overview", path: "/dashboard", options: () => ({ cookie }) },
        { kind: "list", path: "/dashboard/submissions", options: () => ({ cookie }) },
        { kind: "profile", path: "/api/user/profile", options: () => ({ token }) },
        {
          kind: "decision",
          path: `/api/optin/dashboard/submissions/${id}`,
          options: () => ({ method: "PUT", token, json: { status: "rejected" } }),
        },
        { kind: "sign-in", path: "/api/auth/login", options: () => ({ json: signIn }) },
        { kind: "readyz", path: "/readyz" },
      ];
      const probe = async ({ kind, path, options }: Probe): Promise<ProbeResult> => {
        const began = performance.now();
        const { status, headers } = await send(app.url + path, options?.());
        return { kind, status, ms: performance.now() - began, hasRetryAfter: headers.has("retry-after") };
      };
      for (const each of probes) await probe(each);

      const freeze = async () => {
        database.freeze();
        const asked: Promise<ProbeResult>[] = [];
        const end = Date.now() + FROZEN_MS;
        while (Date.now() < end) {
          asked.push(...probes.map(probe));
          await pause(EVERY_MS);
        }
        database.thaw();
        const thawedAt = performance.now();
        const submit = probes[1] as Probe;
        while ((await probe(submit)).status !== 201) await pause(20);
        const backMs = performance.now() - thawedAt;
        return { backMs, responses: await Promise.all(asked) };
      };
      const quiet = [];
      for (let round = 0; round < (isLong ? 3 : 1); round++) quiet.push(await freeze());
      const endLoops = keepBusy();
      const busy = (await freeze().finally(endLoops)).responses;
      const frozen = quiet.flatMap(({ responses }) => responses);
      const slowest = (responses: ProbeResult[], matches: (response: ProbeResult) => boolean) =>
        Math.round(Math.max(...responses.filter(matches).map(({ ms }) => ms)));
      const pageMs = slowest(frozen, ({ kind }) => kind === "page");
      const othersMs = slowest(frozen, ({ kind }) => kind !== "page");
      const busyMs = slowest(busy, () => true);
      const all = [...frozen, ...busy];
      const refused = all.filter(({ status }) => status >= 500);
      const backMs = Math.round(Math.max(...quiet.map((round) => round.backMs)));
      return {
        figures: {
          requests: all.length,
          ...Object.fromEntries(
            probes.map(({ kind }) => {
              const isOfKind = (one: ProbeResult) => one.kind === kind;
              return [`${kind}: slowest ms`, `${slowest(frozen, isOfKind)}, busy ${slowest(busy, isOfKind)}`];
            }),
          ),
          statuses: [...new Set(all.map(({ status }) => status))].sort().join(", "),
          "back after ms": backMs,
        },
        goals: [
          { goal: `the page within ${PAGE_MS} ms`, isMet: pageMs < PAGE_MS },
          { goal: `everything else within ${OTHERS_MS} ms`, isMet: othersMs < OTHERS_MS },
          {
            goal: `everything within ${OTHERS_MS} ms beside ${BUSY_LOOPS} busy loops`,
            isMet: busyMs < OTHERS_MS,
          },
          {
            goal: "every failure a 503 with Retry-After",
            isMet: refused.every(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter),
          },
          { goal: `back within ${BACK_MS} ms`, isMet: backMs < BACK_MS },
        ],
      };
    } finally {
      database.thaw();
      await app.kill();
      await database.stop();
    }
  },
};
