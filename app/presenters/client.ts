import type { MemberRole } from "#app/lib/domain.ts";
import { formatAmount } from "#app/lib/money.ts";
import { type MoneyCounts, toMoneyFigures } from "#app/lib/money-figures.ts";
import { type Truth, toTruth } from "#app/lib/truth.ts";
import type { Workspace } from "#app/models/workspace.server.ts";
import { ROLE_NAMES } from "#app/schemas/team.ts";

/** A workspace of somebody who works in several. */
export type ClientRow = {
  /** The mark that links open the workspace by. */
  mark: string;
  name: string;
  isCurrent: boolean;
  /** "Checker" */
  roleName: string;
  currency: string;
  toCheck: number;
  expiring: number;
  problems: number;
  /** Of the last 28 days; null where the role or the plan shows none. */
  figures: {
    truth: Truth;
    /** Null where it is unknown. */
    costPerVerified: string | null;
    profit: string | null;
  } | null;
};

type Client = Pick<ClientRow, "toCheck" | "expiring" | "problems"> & {
  workspace: Workspace;
  role: MemberRole;
  money: (MoneyCounts & { decided: number }) | null;
};

export function presentClient(
  { workspace: { name, currency }, role, money, toCheck, expiring, problems }: Client,
  shown: Pick<ClientRow, "mark" | "isCurrent">,
): ClientRow {
  const show = (amount: string | null) => amount && formatAmount(amount, currency);
  const { costPerVerified, profit } = money ? toMoneyFigures(money) : { costPerVerified: null, profit: null };
  return {
    ...shown,
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
