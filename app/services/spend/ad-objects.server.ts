import { createHash } from "node:crypto";
import { Op, type Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { newId } from "#app/lib/ids.ts";
import { AD_NAME_MAX, type AdLevel, type AdName, toNameKey } from "#app/lib/spend.ts";
import { AdObject } from "#app/models/index.server.ts";

type Known = Pick<AdObject, "id" | "accountId" | "parentId" | "objectId" | "objectKey" | "name" | "nameKey">;
type Level = { workspaceId: string; adPlatform: string; level: AdLevel };
/** What an ad platform calls it, and where it stands. */
export type NamedAd = AdName & { accountId: string; parentId: string | null };

/** By its id, which is unique in an ad platform, else by its name below its parent or in its account. */
const toObjectKey = ({ objectId, name, parentId, accountId }: NamedAd): string =>
  objectId ??
  createHash("sha256")
    .update(JSON.stringify([parentId ?? accountId, toNameKey(name ?? "")]))
    .digest("hex");

/**
 * Finds the campaigns, ad sets or ads that spend names, makes those that are new, and learns ids and names.
 * @returns their ids, in the order of `ads`
 */
export async function saveAdObjects(
  { workspaceId, adPlatform, level }: Level,
  ads: readonly NamedAd[],
  transaction: Transaction,
): Promise<string[]> {
  if (ads.length === 0) return [];
  const where = { workspaceId, adPlatform, level };
  const parents = [...new Set(ads.flatMap(({ parentId }) => parentId ?? []))];
  const ids = ads.flatMap(({ objectId }) => objectId ?? []);
  const options = { raw: true, transaction } as const;
  const inParents =
    parents.length > 0 && ads.some(({ parentId }) => parentId === null)
      ? { [Op.or]: [null, { [Op.in]: parents }] }
      : parents;
  const below = { ...where, parentId: parents.length === 0 ? null : inParents };
  const known: Known[] = await AdObject.findAll({ where: below, ...options });
  // One whose parent was not known, or that was moved.
  const moved = await AdObject.findAll({ where: { ...where, objectKey: ids }, ...options });
  const found = createIndex([...new Map([...known, ...moved].map((one) => [one.id, one])).values()]);
  const refs = ads.map((ad) => found.take(ad));
  const made = [...found.made].map((one) => ({ ...one, ...where, source: null, createdAt: new Date() }));
  await insertRows(AdObject, made, transaction);
  for (const { id, ...learned } of found.changed)
    await AdObject.update(learned, { where: { id, workspaceId }, transaction });
  return refs;
}

/** Those of one name in one place, by account, with an id and without. */
class Namesakes {
  private readonly sets = new Map<string, Set<Known>>();

  private setsOf({ parentId, nameKey, accountId, objectId }: Known): Set<Known>[] {
    const has = objectId === null ? "name" : "id";
    return [accountId, ANY_ACCOUNT].map((account) => this.find({ parentId, nameKey, account, has }));
  }

  private find({ parentId, nameKey, account, has }: Namesake): Set<Known> {
    const key = JSON.stringify([parentId, nameKey, account, has]);
    const set = this.sets.get(key) ?? new Set();
    this.sets.set(key, set);
    return set;
  }

  add(one: Known): void {
    for (const set of this.setsOf(one)) set.add(one);
  }

  delete(one: Known): void {
    for (const set of this.setsOf(one)) set.delete(one);
  }

  /** The one that an ad without a known id is, if that is clear. */
  only({ name, parentId, accountId, objectId }: NamedAd): Known | null {
    if (name === null) return null;
    const nameKey = toNameKey(name);
    const kinds = objectId === null ? (["name", "id"] as const) : (["name"] as const);
    const find = (account: string) =>
      kinds.map((has) => this.find({ parentId, nameKey, account, has })).filter(({ size }) => size > 0);
    const onlyOf = (sets: Set<Known>[]) =>
      sets.length === 1 && sets[0]?.size === 1 ? [...sets[0]][0] : null;
    // Nobody may have said the account of one of the two.
    const maybe = accountId === "" ? find(ANY_ACCOUNT) : [...find(accountId), ...find("")];
    return onlyOf(maybe) ?? onlyOf(find(accountId)) ?? null;
  }
}

type Namesake = Pick<Known, "parentId" | "nameKey"> & { account: string; has: "id" | "name" };
const ANY_ACCOUNT = "*";

function createIndex(known: readonly Known[]) {
  const byKey = new Map(known.map((one) => [one.objectKey, one]));
  const namesakes = new Namesakes();
  for (const one of known) namesakes.add(one);
  const [made, changed] = [new Set<Known>(), new Set<Known>()];

  function learn(one: Known, { name, objectId, accountId, parentId }: NamedAd): void {
    const next = {
      ...(one.accountId === "" && accountId !== "" ? { accountId } : {}),
      ...(objectId !== null && one.objectId === null ? { objectId, objectKey: objectId } : {}),
      ...(objectId !== null && parentId !== null && one.parentId !== parentId ? { parentId } : {}),
      ...(name !== null && one.name !== name.slice(0, AD_NAME_MAX)
        ? { name: name.slice(0, AD_NAME_MAX), nameKey: toNameKey(name) }
        : {}),
    };
    if (Object.keys(next).length === 0) return;
    namesakes.delete(one);
    Object.assign(one, next);
    byKey.set(one.objectKey, one);
    namesakes.add(one);
    if (!made.has(one)) changed.add(one);
  }

  function make(ad: NamedAd): Known {
    const { accountId, parentId, objectId } = ad;
    const name = (ad.name ?? objectId ?? "").slice(0, AD_NAME_MAX);
    const one = {
      id: newId(),
      accountId,
      parentId,
      objectId,
      objectKey: toObjectKey(ad),
      name,
      nameKey: toNameKey(name),
    };
    byKey.set(one.objectKey, one);
    namesakes.add(one);
    made.add(one);
    return one;
  }

  return {
    made,
    changed,
    take(ad: NamedAd): string {
      const one =
        (ad.objectId === null ? null : byKey.get(ad.objectId)) ??
        namesakes.only(ad) ??
        byKey.get(toObjectKey(ad)) ??
        make(ad);
      learn(one, ad);
      return one.id;
    },
  };
}
