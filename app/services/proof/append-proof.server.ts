import type { Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { findProofHeads } from "#app/database/queries/proof-heads.server.ts";
import { Delivery, DeliveryAttempt, ProofEntry, Submission } from "#app/models/index.server.ts";
import { createEntry, type NewProofEntry } from "./create-entry.server.ts";
import {
  attempted,
  corrected,
  decided,
  type ProofFact,
  sharingEnded,
  submitted,
  withdrawn,
} from "./facts.ts";

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
  await insertRows(ProofEntry, [createEntry(place, last, fact)], transaction);
}

/** A submission as it was before the change. Its id is enough if its row has not changed yet. */
type ProofChange = { facts: ProofFact[] } & ({ submission: Submission } | { submissionId: string });

/** Like `appendProof` for locked submissions of one workspace, with one query and one statement for all. */
export async function appendProofs(
  workspaceId: string,
  appended: ProofChange[],
  transaction: Transaction,
): Promise<void> {
  const heads = await findProofHeads(workspaceId, appended.map(getId), transaction);
  const begun = await beginProofs(
    workspaceId,
    appended.filter((one) => !heads.has(getId(one))),
    transaction,
  );
  const entries: NewProofEntry[] = [];
  for (const one of appended) {
    const place = { submissionId: getId(one), workspaceId };
    let last = (heads.get(place.submissionId) ?? begun.get(place.submissionId)) as Head;
    for (const fact of one.facts) {
      const entry = createEntry(place, last, fact);
      entries.push(entry);
      last = entry;
    }
  }
  await insertRows(ProofEntry, entries, transaction);
}

const getId = (appended: ProofChange) =>
  "submission" in appended ? appended.submission.id : appended.submissionId;

/** The last entries of proofs that the submissions did not have, by the submission's id. */
async function beginProofs(
  workspaceId: string,
  appended: ProofChange[],
  transaction: Transaction,
): Promise<Map<string, Head>> {
  const given = appended.flatMap((one) => ("submission" in one ? [one.submission] : []));
  const id = appended.flatMap((one) => ("submission" in one ? [] : [one.submissionId]));
  const loaded = id.length > 0 ? await Submission.findAll({ where: { id, workspaceId }, transaction }) : [];
  const heads = new Map<string, Head>();
  for (const submission of [...given, ...loaded])
    heads.set(submission.id, await beginProof(submission, transaction));
  return heads;
}

/**
 * The last entry of a locked submission's proof. A submission older than the proofs gets entries from its
 * rows, whose time of recording shows that they came later.
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
  await insertRows(ProofEntry, entries, transaction);
  return entries.at(-1) as NewProofEntry;
}

function chain({ id: submissionId, workspaceId }: Submission, facts: ProofFact[]): NewProofEntry[] {
  const entries: NewProofEntry[] = [];
  for (const fact of facts)
    entries.push(createEntry({ submissionId, workspaceId }, entries.at(-1) ?? null, fact));
  return entries;
}

async function listKnownFacts(submission: Submission, transaction: Transaction): Promise<ProofFact[]> {
  const {
    id: submissionId,
    workspaceId,
    status,
    handledAt,
    correctedAt,
    sharingEndedAt,
    withdrawnAt,
  } = submission;
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
  if (sharingEndedAt) later.push(sharingEnded(sharingEndedAt));
  if (withdrawnAt) later.push(withdrawn(withdrawnAt));
  later.sort((one, other) => one.at.getTime() - other.at.getTime());
  return [submitted(submission, submission.clickSeenAt), ...later];
}
