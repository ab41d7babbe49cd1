import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { shownMatching } from "#app/database/queries/statement-matches.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { Conflict } from "#app/lib/errors.ts";
import type { EvidenceReason } from "#app/lib/evidence.ts";
import type { MatchDoubt } from "#app/lib/statements.ts";
import { type Statement, StatementMatch, Submission } from "#app/models/index.server.ts";
import type { StatementDecision } from "#app/schemas/statements.ts";
import { readPairs } from "./read-pairs.server.ts";

/** One claim of a decision, with what the decision stores. */
export type Item = {
  submissionId: string;
  /** The status that the decision changes. */
  from: SubmissionStatus;
  amount: string | null;
  currency: string | null;
  lines: string;
  /** Sentences of evidence, as JSON. */
  reasons: string;
};

/** How many submissions one query names. */
export const CHUNK = 500;

export const matchedAgain = () =>
  new Conflict("changed_meanwhile", "This statement was matched again. Look at it before you decide.");

/**
 * The claims of what is decided; of unmatched claims only those that the file should have.
 * @throws {Conflict} `changed_meanwhile` if a match is unknown
 */
export async function findItems(
  statement: Statement,
  { group, doubt, matchIds, pairs }: Pick<StatementDecision, "group" | "doubt" | "matchIds" | "pairs">,
): Promise<Item[]> {
  if (pairs) return readPairs(statement, pairs);
  const { id: statementId, workspaceId } = statement;
  const matches = await retryRead(() =>
    StatementMatch.findAll({
      where: {
        statementId,
        workspaceId,
        matchingId: shownMatching(statementId),
        ...(matchIds ? { id: matchIds } : { matchGroup: group as NonNullable<typeof group> }),
      },
      order: [["number", "ASC"]],
    }),
  );
  // A matching gives its matches new ids.
  if (matchIds && matches.length < new Set(matchIds).size) throw matchedAgain();
  const suggested = matches.filter(({ matchGroup }) => matchGroup === "pairs");
  const paired = await readPairs(
    statement,
    suggested.map((match) => ({
      submissionId: JSON.parse(match.submissionIds)[0],
      line: JSON.parse(match.lines)[0],
    })),
  );
  return [
    ...paired,
    ...matches.flatMap((match) => toItems(match, { isOnlyMissing: group === "unmatchedClaims", doubt })),
  ];
}

type Wanted = { isOnlyMissing: boolean; doubt: MatchDoubt | undefined };

function toItems(match: StatementMatch, { isOnlyMissing, doubt }: Wanted): Item[] {
  const { matchGroup, lines } = match;
  const { reasons, isMissing, onlyDoubt } = JSON.parse(match.details) as {
    reasons: EvidenceReason[];
    isMissing: boolean | null;
    onlyDoubt?: MatchDoubt;
  };
  if (doubt && onlyDoubt !== doubt) return [];
  if (matchGroup === "pairs" || (isOnlyMissing && !isMissing)) return [];
  const submissionIds = JSON.parse(match.submissionIds) as string[];
  return submissionIds.map((submissionId) => ({
    submissionId,
    lines,
    from: matchGroup === "rejected" ? "rejected" : "pending",
    // A sum proves several claims, each with the amount that its visitor stated.
    amount: submissionIds.length === 1 ? match.verifiedAmount : null,
    currency: submissionIds.length === 1 ? match.currency : null,
    reasons: JSON.stringify(reasons),
  }));
}

const CLAIM_COLUMNS = [
  "id",
  "status",
  "sendBefore",
  "sharingEndedAt",
  "amount",
  "currency",
  "createdAt",
  "day",
  "platformId",
  "country",
  "formId",
  "action",
  "consentVersion",
] as const;
type Claim = Pick<Submission, (typeof CLAIM_COLUMNS)[number]>;
export type OpenItem = { item: Item; claim: Claim };

/** Those of the items that can still be decided. A rejected claim is verified while its event can be sent. */
export async function findOpen(workspaceId: string, items: Item[]): Promise<OpenItem[]> {
  const now = new Date();
  const found = new Map<string, Claim>();
  for (let at = 0; at < items.length; at += CHUNK) {
    const id = items.slice(at, at + CHUNK).map(({ submissionId }) => submissionId);
    const claims = await retryRead(() =>
      findRows(Submission, {
        where: { workspaceId, id: { [Op.in]: id }, withdrawnAt: null, erasedAt: null },
        attributes: CLAIM_COLUMNS,
      }),
    );
    for (const claim of claims) found.set(claim.id, claim);
  }
  return items.flatMap((item) => {
    const claim = found.get(item.submissionId);
    if (!claim || claim.status !== item.from) return [];
    const isLate = claim.sendBefore !== null && claim.sendBefore <= now;
    return item.from === "rejected" && isLate ? [] : [{ item, claim }];
  });
}
