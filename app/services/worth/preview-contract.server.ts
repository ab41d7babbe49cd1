import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { type Contract, FROM_THE_BEGINNING } from "#app/lib/contracts.ts";
import { dayIn } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { plusMonths } from "#app/lib/periods.ts";
import type { ContractMonth } from "#app/lib/worth.ts";
import { Commission, type MonthTotal, type Platform, type Workspace } from "#app/models/index.server.ts";
import type { ContractChange, ContractInput } from "#app/schemas/contracts.ts";
import { commissionFor } from "#app/services/commissions/verified-amounts.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { findContract } from "#app/services/platforms/contracts/manage-contracts.server.ts";
import { toParts } from "#app/services/platforms/contracts/write-contract.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { calculateWorth } from "./calculate-worth.ts";
import {
  type ClaimedAmount,
  createConvert,
  findWorthClaims,
  findWorthClients,
} from "./worth-clients.server.ts";

/** How many months before this one are shown. */
const MONTHS = 3;

type Arguments = {
  workspace: Workspace;
  platformId: string;
  input: ContractInput | ContractChange;
  /** The contract that is changed. */
  contractId?: string;
  now?: Date;
};

/**
 * What the last whole months of a broker would bring if a contract had held from the beginning, by what is known of
 * its clients. Stores nothing.
 * @throws {NotFound}
 */
export async function previewContract({
  workspace,
  platformId,
  input,
  contractId,
  now = new Date(),
}: Arguments): Promise<ContractMonth[]> {
  const platform = await getPlatform({ workspaceId: workspace.id, platformId });
  const known = contractId === undefined ? null : findContract(platform.contracts ?? [], contractId);
  const contract: Contract = {
    id: "",
    startsOn: FROM_THE_BEGINNING,
    endsOn: null,
    timeZone: input.timeZone ?? known?.timeZone ?? workspace.timeZone,
    currency: input.currency ?? known?.currency ?? workspace.currency,
    parts: input.parts ? toParts(input.parts, []) : (known?.parts ?? []),
    paidOnDay: null,
  };
  const { timeZone, currency } = contract;
  const thisMonth = dayIn(timeZone, now).slice(0, 7);
  const months = Array.from({ length: MONTHS }, (_, index) => plusMonths(thisMonth, index - MONTHS));
  const broker = { workspaceId: workspace.id, platformId };
  const earned = await earnByDraft(workspace, { platform, contract, months });
  const { months: found } = await calculateWorth({
    contracts: [contract],
    clients: await findWorthClients(broker, { currency, listEarned: async () => earned }),
    since: dayIn(timeZone, platform.createdAt).slice(0, 7),
    convert: await createConvert(workspace),
    now,
  });
  return months.map(
    (month) =>
      found.find((one) => one.month === month) ?? {
        month,
        contractId: "",
        expected: "0",
        currency,
        clientCount: 0,
        lacking: [],
        unconverted: 0,
        isFinal: true,
      },
  );
}

type Drafted = { platform: Platform; contract: Contract; months: readonly string[] };

/** What the claims of months would earn by a draft's tiers, in the order of their decisions. */
async function earnByDraft(
  workspace: Workspace,
  { platform, contract, months }: Drafted,
): Promise<Map<string, ClaimedAmount[]>> {
  const broker = { workspaceId: workspace.id, platformId: platform.id };
  const [rates, rows] = await Promise.all([
    getWorkspaceRates(workspace),
    retryRead(() =>
      findRows(Commission, {
        where: { ...broker, month: [...months] },
        attributes: ["submissionId", "month", "amount", "currency"],
        order: [
          ["createdAt", "ASC"],
          ["submissionId", "ASC"],
        ],
      }),
    ),
  ]);
  const claims = await findWorthClaims(
    broker,
    rows.map(({ submissionId }) => submissionId),
  );
  const contracts = new Map([[platform.id, [contract]]]);
  const totals: MonthTotal[] = [];
  const earned = rows.flatMap(({ submissionId, month, amount, currency }) => {
    const claim = claims.get(submissionId);
    if (!claim) return [];
    const submission = { ...claim, ...broker };
    const one = commissionFor({ submission, month, money: { amount, currency } }, totals, contracts, rates);
    return one.tierCurrency === null
      ? []
      : [{ submissionId, month, tierType: one.tierType, earned: one.earned, currency: one.tierCurrency }];
  });
  return groupBy(earned, ({ submissionId }) => submissionId);
}
