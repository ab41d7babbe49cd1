import { Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { Evidence, Postback, type Submission } from "#app/models/index.server.ts";
import { toClaimFacts } from "#app/services/statements/keys/claim-facts.server.ts";
import { PHONE_TAIL } from "#app/services/statements/matching/identifiers.ts";
import { hashEmail } from "#app/services/statements/matching/identity.ts";
import type { ClaimFacts } from "#app/services/statements/matching/types.ts";

const CHUNK = 500;
/** A shorter number stands in many calls of others. */
const NAME_MIN = 4;
const NOTHING = { query: "", body: null, ip: null, problem: null };

/**
 * Empties the calls that became these rows, and those without a row that name a claim's person, also by one of
 * these account numbers.
 */
export async function erasePostbacks(
  submission: Submission,
  { rowIds, accounts }: { rowIds: readonly string[]; accounts: readonly string[] },
  transaction: Transaction,
): Promise<void> {
  const { workspaceId } = submission;
  if (rowIds.length > 0)
    await Postback.update(NOTHING, { where: { workspaceId, rowId: [...rowIds] }, transaction });
  for await (const id of findWithoutRow(submission, accounts, transaction))
    await Postback.update(NOTHING, { where: { workspaceId, id }, transaction });
}

/** The calls that name a claim's person: those that its evidence is of, and those without a row. */
export async function listPersonPostbacks(submission: Submission): Promise<Postback[]> {
  const { workspaceId, id: submissionId } = submission;
  const evidence = await retryRead(() =>
    Evidence.findAll({ where: { workspaceId, submissionId, source: "postback" }, attributes: ["rowIds"] }),
  );
  const rowId = evidence.flatMap(({ rowIds }) => JSON.parse(rowIds ?? "[]") as string[]);
  const id: string[] = [];
  for await (const some of findWithoutRow(submission, [], null)) id.push(...some);
  return retryRead(() =>
    Postback.findAll({ where: { workspaceId, [Op.or]: [{ rowId }, { id }] }, order: [["id", "ASC"]] }),
  );
}

/** The ids of calls that no row came of and that name a claim's person, some at a time. */
async function* findWithoutRow(
  submission: Submission,
  accounts: readonly string[],
  transaction: Transaction | null,
): AsyncGenerator<string[]> {
  const { workspaceId, platformId } = submission;
  const broker = { workspaceId, platformId };
  const [claim] = await toClaimFacts(broker, [submission]);
  if (!claim) return;
  const names = listNames(claim, accounts);
  const tail = claim.phone?.replace(/\D/g, "").slice(-PHONE_TAIL) ?? "";
  const parts = [...new Set([...names.map(longestRun), ...(tail === "" ? [] : [tail.slice(-3)])])];
  if (parts.length === 0) return;
  const hasPart = parts.flatMap((part) =>
    (["query", "body"] as const).map((column) => ({ [column]: { [Op.like]: `%${part}%` } })),
  );
  for (let last = ""; ; ) {
    const calls = await findRows(Postback, {
      where: { ...broker, rowId: null, id: { [Op.gt]: last }, [Op.or]: hasPart },
      attributes: ["id", "query", "body"],
      order: [["id", "ASC"]],
      limit: CHUNK,
      transaction,
    });
    const id = calls.filter((call) => isAbout(call, names, tail)).map((call) => call.id);
    if (id.length > 0) yield id;
    if (calls.length < CHUNK) return;
    last = calls.at(-1)?.id ?? last;
  }
}

/** What a call may name the person by, in small letters. */
function listNames(claim: ClaimFacts, accounts: readonly string[]): string[] {
  const { id, email, account, knownAccounts, clickIds, linkClickIds } = claim;
  const hashes = email ? (["sha256", "md5"] as const).map((name) => hashEmail(email, name)) : [];
  return [email, account, ...knownAccounts, ...accounts, ...clickIds, ...linkClickIds, id, ...hashes]
    .filter((name) => name !== null)
    .map((name) => name.trim().toLowerCase())
    .filter(({ length }) => length >= NAME_MIN);
}

/** No encoding changes it. */
const longestRun = (name: string): string =>
  (name.match(/[a-z0-9]+/g) ?? []).reduce((best, run) => (run.length > best.length ? run : best), "");

function isAbout({ query, body }: Pick<Postback, "query" | "body">, names: readonly string[], tail: string) {
  const texts = [query, body ?? ""].flatMap((text) => [text, plain(text), plain(plain(text))]);
  return texts.some((text) => {
    const small = text.toLowerCase();
    return (
      names.some((name) => small.includes(name)) ||
      (tail !== "" && small.replace(/[\s().+/-]/g, "").includes(tail))
    );
  });
}

/** Without percent signs and the escapes of JSON; what is neither stays. */
const plain = (text: string): string =>
  text
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll("%", ""), "hex").toString())
    .replace(/\\u([0-9a-f]{4})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
