import { retryRead } from "#app/database/connection.server.ts";
import { AMOUNT_RANK } from "#app/lib/domain.ts";
import { findWithoutRate } from "#app/lib/exchange.ts";
import { BrokerContract, MonthTotal, Submission, type Workspace } from "#app/models/index.server.ts";
import { getWorkspaceRates } from "./own-rates.server.ts";

/** Enough to see the currencies that matter. */
const CLAIMS_READ = 1_000;

export type MissingRate = { from: string; to: string };

/** The pairs without a rate that a workspace's claims and contracts would need. */
export async function findMissingRates(
  workspace: Pick<Workspace, "id" | "timeZone" | "currency">,
): Promise<MissingRate[]> {
  const workspaceId = workspace.id;
  const [{ rates }, claims, verified, contracts] = await Promise.all([
    getWorkspaceRates(workspace),
    retryRead(() =>
      Submission.findAll({
        where: { workspaceId, amountRank: AMOUNT_RANK.withoutRate },
        attributes: ["currency", "verifiedCurrency"],
        limit: CLAIMS_READ,
        raw: true,
      }),
    ),
    retryRead(() =>
      MonthTotal.findAll({
        where: { workspaceId, kind: "verified" },
        attributes: ["currency"],
        group: ["currency"],
        raw: true,
      }),
    ),
    retryRead(() =>
      BrokerContract.findAll({
        where: { workspaceId, isKnown: true },
        attributes: ["currency"],
        group: ["currency"],
        raw: true,
      }),
    ),
  ]);
  const claimed = [...claims.map((one) => one.verifiedCurrency ?? one.currency), ...verified.map(toCurrency)];
  const known = claimed.flatMap((currency) => currency ?? []);
  const ofContracts = contracts.map(toCurrency);
  const to = (target: string, from: string[]) =>
    findWithoutRate(from, target, rates).map((currency) => ({ from: currency, to: target }));
  const others = [...new Set(ofContracts)].filter((currency) => currency !== workspace.currency);
  return [
    ...to(workspace.currency, [...known, ...ofContracts]),
    ...others.flatMap((target) => to(target, known)),
  ];
}

const toCurrency = ({ currency }: { currency: string }) => currency;
