import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { newId } from "#app/lib/ids.ts";
import { encrypt } from "#app/lib/secrets.server.ts";
import {
  Evidence,
  Statement,
  StatementErasure,
  StatementEvidence,
  type Submission,
} from "#app/models/index.server.ts";
import { listClickIdsOfVisit } from "#app/services/broker-links/person-clicks.server.ts";
import { forgetAccounts } from "#app/services/known-accounts/teach-accounts.server.ts";
import type { ErasedPerson } from "#app/services/statements/erasing/erase-rows.ts";

/**
 * Erases the person of a claim from what statements have taught and from the evidence, and has a job erase
 * them from files and rows, which takes longer than a transaction may.
 */
export async function eraseFromStatements(submission: Submission, transaction: Transaction): Promise<void> {
  const { id: submissionId, workspaceId, platformId, status, email, phone, reference } = submission;
  const where = { workspaceId, submissionId };
  const evidence = await Evidence.findAll({ where, attributes: ["accounts"], transaction });
  await forgetAccounts({ workspaceId, submissionIds: [submissionId] }, transaction);
  const emptied = { reasons: "[]", accounts: null };
  await Evidence.update(emptied, { where, transaction });
  await StatementEvidence.update(emptied, { where, transaction });
  // Evidence names its file also once the statement is deleted.
  const ofWorkspace = { where: { workspaceId }, transaction };
  if (!(await Statement.count(ofWorkspace)) && !(await Evidence.count(ofWorkspace))) return;
  const taught = evidence.flatMap(({ accounts }) => JSON.parse(accounts ?? "[]") as string[]);
  const accounts = reference === null ? taught : [...taught, reference];
  const isVerified = status === "handled";
  const clickIds = await listClickIdsOfVisit(submission, transaction);
  const person: ErasedPerson = { submissionId, isVerified, platformId, email, phone, accounts, clickIds };
  const id = newId();
  const now = new Date();
  await StatementErasure.create(
    {
      id,
      workspaceId,
      person: encrypt(JSON.stringify(person), id),
      createdAt: now,
      state: "queued",
      dueAt: now,
      attemptCount: 0,
    },
    { transaction },
  );
  await StatementErasure.update({ dueAt: fromNow(0) }, { where: { id, workspaceId }, transaction });
  announceDue(StatementErasure, transaction);
}
