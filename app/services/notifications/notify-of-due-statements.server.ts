import { Op, type WhereOptions } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { Connection, Platform, Submission } from "#app/models/index.server.ts";
import { findFormNames, nameForms } from "#app/services/opt-in-forms/form-names.server.ts";
import { notifyMembers } from "./notify.server.ts";

const BEFORE_HOURS = 48;
/** A file at least twice a week: claims that expire within half a week of the first are in the same file. */
const TOGETHER_HOURS = 84;

/** Tells members that a broker's statement is due, 48 hours before the first of its waiting claims expires. */
export async function notifyOfDueStatements(now = new Date()): Promise<void> {
  // A claim has a window only with a connection, and the index starts with the workspace.
  const connected = await Connection.findAll({ attributes: ["workspaceId"], group: ["workspaceId"] });
  for (const { workspaceId } of connected) {
    const due = await Submission.findAll({
      where: { workspaceId, ...expiresWithin(BEFORE_HOURS, now) },
      attributes: ["platformId"],
      group: ["platformId"],
    });
    for (const { platformId } of due) await notify({ workspaceId, platformId }, now);
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

async function notify(broker: { workspaceId: string; platformId: string }, now: Date): Promise<void> {
  const { workspaceId, platformId } = broker;
  await inTransaction(async (transaction) => {
    const where = { ...broker, ...expiresWithin(BEFORE_HOURS + TOGETHER_HOURS, now) };
    const first = await Submission.findOne({
      where,
      order: [["sendBefore", "ASC"]],
      lock: true,
      transaction,
    });
    // Another process has just told of them.
    if (!first?.sendBefore) return;
    const waiting = await Submission.findAll({
      where,
      attributes: ["formId"],
      group: ["formId"],
      transaction,
    });
    const [count] = await Submission.update(
      { warnedHours: BEFORE_HOURS },
      { where, silent: true, transaction },
    );
    const platform = await Platform.findOne({
      where: { id: platformId, workspaceId },
      attributes: ["name"],
      transaction,
      rejectOnEmpty: true,
    });
    const facts = {
      ...{ platformId, platformName: platform.name, firstAt: first.sendBefore.toISOString() },
      forms: nameForms(await findFormNames(workspaceId, transaction), waiting),
    };
    await notifyMembers(
      {
        ...{ workspaceId, type: "statementDue", payload: facts, count },
        groupKey: `statementDue:${first.id}`,
        emailFor: ({ name }) => ({ kind: "statement-due", props: { name, count, ...facts } }),
      },
      transaction,
    );
  });
}
