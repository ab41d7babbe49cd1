import { Op, type Transaction } from "sequelize";
import { HOUR } from "#app/lib/dates.ts";
import {
  BrokerConnection,
  Connection,
  Delivery,
  Platform,
  SpendAccount,
  Submission,
  TelegramBot,
} from "#app/models/index.server.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import type { ConsumeEvent } from "#app/services/domain-events/consume-event.server.ts";
import type { EventByType } from "#app/services/domain-events/event-types.ts";
import { findFormNames, nameForms } from "#app/services/opt-in-forms/form-names.server.ts";
import { notifyMembers } from "./notify.server.ts";

/** Notifies of broken connections and of deliveries that wait too long, unless that is over already. */
export const notifyOfConnection: ConsumeEvent = async (event, transaction) => {
  switch (event.type) {
    case "connection.refused":
      return notifyOfRefusal(event, transaction);
    case "spendAccount.refused":
      return notifyOfUnreadSpend(event, transaction);
    case "brokerConnection.refused":
      return notifyOfRefusedBroker(event, transaction);
    case "telegramBot.refused":
      return notifyOfRefusedBot(event, transaction);
    case "connection.failing":
      return notifyOfFailures(event, transaction);
    case "deliveries.expiring":
      return notifyOfParked(event, transaction);
    case "claims.expiring":
      return notifyOfWaitingClaims(event, transaction);
  }
};

async function notifyOfRefusal(event: EventByType<"connection.refused">, transaction: Transaction) {
  const { id, workspaceId, subjectId, createdAt } = event;
  const { reason = null } = event.payload;
  const isLasting = reason === "blocked" ? { lastError: { [Op.ne]: null } } : { status: "invalid" as const };
  const connection = await Connection.findOne({
    where: { id: subjectId, workspaceId, ...isLasting },
    transaction,
  });
  if (!connection) return;
  const { adPlatform, lastError: remedy } = connection;
  const facts = { adPlatform: adPlatformName(adPlatform), reason, remedy, at: createdAt.toISOString() };
  await notifyMembers(
    {
      workspaceId,
      type: "connectionRefused",
      payload: { adPlatform, reason },
      groupKey: id,
      emailFor: ({ name }) => ({ kind: "connection-refused", props: { name, ...facts } }),
    },
    transaction,
  );
}

async function notifyOfUnreadSpend(event: EventByType<"spendAccount.refused">, transaction: Transaction) {
  const { id, workspaceId, subjectId, payload, createdAt } = event;
  const where = { id: subjectId, workspaceId, state: "invalid" } as const;
  const account = await SpendAccount.findOne({ where, transaction });
  if (!account) return;
  const { adPlatform } = payload;
  const { accountName, accountId, lastError: remedy } = account;
  const facts = { adPlatform: adPlatformName(adPlatform), account: accountName ?? accountId, remedy };
  await notifyMembers(
    {
      workspaceId,
      type: "spendRefused",
      payload: { adPlatform },
      groupKey: id,
      emailFor: ({ name }) => ({
        kind: "spend-refused",
        props: { name, ...facts, at: createdAt.toISOString() },
      }),
    },
    transaction,
  );
}

async function notifyOfRefusedBroker(
  event: EventByType<"brokerConnection.refused">,
  transaction: Transaction,
) {
  const { id, workspaceId, subjectId, payload, createdAt } = event;
  const where = { id: subjectId, workspaceId, state: "off" } as const;
  const connection = await BrokerConnection.findOne({ where, transaction });
  const { platformId } = payload;
  const platform = await Platform.findOne({ where: { id: platformId, workspaceId }, transaction });
  if (!connection || !platform) return;
  const facts = { platformId, platformName: platform.name, remedy: connection.problem };
  await notifyMembers(
    {
      workspaceId,
      type: "brokerRefused",
      payload: { platformId, platformName: platform.name },
      groupKey: id,
      emailFor: ({ name }) => ({
        kind: "broker-refused",
        props: { name, ...facts, at: createdAt.toISOString() },
      }),
    },
    transaction,
  );
}

async function notifyOfRefusedBot(event: EventByType<"telegramBot.refused">, transaction: Transaction) {
  const { id, workspaceId, subjectId, createdAt } = event;
  const where = { id: subjectId, workspaceId, state: "off" } as const;
  const bot = await TelegramBot.findOne({ where, transaction });
  if (!bot) return;
  const { username, problem: remedy } = bot;
  const at = createdAt.toISOString();
  await notifyMembers(
    {
      workspaceId,
      type: "telegramRefused",
      payload: { username },
      groupKey: id,
      emailFor: ({ name }) => ({ kind: "telegram-refused", props: { name, username, remedy, at } }),
    },
    transaction,
  );
}

async function notifyOfFailures(event: EventByType<"connection.failing">, transaction: Transaction) {
  const { id, workspaceId, subjectId, payload } = event;
  const where = { id: subjectId, workspaceId };
  if ((await Connection.count({ where, transaction })) === 0) return;
  const { adPlatform, failures, isPaused, remedy } = payload;
  const facts = { adPlatform: adPlatformName(adPlatform), failures, isPaused, remedy };
  await notifyMembers(
    {
      workspaceId,
      type: "connectionFailing",
      payload: { adPlatform, failures, isPaused },
      groupKey: id,
      emailFor: ({ name }) => ({ kind: "connection-failing", props: { name, ...facts } }),
    },
    transaction,
  );
}

async function notifyOfParked(event: EventByType<"deliveries.expiring">, transaction: Transaction) {
  const { id, workspaceId, payload } = event;
  const { adPlatform, count, firstAt } = payload;
  const where = { workspaceId, adPlatform, state: "parked" } as const;
  if ((await Delivery.count({ where, transaction })) === 0) return;
  const facts = { adPlatform: adPlatformName(adPlatform), count, firstAt };
  await notifyMembers(
    {
      workspaceId,
      type: "deliveriesExpiring",
      payload: { adPlatform, firstAt },
      count,
      groupKey: id,
      emailFor: ({ name }) => ({ kind: "deliveries-expiring", props: { name, ...facts } }),
    },
    transaction,
  );
}

async function notifyOfWaitingClaims(event: EventByType<"claims.expiring">, transaction: Transaction) {
  const { id, workspaceId, createdAt, payload } = event;
  const { hours, count, firstAt } = payload;
  const until = new Date(createdAt.getTime() + 2 * hours * HOUR);
  const where = {
    workspaceId,
    status: "pending",
    sendBefore: { [Op.gt]: new Date(), [Op.lte]: until },
  } as const;
  const waiting = await Submission.findAll({
    where,
    attributes: ["formId"],
    group: ["formId"],
    transaction,
  });
  if (waiting.length === 0) return;
  const forms = nameForms(await findFormNames(workspaceId, transaction), waiting);
  await notifyMembers(
    {
      workspaceId,
      type: "claimsExpiring",
      payload: { hours, firstAt, forms },
      count,
      groupKey: id,
      emailFor: ({ name }) => ({ kind: "claims-expiring", props: { name, count, firstAt, forms } }),
    },
    transaction,
  );
}
