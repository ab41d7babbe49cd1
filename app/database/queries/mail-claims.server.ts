import { type CreationAttributes, Op } from "sequelize";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { databaseNow } from "#app/database/dialect.server.ts";
import { newId } from "#app/lib/ids.ts";
import { Mail } from "#app/models/mail.server.ts";

/** Longer than sending one mail can take. */
const LEASE_MS = 60_000;

/** Claims due mails by moving `dueAt` forward. The claim has committed when it resolves. */
export async function claimMails(limit: number): Promise<{ leaseToken: string; mails: Mail[] }> {
  const leaseToken = newId();
  const due = await Mail.findAll({
    attributes: ["id"],
    where: { state: "queued", dueAt: { [Op.lte]: sequelize.literal(databaseNow()) } },
    order: [["dueAt", "ASC"]],
    limit,
    raw: true,
  });
  if (due.length === 0) return { leaseToken, mails: [] };
  // Two workers may have seen the same rows: each row goes to whose update finds it still due.
  await inTransaction((transaction) =>
    sequelize.query(
      `UPDATE mails SET leaseToken = :leaseToken, dueAt = ${databaseNow(LEASE_MS)}, attempts = attempts + 1
       WHERE id IN (:ids) AND state = 'queued' AND dueAt <= ${databaseNow()}`,
      { replacements: { leaseToken, ids: due.map(({ id }) => id) }, transaction },
    ),
  );
  return { leaseToken, mails: await Mail.findAll({ where: { leaseToken } }) };
}

/** Writes what became of a claimed mail, unless its lease has gone to somebody else. */
export async function saveMailOutcome(
  { id, leaseToken }: { id: string; leaseToken: string },
  outcome: Partial<CreationAttributes<Mail>>,
): Promise<void> {
  await inTransaction((transaction) =>
    Mail.update({ leaseToken: null, ...outcome }, { where: { id, leaseToken }, transaction }),
  );
}
