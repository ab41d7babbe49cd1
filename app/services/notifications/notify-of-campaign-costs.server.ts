import { tz } from "@date-fns/tz";
import { subDays } from "date-fns";
import Decimal from "decimal.js-light";
import { Op, UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { rateBetween } from "#app/lib/exchange.ts";
import { log } from "#app/lib/log.server.ts";
import { formatAmount } from "#app/lib/money.ts";
import { SpendLimit, SpendWarning, Workspace } from "#app/models/index.server.ts";
import { openCounts } from "#app/services/counting/open-counts.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { getMoney } from "#app/services/money/get-money.server.ts";
import type { MoneyRow } from "#app/services/money/money-groups.ts";
import { notifyMembers } from "./notify.server.ts";

const DAYS = 28;

/** Tells of campaigns whose verified claims cost more than the owner's limit, once until they are below it. */
export async function notifyOfCampaignCosts(now = new Date()): Promise<void> {
  for (const limit of await SpendLimit.findAll()) {
    const workspace = await Workspace.findOne({ where: { id: limit.workspaceId, deleteRequestedAt: null } });
    if (workspace)
      await judgeCampaigns(workspace, limit, now).catch((error: unknown) =>
        log.warn({ err: error, workspaceId: workspace.id }, "the costs of campaigns could not be checked"),
      );
  }
}

async function judgeCampaigns(workspace: Workspace, limit: SpendLimit, now: Date): Promise<void> {
  const { id: workspaceId, timeZone } = workspace;
  const to = dayIn(timeZone, now);
  const from = dayIn(timeZone, subDays(now, DAYS - 1, { in: tz(timeZone) }));
  // After a change of the currency or of rates, days would be in two currencies.
  const yesterday = dayIn(timeZone, subDays(now, 1, { in: tz(timeZone) }));
  if ((await openCounts(workspaceId, { from, to: yesterday })).isBehind) return;
  const [{ currency, rows }, { rates }] = await Promise.all([
    getMoney({ workspace, days: { from, to }, groupBy: "campaign", basis: "claim", hasViews: false }),
    getWorkspaceRates(workspace),
  ]);
  const rate = rateBetween(limit.currency, currency, rates);
  if (rate === null) return;
  const most = new Decimal(limit.costPerVerified).mul(rate);
  const after = new Decimal(limit.afterSpend).mul(rate);
  const expensive = rows.filter((row) => isAbove(row, most, after));
  const refs = expensive.flatMap(({ campaignRef }) => campaignRef ?? []);
  const warned = await SpendWarning.findAll({ where: { workspaceId } });
  if (warned.some(({ campaignRef }) => !refs.includes(campaignRef)))
    await inTransaction((transaction) =>
      SpendWarning.destroy({ where: { workspaceId, campaignRef: { [Op.notIn]: refs } }, transaction }),
    );
  const known = new Set(warned.map(({ campaignRef }) => campaignRef));
  for (const row of expensive)
    if (row.campaignRef !== null && !known.has(row.campaignRef))
      await warn({ workspaceId, campaignRef: row.campaignRef, row, currency, limit: most.toFixed() }, now);
}

/** Without a verified claim, all that was spent is the least that one costs. */
function isAbove({ campaignRef, spend, verified }: MoneyRow, most: Decimal, after: Decimal): boolean {
  if (campaignRef === null || spend === null || new Decimal(spend).lt(after)) return false;
  return new Decimal(spend).gt(most.mul(Math.max(1, verified)));
}

type Warning = { workspaceId: string; campaignRef: string; row: MoneyRow; currency: string; limit: string };

async function warn({ workspaceId, campaignRef, row, currency, ...asked }: Warning, now: Date) {
  const show = (amount: string) => formatAmount(amount, currency);
  const spend = row.spend ?? "0";
  const facts = {
    campaignName: row.label ?? "",
    spend: show(spend),
    costPerVerified: row.verified === 0 ? null : show(new Decimal(spend).div(row.verified).toFixed()),
    limit: show(asked.limit),
    currency,
  };
  try {
    await inTransaction(async (transaction) => {
      await SpendWarning.create({ workspaceId, campaignRef, warnedAt: now }, { transaction });
      await notifyMembers(
        {
          workspaceId,
          type: "campaignTooExpensive",
          payload: facts,
          groupKey: `campaignTooExpensive:${campaignRef}:${now.getTime()}`,
          emailFor: ({ name }) => ({ kind: "campaign-too-expensive", props: { name, ...facts } }),
        },
        transaction,
      );
    });
  } catch (error) {
    // Another process has told of it.
    if (!(error instanceof UniqueConstraintError)) throw error;
  }
}
