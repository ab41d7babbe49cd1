import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { isOneAccount, toAccountKey } from "#app/lib/account-keys.ts";
import { personHashes } from "#app/lib/secrets.server.ts";
import type { EntryProblem, EntryWait } from "#app/lib/telegram.ts";
import {
  BrokerClient,
  BrokerLink,
  ClaimReversal,
  DomainEvent,
  type Evidence,
  type Submission,
  type TelegramDoor,
} from "#app/models/index.server.ts";
import { isServed, readCountries } from "#app/services/broker-links/link-countries.ts";
import { readCandidates } from "#app/services/rules/read-candidates.server.ts";

/** Whether a door is for the person of a claim: by itself, once a member opens it, or not. Never before `at`. */
export type Right =
  | { kind: "opens"; at: Date }
  | { kind: "waits"; for: EntryWait; at: Date }
  | { kind: "none"; problem: EntryProblem };

/** What is known of a claim beside its row. */
export type DoorFacts = {
  /** Brokers name it by the click of its visit, or by its email and its account number together. */
  isProven: boolean;
  isReversed: boolean;
  /** The broker's API says that the client is the partner's no more. */
  hasLeft: boolean;
  /** When the hold of its decision ends. */
  heldUntil: Date;
  isServed: boolean;
  /** Of the account at the broker, as a hash. */
  accountKey: string | null;
};

/** Whether a door opens for a claim, by what is known of it now. */
export function judgeDoor(
  { needs, platformId, confirmedAt }: Pick<TelegramDoor, "needs" | "platformId" | "confirmedAt">,
  claim: Pick<
    Submission,
    "status" | "platformId" | "withdrawnAt" | "erasedAt" | "chargedBackAt" | "createdAt"
  >,
  { isProven, isReversed, hasLeft, heldUntil, isServed: isAllowed }: DoorFacts,
): Right {
  if (claim.withdrawnAt !== null || claim.erasedAt !== null) return { kind: "none", problem: "withdrawn" };
  if (platformId !== null && platformId !== claim.platformId) return { kind: "none", problem: "undone" };
  if (claim.chargedBackAt !== null) return { kind: "none", problem: "charged_back" };
  if (isReversed) return { kind: "none", problem: "reversed" };
  if (hasLeft) return { kind: "none", problem: "left" };
  if (needs === "claimed")
    return claim.status === "rejected"
      ? { kind: "none", problem: "undone" }
      : { kind: "opens", at: claim.createdAt };
  if (claim.status !== "handled") return { kind: "none", problem: "undone" };
  const at = heldUntil;
  if (confirmedAt === null) return { kind: "waits", for: "confirmation", at };
  if (!isAllowed) return { kind: "waits", for: "country", at };
  return isProven ? { kind: "opens", at } : { kind: "waits", for: "evidence", at };
}

/** Reads what doors are judged by. */
export async function readDoorFacts(claim: Submission): Promise<DoorFacts> {
  const { workspaceId, platformId, id } = claim;
  const broker = { workspaceId, platformId };
  const [[candidate], reversal, decided, links] = await Promise.all([
    readCandidates(broker, [claim]),
    retryRead(() =>
      ClaimReversal.findOne({ where: { workspaceId, submissionId: id }, attributes: ["submissionId"] }),
    ),
    retryRead(() =>
      findRows(DomainEvent, {
        where: { workspaceId, subjectId: id, type: "submission.decided" },
        attributes: ["payload"],
        order: [["id", "DESC"]],
        limit: 1,
      }),
    ),
    retryRead(() =>
      findRows(BrokerLink, {
        where: { ...broker, archivedAt: null },
        attributes: ["countryRule", "countries"],
      }),
    ),
  ]);
  const { holdMs = 0 } = (JSON.parse(decided[0]?.payload ?? "{}") ?? {}) as { holdMs?: number };
  const { isChanged = false, guessedBy = new Set(), pieces = [], evidence } = candidate ?? {};
  // Another claim with the number makes the row likely only, which is no doubt about whose email it names.
  const isProven = pieces.some(
    ({ group, namedBy }) =>
      (group === "certain" && namedBy.has("visit")) ||
      ((group === "certain" || group === "likely") &&
        namedBy.has("account") &&
        namedBy.has("email") &&
        !guessedBy.has("email")),
  );
  const accounts = [...(evidence?.values() ?? [])].flatMap(
    ({ accounts: told }) => JSON.parse(told ?? "[]") as string[],
  );
  return {
    isProven: isProven && !isChanged,
    isReversed: reversal !== null,
    hasLeft: await hasClientLeft(workspaceId, [...(evidence?.values() ?? [])]),
    heldUntil: new Date(+(claim.handledAt ?? claim.createdAt) + holdMs),
    isServed: links.length === 0 || links.some((link) => isServed(readCountries(link), claim.country)),
    accountKey: toKey(claim, [claim.reference ?? "", ...accounts].find(isOneAccount)),
  };
}

/** Whether the client whose rows speak for a claim has left. What contradicts it may be of somebody else. */
async function hasClientLeft(workspaceId: string, evidence: readonly Evidence[]): Promise<boolean> {
  const own = evidence.filter(
    ({ evidenceGroup }) => evidenceGroup === "certain" || evidenceGroup === "likely",
  );
  const rowId = own.flatMap(({ rowIds }) => JSON.parse(rowIds ?? "[]") as string[]);
  if (rowId.length === 0) return false;
  const where = { workspaceId, rowId, leftAt: { [Op.ne]: null } };
  return (await retryRead(() => BrokerClient.count({ where }))) > 0;
}

const toKey = ({ workspaceId, platformId }: Submission, account: string | undefined): string | null =>
  account === undefined
    ? null
    : (personHashes(`${platformId} ${toAccountKey(account)}`, workspaceId)[0] ?? null);
