import { literal, Op, type Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { databaseNow } from "#app/database/dialect.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { readAccounts, toAccountKey, UNPREFIXED } from "#app/lib/account-keys.ts";
import { ASKED_DAYS } from "#app/lib/broker-states.ts";
import { DAY, HOUR, MINUTE } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { BrokerConnection, BrokerQuestion, Submission } from "#app/models/index.server.ts";
import type { ConsumeTogether } from "#app/services/domain-events/consume-together.server.ts";
import { CLAIM_COLUMNS, toClaimFacts } from "#app/services/statements/keys/claim-facts.server.ts";
import type { ClaimQuestion } from "../broker-api.ts";

/** How long after each question the next one follows; the last step repeats until the claim is too old. */
const STEPS_MS = [
  ...[2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 8, 12, 24].map((hours) => hours * HOUR),
];
const BACKLOG_MAX = 20_000;
const CHUNK = 1000;
/** Of one claim: what a visitor typed may be read in several ways. */
const ACCOUNTS_MAX = 3;

/** When a claim is asked about again after so many questions. */
export const nextQuestionAt = (askCount: number, now: Date): Date =>
  new Date(+now + (STEPS_MS[Math.min(askCount, STEPS_MS.length) - 1] ?? 0));

/** Has the APIs of brokers asked about new and changed claims at once. */
export const askAboutClaims: ConsumeTogether = async (workspaceId, events) => {
  const connections = await findRows(BrokerConnection, {
    where: { workspaceId, state: "on" },
    attributes: ["id", "platformId"],
  });
  const id = [...new Set(events.map(({ subjectId }) => subjectId))];
  const claims =
    connections.length === 0
      ? []
      : await findRows(Submission, {
          where: { workspaceId, id, platformId: connections.map((one) => one.platformId), ...WAITING },
          attributes: ["id", "platformId"],
        });
  return async (transaction) => {
    for (const connection of connections) {
      const own = claims.filter(({ platformId }) => platformId === connection.platformId);
      await addQuestions(
        { id: connection.id, workspaceId },
        own.map((claim) => claim.id),
        transaction,
      );
    }
  };
};

const WAITING = { status: "pending", withdrawnAt: null, erasedAt: null } as const;

async function addQuestions(
  { id: connectionId, workspaceId }: Pick<BrokerConnection, "id" | "workspaceId">,
  submissionId: string[],
  transaction: Transaction,
): Promise<void> {
  if (submissionId.length === 0) return;
  // Locked: who works on the connection sees the questions, or is over before them.
  const where = { id: connectionId, workspaceId, state: "on" } as const;
  const connection = await BrokerConnection.findOne({ where, attributes: ["id"], lock: true, transaction });
  if (!connection) return;
  await BrokerQuestion.destroy({ where: { submissionId, workspaceId }, transaction });
  const dueAt = new Date();
  await insertRows(
    BrokerQuestion,
    submissionId.map(
      (id) => ({ submissionId: id, workspaceId, connectionId, askCount: 0, dueAt }) as BrokerQuestion,
    ),
    transaction,
  );
  const now = databaseNow();
  await BrokerConnection.update(
    { dueAt: literal(`CASE WHEN restUntil > ${now} THEN restUntil ELSE ${now} END`) } as object,
    {
      where: { id: connectionId, leaseToken: null, dueAt: { [Op.gt]: literal(now) } },
      transaction,
    },
  );
  announceDue(BrokerConnection, transaction);
}

/** Has a new connection asked about the claims that wait, the newest ones. */
export async function askAboutWaiting(
  { id: connectionId, workspaceId, platformId }: Pick<BrokerConnection, "id" | "workspaceId" | "platformId">,
  transaction: Transaction,
): Promise<void> {
  const claims = await findRows(Submission, {
    where: {
      workspaceId,
      platformId,
      id: { [Op.gt]: firstIdAt(new Date(Date.now() - ASKED_DAYS * DAY)) },
      ...WAITING,
    },
    attributes: ["id"],
    order: [["id", "DESC"]],
    limit: BACKLOG_MAX,
    transaction,
  });
  const dueAt = new Date();
  for (let from = 0; from < claims.length; from += CHUNK)
    await insertRows(
      BrokerQuestion,
      claims
        .slice(from, from + CHUNK)
        .map(
          ({ id }) => ({ submissionId: id, workspaceId, connectionId, askCount: 0, dueAt }) as BrokerQuestion,
        ),
      transaction,
    );
}

export type DueQuestion = { question: BrokerQuestion; asked: ClaimQuestion };

/** The next claim to ask about, the newest first. Those that need no question any more go. */
export async function takeQuestion({
  id: connectionId,
  workspaceId,
  platformId,
}: Pick<BrokerConnection, "id" | "workspaceId" | "platformId">): Promise<DueQuestion | null> {
  for (;;) {
    const question = await BrokerQuestion.findOne({
      where: { connectionId, workspaceId, dueAt: { [Op.lte]: new Date() } },
      order: [["submissionId", "DESC"]],
    });
    if (!question) return null;
    const { submissionId } = question;
    const asked = await findAsked({ workspaceId, platformId }, submissionId);
    if (asked) return { question, asked };
    await BrokerQuestion.destroy({ where: { submissionId, workspaceId } });
  }
}

async function findAsked(
  broker: { workspaceId: string; platformId: string },
  submissionId: string,
): Promise<ClaimQuestion | null> {
  const since = firstIdAt(new Date(Date.now() - ASKED_DAYS * DAY));
  if (submissionId < since) return null;
  const claims = await findRows(Submission, {
    where: { ...broker, id: submissionId, ...WAITING },
    attributes: CLAIM_COLUMNS,
  });
  const [claim] = await toClaimFacts(broker, claims);
  if (!claim) return null;
  const typed = claim.account ? readAccounts(claim.account, UNPREFIXED.prefixes) : [];
  const accounts = [...new Set([...typed, ...claim.knownAccounts.map(toAccountKey)])];
  return { accounts: accounts.slice(0, ACCOUNTS_MAX), email: claim.email };
}
