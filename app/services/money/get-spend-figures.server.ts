import Decimal from "decimal.js-light";
import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { readValues, someOf } from "#app/database/values.server.ts";
import { toCommissionPerVerified, toVerdict } from "#app/lib/campaign-verdict.ts";
import { formatAmount } from "#app/lib/money.ts";
import { toMoneyFigures } from "#app/lib/money-figures.ts";
import type { Days } from "#app/lib/periods.ts";
import type { SpendFigures } from "#app/lib/spend-figures.ts";
import { SpendRow, type Workspace } from "#app/models/index.server.ts";
import { getMoney } from "./get-money.server.ts";

/** More are in the table of money. */
const LOSING_MAX = 3;

/** What was spent in some days and what it brought; null where nothing was spent. */
export async function getSpendFigures(args: {
  workspace: Workspace;
  days: Days;
}): Promise<SpendFigures | null> {
  const { workspace, days } = args;
  const where = { workspaceId: workspace.id, day: { [Op.between]: [days.from, days.to] } };
  const { hasSpend } = await retryRead(() => readValues({ hasSpend: someOf(SpendRow, where) }));
  if (!hasSpend) return null;
  const { currency, rows, totals, isBehind } = await getMoney({
    ...args,
    groupBy: "campaign",
    basis: "claim",
    hasViews: false,
  });
  if (totals.spend !== null && new Decimal(totals.spend).isZero()) return null;
  const show = (amount: string | null) => amount && formatAmount(amount, currency);
  const { profit, costPerVerified, costPerVerifiedIfWaiting } = toMoneyFigures(totals);
  const usualCommission = toCommissionPerVerified(totals);
  const losses = rows
    .flatMap((row) => {
      const loss = row.campaignRef === null ? null : toMoneyFigures(row).profit;
      if (loss === null || !new Decimal(loss).lt(0)) return [];
      const isCertain = toVerdict({ ...row, usualCommission }).kind === "loses";
      return [{ name: row.label ?? "", profit: formatAmount(loss, currency), isCertain }];
    })
    .sort((one, other) => new Decimal(one.profit).comparedTo(other.profit));
  const toLoss = ({ name, profit: amount }: (typeof losses)[number]) => ({ name, profit: amount });
  return {
    currency,
    isBehind,
    spend: show(totals.spend),
    profit: show(profit),
    unknownCommission: totals.unknownCommission,
    costPerVerified: show(costPerVerified),
    costIfWaiting: show(costPerVerifiedIfWaiting),
    waiting: totals.waiting,
    worst: losses.map(toLoss)[0] ?? null,
    losing: losses
      .filter(({ isCertain }) => isCertain)
      .slice(0, LOSING_MAX)
      .map(toLoss),
  };
}
