import { Op, type Transaction, type WhereOptions } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { markReports } from "#app/database/queries/spend-marks.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { Conflict, DomainError, Invalid, NotFound } from "#app/lib/errors.ts";
import { isId, newId } from "#app/lib/ids.ts";
import { encrypt } from "#app/lib/secrets.server.ts";
import { Connection, SpendAccount } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { PlatformRefusal } from "#app/services/ad-platforms/ad-platform.ts";
import { getConnection } from "#app/services/connections/connections.server.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { deleteSpend } from "../delete-spend.server.ts";
import { toAccountId } from "../report-spend.server.ts";
import { findSpendReader } from "./spend-readers.server.ts";

const ACCOUNTS_MAX = 20;
const READ_AGAIN_AFTER_MS = 5 * MINUTE;

/** The ad accounts whose spend is read by a connection. */
export const listSpendAccounts = (workspaceId: string, adPlatform: string): Promise<SpendAccount[]> =>
  retryRead(() =>
    SpendAccount.findAll({ where: { workspaceId, adPlatform }, order: [["createdAt", "ASC"]] }),
  );

type Connecting = { access: Access; connectionId: string; accountId: string; accessToken: string };

/**
 * Has an ad account's spend read every day, by a token that may read it; one that is there gets the new token.
 * @throws {Invalid} at `accountId` or `accessToken`
 * @throws {DomainError} 502 `platform_unreachable`
 */
export async function connectSpendAccount(args: Connecting): Promise<SpendAccount> {
  const { access, connectionId, accessToken } = args;
  const { workspaceId } = access;
  const { adPlatform } = await getConnection({ workspaceId, connectionId });
  const reader = findSpendReader(adPlatform);
  if (!reader) throw new NotFound("Ad account");
  const accountId = reader.toAccountId(args.accountId);
  if (accountId === null)
    throw new Invalid([{ field: "accountId", message: messages.connections.adAccountShape }]);
  const credential = reader.credentialSchema.parse({ accessToken });
  const found = await reader.findAccount({ credential, accountId });
  if (!found.ok) throw toError(found);
  return changeWorkspace(access, "connections:write", async (_workspace, transaction) => {
    // The platform may have been disconnected while it was asked.
    const isConnected = await Connection.count({ where: { id: connectionId, workspaceId }, transaction });
    if (isConnected === 0) throw new NotFound("Connection");
    const key = { workspaceId, adPlatform, accountId };
    const existing = await SpendAccount.findOne({ where: key, transaction });
    if (!existing) await assertRoom(workspaceId, transaction);
    const id = existing?.id ?? newId();
    const { name, currency, timeZone } = found.account;
    const values = {
      connectionId,
      accountName: name.slice(0, 200),
      currency,
      timeZone,
      credential: encrypt(JSON.stringify(credential), id),
      tokenEnding: accessToken.slice(-4),
      state: "connected" as const,
      lastError: null,
      attemptCount: 0,
      leaseToken: null,
      readDay: null,
    };
    announceDue(SpendAccount, transaction);
    const now = new Date();
    return existing
      ? existing.update({ ...values, dueAt: now }, { transaction })
      : SpendAccount.create({ id, ...key, ...values, dueAt: now, createdAt: now }, { transaction });
  });
}

async function assertRoom(workspaceId: string, transaction: Transaction): Promise<void> {
  if ((await SpendAccount.count({ where: { workspaceId }, transaction })) < ACCOUNTS_MAX) return;
  throw new Invalid([{ field: "accountId", message: messages.connections.tooManyAdAccounts }]);
}

function toError({ result, subject }: PlatformRefusal): DomainError {
  const message = result.remedy ?? result.message ?? messages.connections.adAccountShape;
  if (result.outcome !== "parked" && result.outcome !== "permanent")
    return new DomainError(502, "platform_unreachable", message);
  return new Invalid([{ field: subject === "asset" ? "accountId" : "accessToken", message }]);
}

type AccountKey = { access: Access; spendAccountId: string };

/**
 * Has an account read at once, unless it was a moment ago or tries again by itself.
 * @throws {Conflict} `try_again`
 */
export async function readNow({ access, spendAccountId }: AccountKey): Promise<void> {
  const { workspaceId } = access;
  await changeWorkspace(access, "connections:write", async (_workspace, transaction) => {
    const account = await getAccount({ workspaceId, spendAccountId }, transaction);
    const where: WhereOptions<SpendAccount> = {
      id: account.id,
      workspaceId,
      state: "connected",
      leaseToken: null,
      attemptCount: 0,
      lastReadAt: { [Op.or]: [null, { [Op.lt]: new Date(Date.now() - READ_AGAIN_AFTER_MS) }] },
    };
    const [changed] = await SpendAccount.update({ dueAt: fromNow(0) }, { where, transaction });
    if (changed === 0) throw new Conflict("try_again", messages.connections.readAMomentAgo);
    announceDue(SpendAccount, transaction);
  });
}

/** Forgets an account and its token. Its spend stays unless it is to go too. */
export async function disconnectSpendAccount({
  access,
  spendAccountId,
  withSpend,
}: AccountKey & { withSpend: boolean }): Promise<void> {
  const { workspaceId } = access;
  await changeWorkspace(access, "connections:write", async (_workspace, transaction) => {
    const account = await getAccount({ workspaceId, spendAccountId }, transaction);
    const { adPlatform, accountId } = account;
    // Also what was read before it was disconnected and connected again.
    const read = { adPlatform, accountId: toAccountId(accountId), origin: "account" } as const;
    if (withSpend) await deleteSpend({ workspaceId, ...read }, transaction);
    // What it has read is as good as a file's from now on.
    else await markReports({ workspaceId, accountRef: account.id }, transaction);
    await account.destroy({ transaction });
  });
}

async function getAccount(
  { workspaceId, spendAccountId }: { workspaceId: string; spendAccountId: string },
  transaction: Transaction,
): Promise<SpendAccount> {
  const account = isId(spendAccountId)
    ? await SpendAccount.findOne({ where: { id: spendAccountId, workspaceId }, transaction })
    : null;
  if (!account) throw new NotFound("Ad account");
  return account;
}
