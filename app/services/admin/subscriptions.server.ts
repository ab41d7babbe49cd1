import { Op, type Transaction } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { Conflict, Invalid } from "#app/lib/errors.ts";
import { displayMoney } from "#app/lib/money.ts";
import { DEFAULT_PLAN, PLAN_CURRENCY, type PlanId } from "#app/lib/plans.ts";
import { SubscriptionGrant, Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type Actor, recordAudit } from "#app/services/audit-log/audit-log.server.ts";
import { lockManaged } from "./may-manage.server.ts";

type UserManagement = { actor: Actor; userId: string };

const SHOWN_MAX = 20;

/** The plans that were granted to a workspace, the latest first. */
export function listGrants(workspaceId: string): Promise<SubscriptionGrant[]> {
  return retryRead(() =>
    SubscriptionGrant.findAll({ where: { workspaceId }, order: [["id", "DESC"]], limit: SHOWN_MAX }),
  );
}

/**
 * Gives the workspace that a user owns a plan, in place of the one it has.
 * @param amount what was paid for it, in EUR
 * @param endsAt when it falls back to the free plan by itself
 * @throws what `lockManaged` throws; {Conflict} `no_subscription` for a user without a workspace of their own;
 * {Invalid} if something was paid for the free plan
 */
export async function grantSubscription({
  actor,
  userId,
  plan,
  amount,
  endsAt,
}: UserManagement & { plan: PlanId; amount: string; endsAt: Date | null }): Promise<void> {
  if (plan === DEFAULT_PLAN && Number(amount) !== 0)
    throw new Invalid([{ field: "amount", message: messages.admin.freeCosts }]);
  await inTransaction(async (transaction) => {
    const { target, workspace } = await lockWorkspace({ actor, userId }, transaction);
    const now = new Date();
    await endOpenGrant(workspace.id, now, transaction);
    await SubscriptionGrant.create(
      {
        workspaceId: workspace.id,
        openIn: workspace.id,
        plan,
        amount,
        currency: PLAN_CURRENCY,
        createdAt: now,
        endsAt,
      },
      { transaction },
    );
    const subscription = { subscriptionStatus: "active", subscriptionPlan: plan, subscriptionEndsAt: endsAt };
    await workspace.update({ ...subscription, updatedAt: now }, { transaction });
    const detail = `${plan}, ${displayMoney(amount, PLAN_CURRENCY)}${endsAt ? `, until ${endsAt.toISOString()}` : ""}`;
    await recordAudit({ actor, action: "subscription.granted", target, detail }, transaction);
  });
}

/**
 * Ends what a user's workspace has: it goes on with the free plan, or without an active one.
 * @throws what `grantSubscription` throws; {Conflict} `no_subscription` if there is nothing to end
 */
export async function endSubscription({
  actor,
  userId,
  next,
}: UserManagement & { next: "free" | "none" }): Promise<void> {
  await inTransaction(async (transaction) => {
    const { target, workspace } = await lockWorkspace({ actor, userId }, transaction);
    const isFree = workspace.subscriptionPlan === DEFAULT_PLAN;
    if (workspace.subscriptionStatus !== "active" || (isFree && next === "free")) throw noSubscription();
    const detail = `${workspace.subscriptionPlan}, ${next === "free" ? "free plan follows" : "no plan follows"}`;
    const now = new Date();
    await endOpenGrant(workspace.id, now, transaction);
    await workspace.update(
      {
        subscriptionStatus: next === "free" ? "active" : "ended",
        subscriptionPlan: DEFAULT_PLAN,
        subscriptionEndsAt: null,
        updatedAt: now,
      },
      { transaction },
    );
    await recordAudit({ actor, action: "subscription.ended", target, detail }, transaction);
  });
}

/** Puts workspaces whose plan has run out on the free plan. @returns whether there may be more */
export async function endExpiredSubscriptions(now = new Date()): Promise<boolean> {
  const limit = 100;
  const due = await SubscriptionGrant.findAll({
    where: { endedAt: null, endsAt: { [Op.lte]: now } },
    attributes: ["id"],
    limit,
  });
  for (const { id } of due)
    await inTransaction(async (transaction) => {
      const grant = await SubscriptionGrant.findByPk(id, { transaction, lock: true });
      // An administrator ended or replaced it meanwhile.
      if (!grant || grant.endedAt) return;
      await grant.update({ endedAt: now, openIn: null }, { transaction });
      if (grant.workspaceId === null) return;
      await Workspace.update(
        { subscriptionPlan: DEFAULT_PLAN, subscriptionEndsAt: null, updatedAt: now },
        { where: { id: grant.workspaceId }, transaction },
      );
    });
  return due.length === limit;
}

/** The first workspace that the user owns, locked: of two changes at once the second sees the first. */
async function lockWorkspace(managing: UserManagement, transaction: Transaction) {
  const target = await lockManaged(managing, transaction);
  const [owned] = await WorkspaceMember.findAll({
    where: { userId: target.id, role: "owner" },
    order: [
      ["createdAt", "ASC"],
      ["workspaceId", "ASC"],
    ],
    limit: 1,
    transaction,
  });
  const workspace = owned && (await Workspace.findByPk(owned.workspaceId, { transaction, lock: true }));
  if (!workspace) throw noSubscription();
  return { target, workspace };
}

async function endOpenGrant(workspaceId: string, now: Date, transaction: Transaction): Promise<void> {
  await SubscriptionGrant.update(
    { endedAt: now, openIn: null },
    { where: { workspaceId, openIn: workspaceId }, transaction },
  );
}

const noSubscription = () => new Conflict("no_subscription", messages.admin.noSubscription);
