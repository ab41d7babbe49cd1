import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { readAccountNumber } from "#app/lib/account-number.ts";
import { Conflict, Invalid } from "#app/lib/errors.ts";
import { FIRST_LANGUAGE } from "#app/lib/languages.ts";
import { Platform, ProofEntry, Submission } from "#app/models/index.server.ts";
import { wrongAccount } from "#app/schemas/account-number.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { recordEvents } from "../domain-events/record-events.server.ts";
import { appendProof } from "../proof/append-proof.server.ts";
import { referenceChanged } from "../proof/facts.ts";
import { replaceSearchWords } from "./search-words.server.ts";

/** More tries would let somebody look for a number that fits. */
const CHANGES_MAX = 3;

type Arguments = { workspaceId: string; submissionId: string; reference: string };

/**
 * Changes the account number of a visitor's own claim while it waits. The same number again changes nothing.
 * @throws {Conflict} `changed_meanwhile`: it is decided or withdrawn, or was changed three times
 * @throws {Invalid} a card's number or an IBAN
 */
export async function changeReference({ workspaceId, submissionId, reference }: Arguments): Promise<void> {
  await inTransaction(async (transaction) => {
    const submission = await Submission.findOne({
      where: { id: submissionId, workspaceId },
      transaction,
      lock: true,
    });
    if (submission?.status !== "pending" || submission.withdrawnAt)
      throw new Conflict("changed_meanwhile", messages.optIn.accountTooLate);
    if (submission.reference === reference) return;
    const platform = await Platform.findOne({
      where: { id: submission.platformId, workspaceId },
      transaction,
    });
    const wrong = wrongAccount(platform && readAccountNumber(platform), reference, textsIn(FIRST_LANGUAGE));
    if (wrong) throw new Invalid([{ field: "reference", message: wrong }]);
    if ((await countChanges(submission, transaction)) >= CHANGES_MAX)
      throw new Conflict("changed_meanwhile", messages.optIn.accountTooOften);
    const referenceChangedAt = new Date();
    await appendProof(submission, referenceChanged(reference, referenceChangedAt), transaction);
    await submission.update(
      { reference, typedReference: null, referenceChangedAt, version: submission.version + 1 },
      { transaction },
    );
    await replaceSearchWords([submission], transaction);
    const type = "submission.referenceChanged";
    await recordEvents([{ type, workspaceId, subjectId: submissionId, payload: {} }], transaction);
  });
}

async function countChanges(
  { id: submissionId, workspaceId }: Submission,
  transaction: Transaction,
): Promise<number> {
  const entries = await ProofEntry.findAll({
    where: { submissionId, workspaceId },
    attributes: ["record"],
    raw: true,
    transaction,
  });
  const { kind } = referenceChanged("", new Date());
  return entries.filter(({ record }) => (JSON.parse(record) as { kind: string }).kind === kind).length;
}
