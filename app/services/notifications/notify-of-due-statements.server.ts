import { Op, type Transaction, type WhereOptions } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { type DueBroker, STATEMENT_DUE_HOURS, STATEMENT_TOGETHER_HOURS } from "#app/lib/statements.ts";
import { Connection, Platform, Submission } from "#app/models/index.server.ts";
import { findFormNames, nameForms } from "#app/services/opt-in-forms/form-names.server.ts";
import { notifyMembers } from "./notify.server.ts";

/** Tells members once of all statements that are due, 48 hours before the first waiting claims expire. */
export async function notifyOfDueStatements(now = new Date()): Promise<void> {
  // A claim has a window only with a connection, and the index starts with the workspace.
  const connected = await Connection.findAll({ attributes: ["workspaceId"], group: ["workspaceId"] });
  for (const { workspaceId } of connected) {
    const due = await Submission.findAll({
      where: { workspaceId, ...expiresWithin(STATEMENT_DUE_HOURS, now) },
      attributes: ["platformId"],
      group: ["platformId"],
      order: ["platformId"],
    });
    const platformIds = due.map(({ platformId }) => platformId);
    if (platformIds.length > 0) await notify({ workspaceId, platformIds }, now);
  }
}

/** Waiting claims that nobody was told of yet. */
const expiresWithin = (hours: number, now: Date) =>
  ({
    status: "pending",
    withdrawnAt: null,
    sendBefore: { [Op.gt]: now, [Op.lte]: new Date(now.getTime() + hours * HOUR) },
    warnedHours: null,
  }) satisfies WhereOptions;

async function notify(
  { workspaceId, platformIds }: { workspaceId: string; platformIds: string[] },
  now: Date,
): Promise<void> {
  await inTransaction(async (transaction) => {
    const told: { first: Submission; broker: DueBroker; formIds: { formId: string }[] }[] = [];
    for (const platformId of platformIds) {
      const one = await takeClaims({ workspaceId, platformId }, now, transaction);
      if (one) told.push(one);
    }
    const sorted = told.toSorted(
      (one, other) => +(one.first.sendBefore ?? 0) - +(other.first.sendBefore ?? 0),
    );
    const [first] = sorted;
    // Another process has just told of them.
    if (!first?.first.sendBefore) return;
    const brokers = sorted.map(({ broker }) => broker);
    const { platformId, platformName } = first.broker;
    const count = brokers.reduce((sum, broker) => sum + broker.count, 0);
    const formIds = sorted.flatMap((one) => one.formIds);
    const facts = {
      platformId,
      platformName,
      firstAt: first.first.sendBefore.toISOString(),
      ...(brokers.length > 1 ? { brokers } : {}),
      forms: nameForms(await findFormNames(workspaceId, transaction), formIds),
    };
    await notifyMembers(
      {
        workspaceId,
        type: "statementDue",
        payload: facts,
        count,
        groupKey: `statementDue:${first.first.id}`,
        emailFor: ({ name }) => ({ kind: "statement-due", props: { name, count, ...facts } }),
      },
      transaction,
    );
  });
}

/** The waiting claims of a broker that nobody was told of, which are told of now. */
async function takeClaims(
  place: { workspaceId: string; platformId: string },
  now: Date,
  transaction: Transaction,
) {
  const where = { ...place, ...expiresWithin(STATEMENT_DUE_HOURS + STATEMENT_TOGETHER_HOURS, now) };
  const first = await Submission.findOne({
    where,
    order: [["sendBefore", "ASC"]],
    lock: true,
    transaction,
  });
  if (!first) return null;
  const formIds = await Submission.findAll({
    where,
    attributes: ["formId"],
    group: ["formId"],
    transaction,
  });
  const [count] = await Submission.update(
    { warnedHours: STATEMENT_DUE_HOURS },
    { where, silent: true, transaction },
  );
  const { workspaceId, platformId } = place;
  const { name } = await Platform.findOne({
    where: { id: platformId, workspaceId },
    attributes: ["name"],
    transaction,
    rejectOnEmpty: true,
  });
  return { first, formIds, broker: { platformId, platformName: name, count } };
}
