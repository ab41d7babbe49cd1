import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { monthAndYear } from "#app/lib/format-date.ts";
import { type PaidCommission, Submission } from "#app/models/index.server.ts";
import { type CommissionFacts, type ComparedCommission, explainDifference } from "./compare-commissions.ts";
import type { StoredCommission } from "./match-commissions.server.ts";

/** A client's month: what its claims earn, and what the broker pays for its rows. */
export type ClientCommission = ComparedCommission & {
  claims: Claim[];
  rows: PaidPlace[];
  /** More than one where those without a claim are joined. */
  clientCount: number;
  /** The likely reason for the difference, and where claim and row are of two months. */
  notes: string[];
};

type Claim = Pick<Submission, "id" | "email" | "status">;
type PaidPlace = Pick<PaidCommission, "id" | "source" | "statementId" | "fileName" | "line">;

export type ClientEntry<Row extends PaidPlace> = {
  claimIds: string[];
  rows: Row[];
  clientCount: number;
  facts: CommissionFacts;
  compared: ComparedCommission;
};

type Described = {
  workspaceId: string;
  month: string;
  commissions: ReadonlyMap<string, StoredCommission>;
  /** Whether a file pays anything in the month. */
  isPaid: boolean;
};

/** Names the claims and lines of clients, with what is to be said of each. */
export async function describeClients(
  entries: readonly ClientEntry<PaidPlace>[],
  { workspaceId, month, commissions, isPaid }: Described,
): Promise<ClientCommission[]> {
  const byId = await findClaims(
    workspaceId,
    entries.flatMap(({ claimIds }) => claimIds),
  );
  return entries.map(({ claimIds, rows, facts, compared, clientCount }) => {
    const own = claimIds.flatMap((id) => byId.get(id) ?? []);
    const others = claimIds.flatMap((id) => {
      const counted = commissions.get(id)?.month;
      return counted !== undefined && counted !== month ? [counted] : [];
    });
    const reason =
      facts.claims.length === 0
        ? explainUnverified(own)
        : (explainDifference(facts, compared) ?? (isPaid && rows.length === 0 ? MISSING : null));
    return {
      ...compared,
      clientCount,
      claims: own,
      rows: rows.map(({ id, source, statementId, fileName, line }) => ({
        id,
        source,
        statementId,
        fileName,
        line,
      })),
      notes: [
        ...(reason ? [reason] : []),
        ...[...new Set(others)].map(
          (counted) => `The claim counts in ${monthAndYear(counted)}, its row in ${monthAndYear(month)}.`,
        ),
      ],
    };
  });
}

/** How many submissions one query names. */
const CHUNK = 500;

async function findClaims(workspaceId: string, ids: readonly string[]): Promise<Map<string, Claim>> {
  const found = new Map<string, Claim>();
  for (let at = 0; at < ids.length; at += CHUNK) {
    const id = { [Op.in]: ids.slice(at, at + CHUNK) };
    const claims = await retryRead(() =>
      findRows(Submission, { where: { workspaceId, id }, attributes: ["id", "email", "status"] }),
    );
    for (const claim of claims) found.set(claim.id, claim);
  }
  return found;
}

const MISSING = "Not paid in any file yet.";

function explainUnverified(claims: readonly Pick<Submission, "status">[]): string | null {
  if (claims.some(({ status }) => status === "pending")) return "The claim is not verified yet.";
  if (claims.some(({ status }) => status === "handled"))
    return "What the claim earns is in the month of its first row.";
  return claims.length > 0 ? "The claim is rejected." : null;
}
