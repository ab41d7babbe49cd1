import { createHash } from "node:crypto";
import type { Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { newId } from "#app/lib/ids.ts";
import { AD_NAME_MAX, type AdLevel, type AdName, toNameKey } from "#app/lib/spend.ts";
import { AdObject } from "#app/models/index.server.ts";

type Known = Pick<AdObject, "id" | "accountId" | "parentId" | "objectId" | "objectKey" | "name" | "nameKey">;
type Level = { workspaceId: string; adPlatform: string; level: AdLevel };
/** What an ad platform calls it, and where it stands. */
export type NamedAd = AdName & { accountId: string; parentId: string | null };

/** Whether two accounts may be one: nobody said the account of one of them. */
const mayBeSame = (one: string, other: string): boolean => one === other || one === "" || other === "";

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
  const below = { ...where, parentId: level === "campaign" ? null : parents };
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

function createIndex(known: readonly Known[]) {
  const byKey = new Map(known.map((one) => [one.objectKey, one]));
  const byName = new Map<string, Known[]>();
  const nameIn = (parentId: string | null, nameKey: string) => `${parentId ?? ""} ${nameKey}`;
  const addName = (one: Known) => {
    const key = nameIn(one.parentId, one.nameKey);
    byName.set(key, [...(byName.get(key) ?? []), one]);
  };
  for (const one of known) addName(one);
  const [made, changed] = [new Set<Known>(), new Set<Known>()];

  function findByName({ name, parentId, accountId, objectId }: NamedAd): Known | null {
    if (name === null) return null;
    const named = (byName.get(nameIn(parentId, toNameKey(name))) ?? []).filter(
      (one) => mayBeSame(one.accountId, accountId) && (objectId === null || one.objectId === null),
    );
    const exact = named.filter((one) => one.accountId === accountId);
    if (named.length === 1 || exact.length === 1)
      return named.length === 1 ? (named[0] ?? null) : (exact[0] ?? null);
    return null;
  }

  function learn(one: Known, { name, objectId, accountId, parentId }: NamedAd): void {
    const next = {
      ...(one.accountId === "" && accountId !== "" ? { accountId } : {}),
      ...(objectId !== null && one.objectId === null ? { objectId, objectKey: objectId } : {}),
      ...(objectId !== null && one.parentId !== parentId ? { parentId } : {}),
      ...(name !== null && one.name !== name.slice(0, AD_NAME_MAX)
        ? { name: name.slice(0, AD_NAME_MAX), nameKey: toNameKey(name) }
        : {}),
    };
    if (Object.keys(next).length === 0) return;
    Object.assign(one, next);
    byKey.set(one.objectKey, one);
    addName(one);
    if (!made.has(one)) changed.add(one);
  }

  function make(ad: NamedAd): Known {
    const { accountId, parentId, objectId } = ad;
    const name = (ad.name ?? objectId ?? "").slice(0, AD_NAME_MAX);
    const one = {
      ...{ id: newId(), accountId, parentId, objectId, objectKey: toObjectKey(ad) },
      ...{ name, nameKey: toNameKey(name) },
    };
    byKey.set(one.objectKey, one);
    addName(one);
    made.add(one);
    return one;
  }

  return {
    made,
    changed,
    take(ad: NamedAd): string {
      const one =
        (ad.objectId === null ? null : byKey.get(ad.objectId)) ??
        findByName(ad) ??
        byKey.get(toObjectKey(ad)) ??
        make(ad);
      learn(one, ad);
      return one.id;
    },
  };
}
