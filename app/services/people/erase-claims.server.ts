import { Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { emptyLogSoon } from "#app/database/erased-rows.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { updateTotals } from "#app/database/queries/totals.server.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { DELIVERY_OPEN_STATES } from "#app/lib/event-state.ts";
import { nulls } from "#app/lib/objects.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { columnsFor } from "#app/lib/submission-columns.ts";
import { Correction, Delivery, DeliveryAttempt, Mail, Submission } from "#app/models/index.server.ts";
import { eraseClicks } from "#app/services/broker-links/person-clicks.server.ts";
import { forgetBrokerClients } from "#app/services/brokers/connections/save-clients.server.ts";
import { closeDoors, eraseChat } from "#app/services/chat-claims/erase-chat.server.ts";
import { eraseClient } from "#app/services/client-facts/erase-client.server.ts";
import { listClientNames } from "#app/services/client-facts/name-client.ts";
import { isSame, readDeliverySummary } from "#app/services/deliveries/event-status.server.ts";
import { lockConnections } from "#app/services/deliveries/lock-connections.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { eraseBrokerRows } from "#app/services/evidence/erase-broker-rows.server.ts";
import { discardListExports } from "#app/services/list-exports/list-exports.server.ts";
import { deleteMailFiles } from "#app/services/mail/mail-files.server.ts";
import { erasePostbacks } from "#app/services/postbacks/erase-postbacks.server.ts";
import { eraseFromProof } from "#app/services/proof/erase-from-proof.server.ts";
import { toClaimFacts } from "#app/services/statements/keys/claim-facts.server.ts";
import { deleteKeysOfClaim } from "#app/services/statements/keys/statement-keys.server.ts";
import { EMAIL_HASHES, hashEmail } from "#app/services/statements/matching/identity.ts";
import type { ClaimFacts } from "#app/services/statements/matching/types.ts";
import { replaceSearchWords } from "#app/services/submissions/search-words.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { deleteSearches } from "./delete-searches.server.ts";
import { eraseFromStatements } from "./erase-from-statements.server.ts";

/** Shown instead of the email in a list of claims. */
const ERASED_NAME = "Erased person";

/** Nothing that identifies a claim's person or browser stays. */
const withoutPerson = (id: string) => ({
  ...nulls(columnsFor("personal")),
  email: ERASED_NAME,
  emailKey: "",
  phone: "",
  submissionKey: sha256(`erased:${id}`),
  bodyHash: sha256(`erased:${id}`),
});

function listNames(
  { email, account, knownAccounts, linkClickIds, ...claim }: ClaimFacts,
  accounts: readonly string[],
): string[] {
  const key = toEmailKey(email ?? "");
  return listClientNames({
    ...claim,
    emails: [email?.toLowerCase() ?? "", key, ...EMAIL_HASHES.map((name) => hashEmail(key, name))],
    accounts: [...(account === null ? [] : [account]), ...knownAccounts, ...accounts],
    clickIds: [...claim.clickIds, ...linkClickIds],
  });
}

type Arguments = {
  workspaceId: string;
  submissionId: string;
  /** Null in a job: the right was checked in the transaction that created it, or the time is up. */
  access: Access | null;
  /** Whether to keep a claim whose event can still be sent. */
  keepsOpen?: boolean;
};

/**
 * Erases the person of a claim. Day, broker, amount, status and counted properties stay. A pending claim
 * counts as rejected, and an unsent event is skipped.
 * @returns false if it has to wait: an attempt is under way or, with `keepsOpen`, may follow, or Telegram still has to
 *   remove the person from a channel
 */
export async function eraseClaim({
  workspaceId,
  submissionId,
  access,
  keepsOpen = false,
}: Arguments): Promise<boolean> {
  let mails: Mail[] = [];
  const erase = async (transaction: Transaction) => {
    if (access) await assertAccess(access, "workspace:write", transaction);
    const submission = await Submission.findOne({
      where: { id: submissionId, workspaceId },
      lock: true,
      transaction,
    });
    if (!submission || submission.erasedAt) return true;
    await lockConnections(workspaceId, "shared", transaction);
    const where = { workspaceId, submissionId };
    const inTheWay = await Delivery.count({
      where: {
        ...where,
        [Op.or]: [
          { leaseToken: { [Op.ne]: null }, dueAt: { [Op.gt]: fromNow(0) } },
          ...(keepsOpen ? [{ state: { [Op.in]: DELIVERY_OPEN_STATES } }] : []),
        ],
      },
      transaction,
    });
    if (inTheWay > 0) return false;
    if (!(await closeDoors(where, transaction))) return false;
    await Delivery.update(
      { state: "skipped", skipReason: "erased", dueAt: null, leaseToken: null, updatedAt: new Date() },
      { where: { ...where, state: { [Op.in]: DELIVERY_OPEN_STATES }, receipt: null }, transaction },
    );
    const deliveries = await Delivery.findAll({ where, attributes: ["id"], transaction });
    await DeliveryAttempt.update(
      { request: null, response: null },
      { where: { workspaceId, deliveryId: deliveries.map(({ id }) => id) }, transaction },
    );
    // A copy, because `plain` returns the values that the update changes.
    const before = { ...submission.get({ plain: true }) };
    const status = before.status === "pending" ? ("rejected" as const) : before.status;
    const summary = await readDeliverySummary(submission, status, transaction);
    await Correction.update({ reason: null }, { where, transaction });
    await eraseFromProof(submission, transaction);
    await deleteKeysOfClaim(submission, transaction);
    const [facts] = await toClaimFacts(submission, [submission]);
    const said = await eraseBrokerRows(submission, transaction);
    await erasePostbacks(submission, said, transaction);
    await forgetBrokerClients({ workspaceId, submissionId, rowIds: said.rowIds }, transaction);
    await eraseClient(before, { names: facts ? listNames(facts, said.accounts) : [], ...said }, transaction);
    await eraseFromStatements(submission, transaction);
    await eraseClicks(submission, transaction);
    await eraseChat(where, transaction);
    mails = await Mail.findAll({ where, attributes: ["id"], transaction });
    await Mail.destroy({ where: { id: mails.map(({ id }) => id) }, transaction });
    await deleteSearches(before, transaction);
    await discardListExports(workspaceId, transaction);
    await submission.update(
      {
        ...withoutPerson(submissionId),
        sendBefore: null,
        status,
        ...summary,
        erasedAt: new Date(),
        version: before.version + 1,
      },
      { transaction },
    );
    await replaceSearchWords([submission], transaction);
    const type = "submission.erased";
    await recordEvents([{ type, workspaceId, subjectId: submissionId, payload: {} }], transaction);
    // Its ad's ids and its click are gone.
    await markDays(workspaceId, [before.day], transaction);
    if (status !== before.status || !isSame(summary, before))
      await updateTotals([{ from: before, to: { ...before, status, ...summary } }], transaction);
    return true;
  };
  const isErased = await inTransaction(erase, { queue: workspaceId });
  emptyLogSoon();
  await deleteMailFiles(mails.map(({ id }) => id));
  return isErased;
}
