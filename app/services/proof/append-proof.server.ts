import type { Transaction } from "sequelize";
import { insertProofEntries, type NewProofEntry } from "#app/database/queries/proof-entry-inserts.server.ts";
import { findProofHeads } from "#app/database/queries/proof-heads.server.ts";
import { Delivery, DeliveryAttempt, ProofEntry, type Submission } from "#app/models/index.server.ts";
import { createEntry } from "./create-entry.server.ts";
import { attempted, corrected, decided, type ProofFact, submitted, withdrawn } from "./facts.ts";

type Head = Pick<NewProofEntry, "number" | "record">;

/**
 * Adds what happens to a submission to its proof, in the transaction that holds the submission's lock and
 * before that transaction changes the rows.
 */
export async function appendProof(
  submission: Submission,
  fact: ProofFact,
  transaction: Transaction,
): Promise<void> {
  const last = await beginProof(submission, transaction);
  const place = { submissionId: submission.id, workspaceId: submission.workspaceId };
  await insertProofEntries([createEntry(place, last, fact)], transaction);
}

/** Like `appendProof` for locked submissions of one workspace, with one query and one statement for all. */
export async function appendProofs(
  workspaceId: string,
  appended: { submission: Submission; facts: ProofFact[] }[],
  transaction: Transaction,
): Promise<void> {
  const ids = appended.map(({ submission }) => submission.id);
  const heads = await findProofHeads(workspaceId, ids, transaction);
  const entries: NewProofEntry[] = [];
  for (const { submission, facts } of appended) {
    const place = { submissionId: submission.id, workspaceId };
    let last: Head = heads.get(submission.id) ?? (await beginProof(submission, transaction));
    for (const fact of facts) {
      const entry = createEntry(place, last, fact);
      entries.push(entry);
      last = entry;
    }
  }
  await insertProofEntries(entries, transaction);
}

/**
 * The last entry of a locked submission's proof. One that is older than the proofs gets what its rows say; the
 * time of recording shows that it came later.
 */
export async function beginProof(submission: Submission, transaction: Transaction): Promise<Head> {
  const { id: submissionId, workspaceId } = submission;
  const last = await ProofEntry.findOne({
    where: { submissionId, workspaceId },
    attributes: ["number", "record"],
    order: [["number", "DESC"]],
    transaction,
  });
  if (last) return last;
  const entries = chain(submission, await listKnownFacts(submission, transaction));
  await insertProofEntries(entries, transaction);
  return entries.at(-1) as NewProofEntry;
}

function chain(
  { id: submissionId, workspaceId }: Submission,
  facts: ProofFact[],
  recordedAt?: (fact: ProofFact) => Date,
): NewProofEntry[] {
  const entries: NewProofEntry[] = [];
  for (const fact of facts)
    entries.push(
      createEntry({ submissionId, workspaceId }, entries.at(-1) ?? null, fact, recordedAt?.(fact)),
    );
  return entries;
}

/** The proofs of made-up submissions, as if each step had been signed when it happened. */
export async function insertDemoProofs(submissions: Submission[], transaction: Transaction): Promise<void> {
  const entries: NewProofEntry[] = [];
  for (const submission of submissions)
    entries.push(...chain(submission, await listKnownFacts(submission, transaction), ({ at }) => at));
  await insertProofEntries(entries, transaction);
}

async function listKnownFacts(submission: Submission, transaction: Transaction): Promise<ProofFact[]> {
  const { id: submissionId, workspaceId, status, handledAt, correctedAt, withdrawnAt } = submission;
  const deliveries = await Delivery.findAll({
    where: { submissionId, workspaceId },
    include: [{ model: DeliveryAttempt, as: "attempts" }],
    transaction,
  });
  const { verifiedAmount: amount, verifiedCurrency: currency } = submission;
  const later: ProofFact[] = handledAt
    ? [decided({ from: "pending", to: status, amount, currency, at: handledAt })]
    : [];
  for (const delivery of deliveries)
    for (const attempt of delivery.attempts ?? []) later.push(attempted(delivery, attempt));
  if (correctedAt)
    later.push(corrected(submission.correctedAmount, submission.correctedCurrency, correctedAt));
  if (withdrawnAt) later.push(withdrawn(withdrawnAt));
  later.sort((one, other) => one.at.getTime() - other.at.getTime());
  return [submitted(submission, submission.clickSeenAt), ...later];
}
