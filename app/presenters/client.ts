import type { MemberRole } from "#app/lib/domain.ts";
import { formatAmount } from "#app/lib/money.ts";
import { type MoneyCounts, toMoneyFigures } from "#app/lib/money-figures.ts";
import { toTruth } from "#app/lib/truth.ts";
import type { Workspace } from "#app/models/workspace.server.ts";
import { ROLE_NAMES } from "#app/schemas/team.ts";

type Client = Record<"toCheck" | "expiring" | "problems", number> & {
  workspace: Workspace;
  role: MemberRole;
  money: (MoneyCounts & { decided: number }) | null;
};

/** A row of all clients; what is not shown there is null, and so is what is not known. */
export function presentClient({ workspace, role, money, toCheck, expiring, problems }: Client) {
  const { name, currency } = workspace;
  const show = (amount: string | null) => amount && formatAmount(amount, currency);
  const { costPerVerified, profit } = money ? toMoneyFigures(money) : { costPerVerified: null, profit: null };
  return {
    name,
    roleName: ROLE_NAMES[role],
    currency,
    toCheck,
    expiring,
    problems,
    figures: money && {
      truth: toTruth(money),
      costPerVerified: show(costPerVerified),
      profit: show(profit),
    },
  };
}
