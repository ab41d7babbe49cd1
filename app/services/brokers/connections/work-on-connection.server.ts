import { setTimeout as sleep } from "node:timers/promises";
import { literal, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { databaseNow } from "#app/database/dialect.server.ts";
import { finish, keepLease, type Lease, LostLease, renew, reschedule } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { ASKED_DAYS } from "#app/lib/broker-states.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { sendRequest } from "#app/lib/http-client.server.ts";
import { timeOfId } from "#app/lib/ids.ts";
import { log } from "#app/lib/log.server.ts";
import { BrokerConnection, BrokerQuestion, Platform } from "#app/models/index.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { retryDelay } from "#app/services/retries/plan-retry.server.ts";
import type { Answer, BrokerAccess, BrokerApi, ClientAnswer, UnclearAnswer } from "../broker-api.ts";
import { getBrokerApi } from "../registry.server.ts";
import { isAway } from "../shared/read-answer.ts";
import { openCredential, sealSession } from "./credentials.server.ts";
import { type DueQuestion, nextQuestionAt, takeQuestion } from "./questions.server.ts";
import { reportShape } from "./report-shape.server.ts";
import { saveClients } from "./save-clients.server.ts";

/** After so long, another connection has its turn. */
const SLICE_MS = 15 * SECOND;
const RETRIES = {
  stepsMs: [MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR],
  scale: config.deliveryRetryScale,
};
const LOOK_AGAIN_MS = HOUR;
const CLIENTS_AT_ONCE = 200;

/** An answer that says nothing ends the turn of its connection. */
class Unclear extends Error {
  constructor(readonly answer: UnclearAnswer) {
    super(answer.problem);
  }
}

/** The value of a clear answer. @throws {Unclear} */
function assertClear<T>(answer: Answer<T>): T {
  if (!answer.isClear) throw new Unclear(answer);
  return answer.value;
}

/** Asks a claimed broker about the claims that are due, and lists what is new, for some seconds. */
export async function workOnConnection(
  lease: Lease,
  isStopping: () => boolean,
  find: (kind: string) => BrokerApi = getBrokerApi,
): Promise<void> {
  const connection = await BrokerConnection.findOne({ where: { id: lease.id } });
  if (!connection) return;
  const api = find(connection.kind);
  const started = { isListing: false };
  try {
    const next = await work({ connection, api, lease, started }, isStopping);
    await inTransaction((transaction) => endTurn(lease, connection, api, next, transaction));
  } catch (error) {
    if (error instanceof LostLease) return;
    if (!(error instanceof Unclear))
      log.error({ err: error, brokerConnectionId: lease.id }, "a broker's API could not be worked on");
    const answer = error instanceof Unclear ? error.answer : UNFORESEEN;
    await saveFault(lease, connection, answer, started.isListing);
  }
}

const UNFORESEEN = isAway("work", "The fault is ours: what the broker answered could not be stored.");

type Turn = {
  connection: BrokerConnection;
  api: BrokerApi;
  lease: Lease;
  started: { isListing: boolean };
};

/** @returns when the connection has its next turn: at once, when something is due, or later */
async function work(turn: Turn, isStopping: () => boolean): Promise<"now" | "due" | "later"> {
  const { connection, lease } = turn;
  const { id, workspaceId, platformId } = connection;
  const isKept = await Platform.count({ where: { id: platformId, workspaceId, archivedAt: null } });
  if (isKept === 0) return "later";
  const until = performance.now() + SLICE_MS;
  const keep = keepLease(BrokerConnection, lease);
  const access = await openAccess(turn, keep);
  while (!isStopping() && performance.now() < until) {
    await keep();
    const due = await takeQuestion({ id, workspaceId, platformId });
    turn.started.isListing = !due;
    if (due) await ask(turn, access, due);
    else if (connection.nextListAt && +connection.nextListAt <= Date.now()) await listPage(turn, access);
    else return "due";
  }
  return "now";
}

async function openAccess(
  { connection, api, lease }: Turn,
  keep: () => Promise<void>,
): Promise<BrokerAccess> {
  const opened = assertClear(openCredential(api, connection));
  const access: BrokerAccess = { ...opened, send: createPacedSend(api.pace, keep) };
  if (access.session !== null || !api.signIn) return access;
  return { ...access, session: await signIn({ connection, api, lease }, access) };
}

/** Exchanges the credential for a session, which is stored. */
async function signIn(
  { connection, api, lease }: Omit<Turn, "started">,
  access: BrokerAccess,
): Promise<string | null> {
  if (!api.signIn) return null;
  const session = assertClear(await api.signIn({ ...access, session: null }));
  if (session !== null) await step(lease, connection, { session: sealSession(session, connection.id) });
  return session;
}

/** Runs a question. A session that is over is renewed once. */
async function withSession<T>(
  turn: Turn,
  access: BrokerAccess,
  question: (access: BrokerAccess) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const answer = await question(access);
  const isOver = !answer.isClear && answer.state === "refused" && access.session !== null;
  if (!isOver) return answer;
  access.session = await signIn(turn, access);
  return access.session === null ? answer : question(access);
}

/** No call begins sooner after the one before than the broker's pace allows. */
function createPacedSend(perMinute: number, keep: () => Promise<void>): BrokerAccess["send"] {
  const apartMs = (MINUTE / perMinute) * config.deliveryRetryScale;
  let nextAt = 0;
  return async (request) => {
    await keep();
    const waitMs = nextAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    nextAt = performance.now() + apartMs;
    return sendRequest(request);
  };
}

async function ask(turn: Turn, access: BrokerAccess, { question, asked }: DueQuestion): Promise<void> {
  const { connection, api, lease } = turn;
  const { submissionId } = question;
  const answer = await withSession(turn, access, (one) => api.ask(one, asked));
  // An answer in another shape may be of this client only: the others are asked.
  const isOfQuestion = !answer.isClear && (answer.isOfQuestion || answer.state === "changed");
  if (!answer.isClear && !isOfQuestion) {
    if (answer.state === "away") await postpone(lease, question);
    throw new Unclear(answer);
  }
  const receivedAt = new Date();
  const askCount = question.askCount + 1;
  const dueAt = nextQuestionAt(askCount, receivedAt);
  await inTransaction(async (transaction) => {
    const counts = { askedCount: literal("askedCount + 1") } as unknown as { askedCount: number };
    const clear = answer.isClear
      ? { ...answered(receivedAt), answeredCount: literal("answeredCount + 1") as unknown as number }
      : {};
    const changed =
      !answer.isClear && answer.state === "changed" ? { health: answer.state, problem: answer.problem } : {};
    await renewed(lease, { ...counts, ...clear, ...changed }, transaction);
    if (!answer.isClear) await reportShape(connection.kind, answer, transaction);
    else
      await saveClients(
        connection,
        answer.value,
        { receivedAt, sameAt: api.listsAll ? connection.listedFrom : null, isAsked: true },
        transaction,
      );
    // A claim that changed meanwhile has another question, which is due at once.
    const where = { submissionId, askCount: question.askCount, dueAt: question.dueAt };
    if (+dueAt > timeOfId(submissionId).getTime() + ASKED_DAYS * DAY)
      await BrokerQuestion.destroy({ where, transaction });
    else await BrokerQuestion.update({ askCount, dueAt }, { where, transaction });
  });
}

/** Asks about the other claims first next time, so that one without an answer does not hold them up. */
async function postpone(lease: Lease, { submissionId, askCount, dueAt }: BrokerQuestion): Promise<void> {
  const next = { askCount: askCount + 1, dueAt: nextQuestionAt(askCount + 1, new Date()) };
  await inTransaction(async (transaction) => {
    await renewed(lease, {}, transaction);
    await BrokerQuestion.update(next, { where: { submissionId, askCount, dueAt }, transaction });
  });
}

const answered = (at: Date) => ({ lastAnswerAt: at, health: "ok" as const, problem: null, restUntil: null });

async function listPage(turn: Turn, access: BrokerAccess): Promise<void> {
  const { connection, api, lease } = turn;
  const startedAt = connection.listStartedAt ?? new Date();
  const page = assertClear(
    await withSession(turn, access, (one) => api.list(one, connection.place, startedAt)),
  );
  const receivedAt = new Date();
  const values = page.isLast
    ? {
        place: page.place,
        nextListAt: new Date(+receivedAt + api.listEveryMs),
        listStartedAt: null,
        listedFrom: startedAt,
      }
    : { place: page.place, listStartedAt: startedAt };
  const saving = { receivedAt, sameAt: api.listsAll ? connection.listedFrom : null, isAsked: false };
  // In parts, so that saving a page does not block visitors. A page that is read again is stored once.
  const parts = splitClients(page.clients);
  for (const [index, part] of parts.entries())
    await inTransaction(async (transaction) => {
      await saveClients(connection, part, saving, transaction);
      const end = index === parts.length - 1 ? { ...answered(receivedAt), ...values } : {};
      await renewed(lease, end, transaction);
    });
  Object.assign(connection, values);
}

/** Returns at least one part, which may be empty. */
function splitClients(clients: readonly ClientAnswer[]): ClientAnswer[][] {
  const count = Math.max(1, Math.ceil(clients.length / CLIENTS_AT_ONCE));
  return Array.from({ length: count }, (_, index) =>
    clients.slice(index * CLIENTS_AT_ONCE, (index + 1) * CLIENTS_AT_ONCE),
  );
}

type Values = Partial<BrokerConnection>;

async function renewed(lease: Lease, values: Values, transaction: Transaction): Promise<void> {
  if (!(await renew(BrokerConnection, lease, values, transaction))) throw new LostLease();
}

async function step(lease: Lease, connection: BrokerConnection, values: Values): Promise<void> {
  await inTransaction((transaction) => renewed(lease, values, transaction));
  Object.assign(connection, values);
}

/** The connection is due when the next question or list is. */
async function endTurn(
  lease: Lease,
  { id, workspaceId, nextListAt }: BrokerConnection,
  api: BrokerApi,
  turn: "now" | "due" | "later",
  transaction: Transaction,
): Promise<void> {
  // Locked first: a new claim's question is there, or makes the connection due after this.
  await BrokerConnection.findOne({ where: { id }, attributes: ["id"], lock: true, transaction });
  const next = await BrokerQuestion.findOne({
    where: { connectionId: id, workspaceId },
    attributes: ["dueAt"],
    order: [["dueAt", "ASC"]],
    transaction,
  });
  const now = Date.now();
  const times = [next?.dueAt, nextListAt].flatMap((time) => (time ? [+time] : []));
  const soonest = MINUTE / api.pace;
  const dueMs = Math.max(Math.min(...times, now + LOOK_AGAIN_MS) - now, soonest);
  const delayMs = { now: soonest, due: dueMs, later: LOOK_AGAIN_MS }[turn];
  await reschedule(BrokerConnection, lease, { delayMs, attemptCount: 0 }, transaction);
}

async function saveFault(
  lease: Lease,
  connection: BrokerConnection,
  answer: UnclearAnswer,
  isListing: boolean,
): Promise<void> {
  const { workspaceId, platformId, kind, attemptCount } = connection;
  const { state: health, retryAfterMs: askedMs } = answer;
  const problem = answer.problem.slice(0, 500);
  await inTransaction(async (transaction) => {
    if (health === "refused") {
      const values = { state: "off", health, problem, dueAt: null, attemptCount: 0, session: null } as const;
      if (!(await finish(BrokerConnection, lease, values, transaction))) return;
      const event = { type: "brokerConnection.refused", workspaceId, subjectId: lease.id } as const;
      await recordEvents([{ ...event, payload: { platformId, kind } }], transaction);
      return;
    }
    const delayMs = retryDelay(RETRIES, { failures: attemptCount, askedMs });
    // A list whose place is no longer known begins again. New claims do not wait for it.
    const list = isListing
      ? {
          nextListAt: new Date(Date.now() + delayMs),
          ...(health === "changed" ? { place: null, listStartedAt: null } : {}),
        }
      : {};
    const rests = isListing && health === "changed" ? null : fromDatabase(delayMs);
    await reschedule(
      BrokerConnection,
      lease,
      { delayMs, health, problem, restUntil: rests as unknown as Date, ...list },
      transaction,
    );
    if (health === "changed") await reportShape(kind, answer, transaction);
  });
}

const fromDatabase = (ms: number) => literal(databaseNow(ms));
