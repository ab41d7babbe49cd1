import DataLoader from "dataloader";
import { retryRead } from "#app/database/connection.server.ts";
import { runForAll } from "#app/lib/deadline.server.ts";
import type { WorkspaceRole } from "#app/lib/domain.ts";
import { NotFound } from "#app/lib/errors.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { isId } from "#app/lib/ids.ts";
import {
  Commission,
  Correction,
  Delivery,
  DeliveryAttempt,
  Submission,
  User,
} from "#app/models/index.server.ts";
import { addTelegramClaims } from "#app/services/chat-claims/telegram-claims.server.ts";
import { findKnownAccounts } from "#app/services/known-accounts/find-accounts.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { findDeciders } from "./find-deciders.server.ts";
import { addWorth } from "./find-worth.server.ts";
import { findEvidences, findStatementFacts } from "./statement-evidence.server.ts";

type Key = { workspaceId: string; submissionId: string };

const loader = new DataLoader((keys: readonly Key[]) => runForAll(() => loadSubmissions(keys)), {
  cache: false,
});

/**
 * One of the workspace's submissions with the whole history of its deliveries. Those that are asked for at
 * the same time, as by decisions of one group, share the queries. Whoever may not read evidence gets none.
 * @throws {NotFound} also for another workspace's
 */
export async function getSubmission({ role, ...key }: Key & { role?: WorkspaceRole }): Promise<Submission> {
  const submission = isId(key.submissionId) ? await loader.load(key) : null;
  if (!submission) throw new NotFound("Submission");
  if (role && !isAllowed(role, "evidence:read")) submission.evidences = [];
  return submission;
}

async function loadSubmissions(keys: readonly Key[]): Promise<(Submission | null)[]> {
  const found = await retryRead(() =>
    Submission.findAll({
      where: {
        id: keys.map(({ submissionId }) => submissionId),
        workspaceId: keys.map(({ workspaceId }) => workspaceId),
      },
      include: [
        {
          model: Delivery,
          as: "deliveries",
          separate: true,
          include: [{ model: DeliveryAttempt, as: "attempts", separate: true, order: [["number", "ASC"]] }],
        },
        { model: Commission, as: "commission", required: false },
        {
          model: Correction,
          as: "corrections",
          separate: true,
          order: [["createdAt", "ASC"]],
          include: [{ model: User, as: "user", attributes: ["id", "name"], required: false }],
        },
      ],
    }),
  );
  const [toDecidedBy, statementFacts, evidences] = await Promise.all([
    findDeciders(found),
    findStatementFacts(found),
    findEvidences(found),
  ]);
  for (const submission of found) {
    submission.decidedBy = toDecidedBy(submission);
    submission.statementFacts = statementFacts(submission.id);
    submission.evidences = evidences.get(submission.id) ?? [];
  }
  await addTelegramClaims(found);
  await addWorth(found);
  await addKnownAccounts(found.filter(({ erasedAt }) => erasedAt === null));
  const byId = new Map(found.map((submission) => [submission.id, submission]));
  return keys.map(({ workspaceId, submissionId }) => {
    const submission = byId.get(submissionId);
    return submission?.workspaceId === workspaceId ? submission : null;
  });
}

async function addKnownAccounts(submissions: Submission[]): Promise<void> {
  const places = groupBy(submissions, ({ workspaceId, platformId }) => `${workspaceId} ${platformId}`);
  for (const claims of places.values()) {
    const [first] = claims;
    if (!first) continue;
    const known = await findKnownAccounts(first, claims);
    for (const claim of claims) claim.knownAccounts = known.get(claim.id) ?? [];
  }
}

/** Like `getSubmission`, but returns null if it does not exist. */
export async function findSubmission(key: Key & { role: WorkspaceRole }): Promise<Submission | null> {
  try {
    return await getSubmission(key);
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
