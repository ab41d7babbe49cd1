import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { ClaimWorth, ClientFact, type Evidence, type Submission } from "#app/models/index.server.ts";

/** Adds to claims what their clients are worth; null where another claim of the client has it, or nobody knows. */
export async function addWorth(claims: readonly Submission[]): Promise<void> {
  if (claims.length === 0) return;
  const workspaceId = [...new Set(claims.map((claim) => claim.workspaceId))];
  const submissionId = claims.map(({ id }) => id);
  const worths = await retryRead(() => ClaimWorth.findAll({ where: { submissionId, workspaceId } }));
  const factIds = worths.flatMap((worth) => JSON.parse(worth.factIds) as string[]);
  const facts =
    factIds.length === 0
      ? []
      : await retryRead(() =>
          findRows(ClientFact, {
            where: { id: factIds, workspaceId },
            attributes: ["id", "brokerRowId", "statementId", "line"],
          }),
        );
  const byFact = new Map(facts.map((fact) => [fact.id, fact]));
  const byClaim = new Map(worths.map((worth) => [worth.submissionId, worth]));
  for (const claim of claims) {
    const worth = byClaim.get(claim.id);
    const own = worth ? (JSON.parse(worth.factIds) as string[]).flatMap((id) => byFact.get(id) ?? []) : [];
    const evidences = claim.evidences ?? [];
    claim.worth = worth
      ? {
          worth,
          evidenceIds: evidences.filter((one) => own.some((fact) => says(one, fact))).map(({ id }) => id),
        }
      : null;
  }
}

/** Whether evidence has the row of a fact. */
const says = (
  { rowIds, statementId, lines }: Evidence,
  fact: Pick<ClientFact, "brokerRowId" | "statementId" | "line">,
): boolean =>
  fact.brokerRowId === null
    ? statementId !== null &&
      statementId === fact.statementId &&
      (JSON.parse(lines) as number[]).includes(fact.line)
    : (JSON.parse(rowIds ?? "[]") as string[]).includes(fact.brokerRowId);
