import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { isShownEvidence } from "#app/database/queries/shown-evidence.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import {
  BrokerRow,
  ClaimReversal,
  Evidence,
  PostbackAddress,
  type Submission,
} from "#app/models/index.server.ts";
import { toRunningRow } from "#app/services/evidence/broker-rows.server.ts";
import { fromKeyFacts } from "#app/services/statements/columns/stored-row.ts";
import { CLAIM_COLUMNS, toClaimFacts } from "#app/services/statements/keys/claim-facts.server.ts";
import { findRowsOfKeys } from "#app/services/statements/keys/statement-keys.server.ts";
import { listClaimKeys } from "#app/services/statements/matching/row-keys.ts";
import type { ClaimFacts, StatementRow } from "#app/services/statements/matching/types.ts";
import { findGuessed } from "./find-guessed.server.ts";
import type { JudgedClaim, NamedBy, Piece } from "./judge-claim.ts";
import { listNamedBy, toNamingFacts } from "./named-by.ts";

export const CANDIDATE_COLUMNS = [...CLAIM_COLUMNS, "referenceChangedAt", "version", "day"] as const;
export type CandidateClaim = Pick<Submission, (typeof CANDIDATE_COLUMNS)[number]>;
export type KnownCandidate = JudgedClaim & {
  claim: CandidateClaim;
  evidence: Map<string, Evidence>;
};

type Broker = { workspaceId: string; platformId: string };

/** Claims of a broker with all that a rule reads of them, in their order. */
export async function readCandidates(
  broker: Broker,
  claims: readonly CandidateClaim[],
): Promise<KnownCandidate[]> {
  const { workspaceId } = broker;
  const submissionId = claims.map(({ id }) => id);
  if (submissionId.length === 0) return [];
  const [facts, evidence, reversals, address] = await retryRead(() =>
    Promise.all([
      toClaimFacts(broker, claims),
      Evidence.findAll({
        where: { workspaceId, submissionId, [Op.and]: [isShownEvidence()] },
        order: [
          ["receivedAt", "ASC"],
          ["id", "ASC"],
        ],
      }),
      findRows(ClaimReversal, { where: { workspaceId, submissionId }, attributes: ["submissionId"] }),
      PostbackAddress.findOne({ where: broker, attributes: ["securedAt"] }),
    ]),
  );
  const typed = facts.map(toNamingFacts);
  const [rows, linesOf, guessed] = await Promise.all([
    findRowsOf(workspaceId, evidence),
    findNamedLines(broker, typed),
    findGuessed(broker, typed),
  ]);
  const byClaim = groupBy(evidence, (one) => one.submissionId ?? "");
  const reversed = new Set(reversals.map((one) => one.submissionId));
  return claims.map((claim, index) => {
    const own = typed[index] as ClaimFacts;
    const found = byClaim.get(claim.id) ?? [];
    return {
      claim,
      evidence: new Map(found.map((one) => [one.id, one])),
      amount: claim.amount,
      currency: claim.currency,
      isChanged: claim.referenceChangedAt !== null,
      guessedBy: guessed.get(claim.id) ?? new Set(),
      isReversed: reversed.has(claim.id),
      pieces: found.map((one) => describePiece(one, own, { rows, linesOf, address })),
    };
  });
}

type RowIds = Pick<Evidence, "rowIds">;
const readRowIds = ({ rowIds }: RowIds): string[] => JSON.parse(rowIds ?? "[]");

async function findRowsOf(workspaceId: string, evidence: readonly Evidence[]) {
  const id = [...new Set(evidence.flatMap(readRowIds))];
  if (id.length === 0) return new Map<string, ReturnType<typeof toRunningRow>>();
  const found = await retryRead(() =>
    findRows(BrokerRow, {
      where: { workspaceId, id },
      attributes: ["id", "source", "receivedAt", "kind", "facts"],
    }),
  );
  return new Map(found.map((row) => [row.id, toRunningRow(row)]));
}

type Line = { statementId: string; line: number; namedBy: NamedBy };

/** By claim, the lines of files that name it. */
async function findNamedLines(
  { workspaceId }: Broker,
  claims: readonly ClaimFacts[],
): Promise<Map<string, Line[]>> {
  const keys = claims.flatMap((claim) =>
    listClaimKeys(claim).flatMap(([key, row]) => {
      const namedBy = ofStatementKey(row);
      return namedBy ? [{ claim: claim.id, key, namedBy }] : [];
    }),
  );
  const found = await findRowsOfKeys(workspaceId, [...new Set(keys.map(({ key }) => key))]);
  const byKey = groupBy(found, ({ key }) => key);
  const lines = keys.flatMap(({ claim, key, namedBy }) =>
    (byKey.get(key) ?? []).flatMap(({ file, rows }) =>
      fromKeyFacts(rows).map(({ line }) => ({ claim, statementId: file, line, namedBy })),
    ),
  );
  return groupBy(lines, ({ claim }) => claim);
}

function ofStatementKey(row: Partial<StatementRow>): NamedBy | null {
  if (row.account) return "account";
  if (row.email || row.emailSha256 || row.emailMd5) return "email";
  if (row.phone) return "phone";
  if (row.clickId) return "click";
  return row.linkClickIds ? "visit" : null;
}

type Known = {
  rows: Awaited<ReturnType<typeof findRowsOf>>;
  linesOf: Map<string, Line[]>;
  address: Pick<PostbackAddress, "securedAt"> | null;
};

function describePiece(one: Evidence, claim: ClaimFacts, { rows, linesOf, address }: Known): Piece {
  const { id, source, kind, evidenceGroup: group, amount, currency } = one;
  const own = readRowIds(one).flatMap((rowId) => rows.get(rowId) ?? []);
  const lines = new Set(JSON.parse(one.lines) as number[]);
  const namedBy =
    source === "statement"
      ? (linesOf.get(claim.id) ?? [])
          .filter(({ statementId, line }) => statementId === one.statementId && lines.has(line))
          .map((line) => line.namedBy)
      : own.flatMap(({ facts }) => listNamedBy(facts, claim));
  const since = address?.securedAt ?? null;
  const isSecured =
    source !== "postback" || (since !== null && own.every(({ receivedAt }) => receivedAt >= since));
  return { id, source, kind, group, amount, currency, namedBy: new Set(namedBy), isSecured };
}
