import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { personHashes } from "#app/lib/secrets.server.ts";
import { KnownAccount, type Submission } from "#app/models/index.server.ts";

type Person = Pick<Submission, "id" | "emailKey" | "phone">;
type Known = Pick<KnownAccount, "account" | "fileName">;

/** How many people one query names. */
const CHUNK = 500;

/**
 * The account numbers that statements have taught of the people of claims at one broker, by claim. A phone
 * number that several people have used says nothing.
 */
export async function findKnownAccounts(
  { workspaceId, platformId }: { workspaceId: string; platformId: string },
  claims: readonly Person[],
): Promise<Map<string, Known[]>> {
  const found = new Map<string, Known[]>();
  const place = { workspaceId, platformId };
  if (claims.length === 0 || !(await isAnyKnown(place))) return found;
  for (let at = 0; at < claims.length; at += CHUNK)
    await addKnown(place, claims.slice(at, at + CHUNK), found);
  return found;
}

const isAnyKnown = async (where: { workspaceId: string; platformId: string }): Promise<boolean> =>
  (await retryRead(() => KnownAccount.findOne({ where, attributes: ["submissionId"], raw: true }))) !== null;

async function addKnown(
  place: { workspaceId: string; platformId: string },
  claims: readonly Person[],
  found: Map<string, Known[]>,
): Promise<void> {
  const people = claims.map(({ id, emailKey, phone }) => ({
    id,
    emails: personHashes(emailKey, place.workspaceId),
    phones: personHashes(phone, place.workspaceId),
  }));
  const find = (where: { emailHash: string[] } | { phoneHash: string[] }) =>
    retryRead(() =>
      findRows(KnownAccount, {
        where: { ...place, ...where },
        attributes: ["account", "accountKey", "fileName", "emailHash", "phoneHash"],
        order: [["createdAt", "ASC"]],
      }),
    );
  const [ofEmails, ofPhones] = await Promise.all([
    find({ emailHash: people.flatMap(({ emails }) => emails) }),
    find({ phoneHash: people.flatMap(({ phones }) => phones) }),
  ]);
  const byEmail = groupBy(ofEmails, ({ emailHash }) => emailHash);
  const byPhone = groupBy(ofPhones, ({ phoneHash }) => phoneHash);
  for (const { id, emails, phones } of people) {
    const ofPhone = phones.flatMap((hash) => byPhone.get(hash) ?? []);
    const isOnePerson = new Set(ofPhone.map(({ emailHash }) => emailHash)).size === 1;
    const own = [...emails.flatMap((hash) => byEmail.get(hash) ?? []), ...(isOnePerson ? ofPhone : [])];
    const known = new Map(
      own.map(({ accountKey, account, fileName }) => [accountKey, { account, fileName }]),
    );
    if (known.size > 0) found.set(id, [...known.values()]);
  }
}
