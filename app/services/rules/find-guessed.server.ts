import { Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { readAccounts, UNPREFIXED } from "#app/lib/account-keys.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { toMailbox } from "#app/lib/mailbox.ts";
import { mailboxWord } from "#app/lib/search-words.ts";
import { SearchWord, Submission } from "#app/models/index.server.ts";
import { findCarriers } from "#app/services/evidence/match-keys.server.ts";
import { listKeysOfClaim } from "#app/services/evidence/match-keys.ts";
import { CLAIM_COLUMNS, describeClaim } from "#app/services/statements/keys/claim-facts.server.ts";
import type { ClaimFacts } from "#app/services/statements/matching/types.ts";

type Broker = { workspaceId: string; platformId: string };

type SecondKey = "email" | "phone";

/**
 * Finds, for each claim, the keys under which other claims name a different account number. Such claims may be
 * attempts to guess it, even if they were withdrawn.
 */
export async function findGuessed(
  broker: Broker,
  claims: readonly ClaimFacts[],
): Promise<Map<string, ReadonlySet<SecondKey>>> {
  const numbered = claims.filter(({ account }) => account !== null);
  if (numbered.length === 0) return new Map();
  const byName = new Map<string, ClaimFacts[]>();
  for (const other of await findOthers(broker, numbered))
    for (const [, name] of listNames(other)) {
      const same = byName.get(name);
      if (same) same.push(other);
      else byName.set(name, [other]);
    }
  const guessedBy = (claim: ClaimFacts) =>
    listNames(claim).flatMap(([key, name]) =>
      byName.get(name)?.some((other) => isOfAnother(claim, other)) ? [key] : [],
    );
  return new Map(numbered.map((claim) => [claim.id, new Set(guessedBy(claim))]));
}

const mailboxOf = ({ email }: ClaimFacts) => (email ? toMailbox(toEmailKey(email)) : null);

/** What identifies the claim's person, normalized. */
function listNames(claim: ClaimFacts): [key: SecondKey, name: string][] {
  const mailbox = mailboxOf(claim);
  return [
    ...(mailbox ? [["email", `mailbox ${mailbox}`] as [SecondKey, string]] : []),
    ...(claim.phone ? [["phone", `phone ${claim.phone}`] as [SecondKey, string]] : []),
  ];
}

const readingsOf = ({ account }: ClaimFacts) => readAccounts(account ?? "", UNPREFIXED.prefixes);

const isOfAnother = (claim: ClaimFacts, other: ClaimFacts): boolean =>
  other.id !== claim.id && !readingsOf(other).some((reading) => readingsOf(claim).includes(reading));

/** The broker's other claims with an account number that may belong to the same people. */
async function findOthers(broker: Broker, claims: readonly ClaimFacts[]): Promise<ClaimFacts[]> {
  const mailboxes = claims.flatMap((claim) => mailboxOf(claim) ?? []);
  const emailKey = [...mailboxes, ...claims.flatMap(({ email }) => (email ? [toEmailKey(email)] : []))];
  const phone = claims.flatMap((claim) => claim.phone ?? []);
  const word = mailboxes.flatMap((mailbox) => mailboxWord(mailbox) ?? []);
  const keys = claims.flatMap((claim) =>
    listKeysOfClaim({ ...claim, id: "", account: null, clickIds: [], linkClickIds: [] }),
  );
  const { workspaceId } = broker;
  const [carriers, spelled] = await retryRead(() =>
    Promise.all([
      findCarriers(broker, [...new Set(keys)], { isLimited: false }),
      findRows(SearchWord, { where: { workspaceId, word }, attributes: ["submissionId"] }),
    ]),
  );
  const id = [
    ...carriers.flatMap(({ subject, subjectId }) => (subject === "claim" ? [subjectId] : [])),
    ...spelled.map(({ submissionId }) => submissionId),
  ];
  const find = (where: WhereOptions) =>
    findRows(Submission, {
      where: { [Op.and]: [where], ...broker, erasedAt: null, reference: { [Op.ne]: null } },
      attributes: CLAIM_COLUMNS,
    });
  const found = await retryRead(() => Promise.all([find({ id }), find({ emailKey }), find({ phone })]));
  return found.flat().map((claim) => describeClaim(claim, []));
}
