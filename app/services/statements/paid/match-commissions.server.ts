import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { shownMatching } from "#app/database/queries/statement-matches.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { calculateCommission, earnWithoutRate, sumIn, type Tier, tierFor } from "#app/lib/commission.ts";
import { contractOn, findTiers } from "#app/lib/contracts.ts";
import { type ExchangeRates, rateBetween } from "#app/lib/exchange.ts";
import {
  Commission,
  MonthTotal,
  PaidCommission,
  type Statement,
  type StatementMatch,
  type Submission,
  Workspace,
} from "#app/models/index.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { findContracts } from "#app/services/platforms/contracts/read-contracts.server.ts";
import {
  type ComparedCommission,
  compareCommissions,
  type ExpectedClaim,
  explainDifference,
} from "./compare-commissions.ts";

type Match = {
  match: Pick<StatementMatch, "id" | "lines" | "verifiedAmount" | "currency">;
  claims: Submission[];
};
export type ExplainedCommission = ComparedCommission & { reason: string | null };

/**
 * What the claims of matches earn, beside what the file pays for their rows. A claim that waits earns what it would
 * if it alone were verified now.
 */
export async function findMatchCommissions(
  { id: statementId, workspaceId, platformId }: Pick<Statement, "id" | "workspaceId" | "platformId">,
  matches: readonly Match[],
): Promise<Map<string, ExplainedCommission>> {
  if (matches.length === 0) return new Map();
  const linesOf = ({ match }: Match) => JSON.parse(match.lines) as number[];
  const claims = matches.flatMap((match) => match.claims);
  const months = [...new Set(claims.map(({ day }) => day.slice(0, 7)))];
  const workspace = await Workspace.findByPk(workspaceId, { rejectOnEmpty: true });
  const [{ rates }, contracts, rows, stored, totals] = await retryRead(() =>
    Promise.all([
      getWorkspaceRates(workspace),
      findContracts({ workspaceId, platformId }),
      PaidCommission.findAll({
        where: {
          workspaceId,
          statementId,
          line: { [Op.in]: matches.flatMap(linesOf) },
          matchingId: shownMatching(statementId),
        },
        raw: true,
      }),
      findCommissions(
        workspaceId,
        claims.map(({ id }) => id),
      ),
      MonthTotal.findAll({ where: { workspaceId, platformId, kind: "verified", month: months }, raw: true }),
    ]),
  );
  const tiersOf = ({ day, country }: Pick<Submission, "day" | "country">) =>
    findTiers(contractOn(contracts.get(platformId) ?? [], `${day.slice(0, 7)}-01`), country);
  const [current] = claims.flatMap((claim) => tiersOf(claim) ?? []);
  const currency = current?.currency ?? rows[0]?.paidCurrency ?? workspace.currency;
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const found = matches.flatMap(({ match, claims: own }): [string, ExplainedCommission][] => {
    const paid = linesOf({ match, claims: own }).flatMap((line) => byLine.get(line) ?? []);
    const expected = own.flatMap((claim) => {
      const known = stored.get(claim.id);
      if (known) return [known];
      const amount = (own.length === 1 ? match.verifiedAmount : null) ?? claim.amount;
      const of = (own.length === 1 ? match.currency : null) ?? claim.currency;
      if (claim.status !== "pending" || amount === null || of === null) return [];
      const month = totals.filter((total) => total.month === claim.day.slice(0, 7));
      const { tiers } = tiersOf(claim) ?? { tiers: [] };
      return [preview({ amount, currency: of }, { tiers, month, currency, rates })];
    });
    if (paid.length === 0 && expected.every(({ earned }) => earned === null)) return [];
    const facts = {
      claims: expected,
      rows: paid.map((row) => ({ ...row, isClaimed: true })),
      tiers: (own[0] && tiersOf(own[0])?.tiers) ?? [],
      currency,
      rates,
    };
    const compared = compareCommissions(facts);
    return [[match.id, { ...compared, reason: explainDifference(facts, compared) }]];
  });
  return new Map(found);
}

/** How many submissions one query names. */
const CHUNK = 500;

export type StoredCommission = ExpectedClaim & { month: string };

/** The stored commissions of claims, by the claim. */
export async function findCommissions(
  workspaceId: string,
  submissionIds: readonly string[],
): Promise<Map<string, StoredCommission>> {
  const found = new Map<string, StoredCommission>();
  for (let at = 0; at < submissionIds.length; at += CHUNK) {
    const submissionId = { [Op.in]: submissionIds.slice(at, at + CHUNK) };
    const rows = await findRows(Commission, {
      where: { workspaceId, submissionId },
      attributes: COMMISSION_COLUMNS,
    });
    for (const row of rows) found.set(row.submissionId, toStoredCommission(row));
  }
  return found;
}

export const COMMISSION_COLUMNS = [
  "submissionId",
  "month",
  "amount",
  "currency",
  "earned",
  "rate",
  "tierName",
  "tierType",
  "tierValue",
] as const;

export function toStoredCommission({
  month,
  amount,
  currency,
  earned,
  rate,
  ...row
}: Pick<Commission, (typeof COMMISSION_COLUMNS)[number]>): StoredCommission {
  const { tierName: name, tierType: type, tierValue: value } = row;
  const tier = name !== null && type !== null && value !== null ? { name, type, value } : null;
  return { month, amount, currency, earned, rate, tier };
}

type Basis = { tiers: readonly Tier[]; month: MonthTotal[]; currency: string; rates: ExchangeRates };

function preview(
  money: { amount: string; currency: string },
  { tiers, month, currency, rates }: Basis,
): ExpectedClaim {
  const rate = rateBetween(money.currency, currency, rates);
  const { amount: total } = sumIn(currency, rate === null ? month : [...month, money], rates);
  if (rate === null) {
    const certain = earnWithoutRate(tiers, total);
    return { ...money, rate, tier: certain?.tier ?? null, earned: certain?.earned ?? null };
  }
  const tier = tierFor(tiers, total);
  return { ...money, rate, tier, earned: tier && calculateCommission(tier, money.amount, rate) };
}
