import { Op, QueryTypes } from "sequelize";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { databaseNow } from "#app/database/dialect.server.ts";
import { Connection, Delivery, DeliveryAttempt, type Submission } from "#app/models/index.server.ts";
import { createDeliveries } from "#app/services/deliveries/create-deliveries.server.ts";
import type { Fault } from "../../sandbox/faults.ts";
import { sandboxEnvironment } from "../../sandbox/platforms.ts";
import { AD_PLATFORMS, connectPlatform, createForm, submitForm } from "../factories/index.ts";
import { type App, startApp, stopIdleApp } from "../servers/app.ts";
import type { SandboxServer } from "../servers/sandbox.ts";
import { inGroups } from "./in-groups.ts";
import { residentMb } from "./resident-memory.ts";

type Options = {
  databaseUrl: string;
  sandbox: SandboxServer;
  submissions: number;
  /** More of another owner, who has not connected Google: its pace would make most of a long run. */
  submissionsWithoutGoogle?: number;
  workers: number;
  /** How long faults come, and how often a worker is killed meanwhile. */
  faultsMs: number;
  killEveryMs: number;
  /** Another fault in the middle, such as a killed database. */
  halfway?: () => Promise<void>;
};

export type DeliveryCounts = {
  events: number;
  kills: number;
  seconds: number;
  /** How many ended otherwise than sent, by state. */
  unsent: string[];
  /** Events that the platforms never accepted, or that are not done here. */
  missing: number;
  open: number;
  /** Sent again although the platform's `accepted` was known. */
  sentAfterAccepted: number;
  /** Accepted twice without an attempt that says so. */
  doubled: number;
  gapsInAttempts: number;
  /** What the one worker that is never killed held, each second until all was done. */
  memoryMb: number[];
};

/** One in five calls fails, one in twenty is taken without an answer, a limit comes now and then. */
const FAULTS: Fault[] = ["500", "transient-2", "500", "reset", "half", "rate-limited"];
const FAULT_EVERY_MS = 150;
const STALLED_MS = 30_000;
const MEASURE_EVERY_MS = 1_000;
const START_TRIES = 5;
const START_AGAIN_MS = 1_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Sends verified events to all four platforms while everything fails, and counts what was lost or doubled. */
export async function deliverThroughFaults(options: Options): Promise<DeliveryCounts> {
  const { databaseUrl, sandbox, submissions, submissionsWithoutGoogle = 0, workers } = options;
  const { faultsMs, killEveryMs, halfway } = options;
  const startedAt = Date.now();
  await stopIdleApp();
  const form = await createForm();
  const connections = await Promise.all(AD_PLATFORMS.map((id) => connectPlatform(form.owner, id)));
  for (const submission of await inGroups(submissions, () => submitForm(form))) await verify(submission);
  if (submissionsWithoutGoogle > 0) {
    const other = await createForm();
    const others = AD_PLATFORMS.filter((id) => id !== "google");
    connections.push(...(await Promise.all(others.map((id) => connectPlatform(other.owner, id)))));
    for (const submission of await inGroups(submissionsWithoutGoogle, () => submitForm(other)))
      await verify(submission);
  }
  /** Again where the database is away at that moment, as a process manager does. */
  const start = async (tries = START_TRIES): Promise<App> => {
    try {
      return await startApp({ databaseUrl, env: sandboxEnvironment(sandbox.url) });
    } catch (error) {
      if (tries === 1) throw error;
      await pause(START_AGAIN_MS);
      return start(tries - 1);
    }
  };
  const running: App[] = await Promise.all(Array.from({ length: workers }, () => start()));
  const memoryMb: number[] = [];
  const { pid } = running[0] as App;
  const measuring = setInterval(() => memoryMb.push(residentMb(pid) ?? 0), MEASURE_EVERY_MS);
  let kills = 0;
  let isFaulty = true;
  const failing = (async () => {
    while (isFaulty) {
      await sandbox.play(any(connections).assetId, any(FAULTS), 1 + Math.floor(Math.random() * 3));
      await pause(FAULT_EVERY_MS);
    }
  })();
  const killing = (async () => {
    while (isFaulty) {
      await pause(killEveryMs);
      const [killed] = running.splice(1 + Math.floor(Math.random() * (running.length - 1)), 1);
      await killed?.kill("SIGKILL");
      kills += 1;
      running.push(await start());
    }
  })();
  await pause(faultsMs / 2);
  await halfway?.();
  await replaceCredential(connections[0] as Connection, form.owner.workspace.id, sandbox, form.owner);
  await pause(faultsMs / 2);
  isFaulty = false;
  await Promise.all([failing, killing]);
  for (const { assetId } of await Connection.findAll()) await sandbox.play(assetId, null);
  await letLeasesRunOut();
  await untilDone();
  clearInterval(measuring);
  for (const app of running) await app.kill();
  return {
    ...(await countDelivered(sandbox)),
    memoryMb,
    kills,
    seconds: Math.round((Date.now() - startedAt) / 1000),
  };
}

/** Verified, with deliveries that are due: the workers make all attempts. */
async function verify(submission: Submission): Promise<void> {
  const handled = { submission, verifiedAmount: submission.amount, isInBackground: true };
  await inTransaction(async (transaction) => {
    await createDeliveries([handled], transaction);
    await submission.update({ status: "handled", handledAt: new Date() }, { transaction });
  });
}

type ConnectionOwner = Parameters<typeof connectPlatform>[0];

/** A platform refuses its credential until the owner connects it again. */
async function replaceCredential(
  { assetId, adPlatform }: Connection,
  workspaceId: string,
  sandbox: SandboxServer,
  owner: ConnectionOwner,
): Promise<void> {
  await sandbox.play(assetId, "expired");
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    if ((await Connection.count({ where: { workspaceId, adPlatform, status: "invalid" } })) > 0) break;
    await pause(50);
  }
  await sandbox.play(assetId, null);
  await connectPlatform(owner, adPlatform as (typeof AD_PLATFORMS)[number]);
}

/** The minute of a lease passes: whoever held it is dead. */
export async function letLeasesRunOut(tables: readonly string[] = ["deliveries"]): Promise<void> {
  for (const table of tables)
    await sequelize.query(
      `UPDATE ${table} SET dueAt = ${databaseNow()} WHERE leaseToken IS NOT NULL AND dueAt IS NOT NULL`,
    );
}

export const countOpenDeliveries = () =>
  Delivery.count({ where: { state: { [Op.notIn]: ["sent", "failed", "expired", "skipped"] } } });

/** Every delivery has an end, or none has come for a while. The same of other work that is counted. */
export async function untilDone(count = countOpenDeliveries): Promise<void> {
  let [left, deadline] = [await count(), Date.now() + STALLED_MS];
  while (left > 0 && Date.now() < deadline) {
    await pause(200);
    const now = await count();
    if (now < left) deadline = Date.now() + STALLED_MS;
    left = now;
  }
}

/** What became of all events, here and in the sandbox. */
export async function countDelivered(sandbox: SandboxServer) {
  const deliveries = await Delivery.findAll({ include: [{ model: DeliveryAttempt, as: "attempts" }] });
  const accepted = new Map<string, number>();
  for (const id of sandbox.acceptedIds()) accepted.set(id, (accepted.get(id) ?? 0) + 1);
  const getOutcomes = ({ attempts = [] }: Delivery) =>
    [...attempts].sort((one, other) => one.number - other.number).map(({ outcome }) => outcome);
  const ids = new Set(deliveries.map(({ eventId }) => eventId));
  const [open] = await sequelize.query<{ count: number }>(
    "SELECT COUNT(*) AS count FROM deliveries WHERE leaseToken IS NOT NULL OR dueAt IS NOT NULL",
    { type: QueryTypes.SELECT },
  );
  const among = (holds: (delivery: Delivery) => boolean) => deliveries.filter(holds).length;
  return {
    events: deliveries.length,
    unsent: deliveries
      .filter(({ state }) => state !== "sent")
      .map((delivery) => `${delivery.adPlatform} ${delivery.state}: ${getOutcomes(delivery).join(" ")}`),
    missing:
      among(({ state, eventId }) => state !== "sent" || !accepted.has(eventId)) +
      [...accepted.keys()].filter((id) => !ids.has(id)).length,
    open: Number(open?.count) + (await Delivery.count({ where: { state: { [Op.ne]: "sent" } } })),
    sentAfterAccepted: among((delivery) => getOutcomes(delivery).slice(0, -1).includes("accepted")),
    doubled: among(
      (delivery) => (accepted.get(delivery.eventId) ?? 0) > 1 && !getOutcomes(delivery).includes("ambiguous"),
    ),
    gapsInAttempts: among(({ attempts = [], attemptCount }) => attempts.length !== attemptCount),
  };
}
