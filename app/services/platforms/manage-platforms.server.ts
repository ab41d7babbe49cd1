import { type Transaction, UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { Conflict, Invalid, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { sha256 } from "#app/lib/random.server.ts";
import {
  CommissionTier,
  OptInForm,
  OptInFormPlatform,
  Platform,
  Submission,
  User,
} from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { PlatformChange, PlatformInput } from "#app/schemas/platforms.ts";
import { PLATFORM_NAME_MAX, PLATFORMS_MAX } from "#app/schemas/shared/limits.ts";
import type { TierInput } from "#app/schemas/tiers.ts";
import { invalidateLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { getPlatform } from "./list-platforms.server.ts";
import { tiersVersion } from "./tiers-version.server.ts";

type One = { ownerId: string; platformId: string };

/**
 * Creates a platform at the end of the order. The first one becomes the default.
 * @throws {Conflict} `name_taken`, `too_many_platforms`
 */
export function createPlatform({
  ownerId,
  input,
}: {
  ownerId: string;
  input: PlatformInput;
}): Promise<Platform> {
  return changePlatforms(ownerId, async (platforms, transaction) => {
    if (platforms.length >= PLATFORMS_MAX)
      throw new Conflict("too_many_platforms", messages.platforms.tooMany);
    const now = new Date();
    const platform = await Platform.create(
      {
        userId: ownerId,
        name: input.name,
        nameKey: toNameKey(input.name),
        icon: input.icon,
        isActive: true,
        isDefault: platforms.length === 0 ? true : null,
        position: Math.max(-1, ...platforms.map(({ position }) => position)) + 1,
        createdAt: now,
        updatedAt: now,
      },
      { transaction },
    );
    await writeTiers(platform.id, input.commissionTiers ?? [], transaction);
    return getPlatform({ ownerId, platformId: platform.id, transaction });
  });
}

/** Changes a platform's name or icon. @throws {NotFound} @throws {Conflict} `name_taken` */
export function updatePlatform({
  ownerId,
  platformId,
  input: { name, icon },
}: One & { input: PlatformChange }): Promise<Platform> {
  return changePlatforms(ownerId, async (platforms, transaction) => {
    await findOwn(platforms, platformId).update(
      {
        ...(name === undefined ? {} : { name, nameKey: toNameKey(name) }),
        ...(icon === undefined ? {} : { icon }),
        updatedAt: new Date(),
      },
      { transaction },
    );
    return getPlatform({ ownerId, platformId, transaction });
  });
}

/**
 * Replaces all tiers of a platform. Existing commissions do not change.
 * @param seen the version of the tiers that were edited; without it any version is replaced
 * @throws {NotFound}
 * @throws {Conflict} `changed_meanwhile`: the saved tiers have another version
 */
export function replaceTiers({
  ownerId,
  platformId,
  tiers,
  seen,
}: One & { tiers: TierInput[]; seen?: string }): Promise<Platform> {
  return changePlatforms(ownerId, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    if (seen !== undefined) {
      const { commissionTiers = [] } = await getPlatform({ ownerId, platformId, transaction });
      if (tiersVersion(commissionTiers) !== seen)
        throw new Conflict("changed_meanwhile", messages.platforms.tiersChanged);
    }
    await writeTiers(platform.id, tiers, transaction);
    await platform.update({ updatedAt: new Date() }, { transaction });
    return getPlatform({ ownerId, platformId, transaction });
  });
}

/**
 * Activates or deactivates a platform. An inactive one appears on no form.
 * @throws {NotFound}
 * @throws {Conflict} `default_platform`: the default stays active
 */
export function setPlatformStatus({
  ownerId,
  platformId,
  isActive,
}: One & { isActive: boolean }): Promise<Platform> {
  return changePlatforms(ownerId, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    if (platform.isDefault && !isActive)
      throw new Conflict("default_platform", messages.platforms.defaultStays);
    await platform.update({ isActive, updatedAt: new Date() }, { transaction });
    return getPlatform({ ownerId, platformId, transaction });
  });
}

/** Makes a platform the default and activates it. @throws {NotFound} */
export function setDefaultPlatform({ ownerId, platformId }: One): Promise<void> {
  return changePlatforms(ownerId, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    await moveDefault(ownerId, platform, transaction);
  });
}

/** Sets the order of all platforms. @throws {Invalid} unless each id is named once */
export function reorderPlatforms({
  ownerId,
  orderedIds,
}: {
  ownerId: string;
  orderedIds: string[];
}): Promise<void> {
  return changePlatforms(ownerId, async (platforms, transaction) => {
    const known = new Set(platforms.map(({ id }) => id));
    const named = new Set(orderedIds);
    const isWhole =
      orderedIds.length === known.size &&
      named.size === known.size &&
      [...named].every((id) => known.has(id));
    if (!isWhole) throw new Invalid([{ field: "orderedIds", message: messages.platforms.orderShape }]);
    const place = (id: string) => orderedIds.indexOf(id);
    await savePositions(
      platforms.toSorted((a, b) => place(a.id) - place(b.id)),
      transaction,
    );
  });
}

/** Moves a platform one place up or down, within the list. @throws {NotFound} */
export function movePlatform({ ownerId, platformId, by }: One & { by: -1 | 1 }): Promise<void> {
  return changePlatforms(ownerId, async (platforms, transaction) => {
    const from = platforms.indexOf(findOwn(platforms, platformId));
    const to = Math.min(Math.max(from + by, 0), platforms.length - 1);
    await savePositions(
      platforms.toSpliced(from, 1).toSpliced(to, 0, platforms[from] as Platform),
      transaction,
    );
  });
}

/**
 * Deletes a platform, or archives it if it has submissions, which keep its name. If it was the default,
 * the next active one becomes the default; without one the next is activated.
 * @throws {NotFound}
 */
export function deletePlatform({ ownerId, platformId }: One): Promise<{ isArchived: boolean }> {
  return changePlatforms(ownerId, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    const heir = platform.isDefault ? nextDefault(platforms, platform) : undefined;
    const hasSubmissions =
      (await Submission.findOne({ where: { platformId }, attributes: ["id"], transaction })) !== null;
    const now = new Date();
    if (hasSubmissions) {
      await platform.update(
        { archivedAt: now, nameKey: null, isDefault: null, isActive: false, updatedAt: now },
        { transaction },
      );
      await OptInFormPlatform.destroy({ where: { platformId }, transaction });
    } else await platform.destroy({ transaction });
    if (heir) await moveDefault(ownerId, heir, transaction);
    return { isArchived: hasSubmissions };
  });
}

/** Those that change an owner's platforms at the same moment wait for each other at the owner's row; the unique keys hold what must hold. */
async function changePlatforms<T>(
  ownerId: string,
  work: (platforms: Platform[], transaction: Transaction) => Promise<T>,
): Promise<T> {
  try {
    const result = await inTransaction(async (transaction) => {
      await User.findByPk(ownerId, { attributes: ["id"], lock: true, transaction, rejectOnEmpty: true });
      const platforms = await Platform.findAll({
        where: { userId: ownerId, archivedAt: null },
        order: [
          ["position", "ASC"],
          ["id", "ASC"],
        ],
        transaction,
      });
      return work(platforms, transaction);
    });
    await invalidateForms(ownerId);
    return result;
  } catch (error) {
    if (error instanceof UniqueConstraintError && /name/i.test(constraintOf(error)))
      throw new Conflict("name_taken", messages.platforms.nameTaken, "name");
    throw error;
  }
}

/** MySQL's error names the key, SQLite's the columns. */
function constraintOf(error: UniqueConstraintError): string {
  return [error.parent.message, ...Object.keys(error.fields)].join(" ");
}

async function invalidateForms(ownerId: string): Promise<void> {
  const forms = await OptInForm.findAll({
    where: { userId: ownerId, deletedAt: null },
    attributes: ["slug"],
  });
  for (const { slug } of forms) invalidateLiveForm(slug);
}

function findOwn(platforms: Platform[], platformId: string): Platform {
  const platform = isId(platformId) && platforms.find(({ id }) => id === platformId);
  if (!platform) throw new NotFound("Platform");
  return platform;
}

/** Names with the same key look alike: case, width, blanks and invisible characters do not count. */
function toNameKey(name: string): string {
  const key = name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/\s+/gu, " ")
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ");
  // NFKC can turn one character into eighteen.
  return key.length > PLATFORM_NAME_MAX ? sha256(key).slice(0, PLATFORM_NAME_MAX) : key;
}

/** The next default after a deletion: the next active platform, otherwise the next one. */
export function nextDefault(platforms: Platform[], leaving: Platform): Platform | undefined {
  const at = platforms.indexOf(leaving);
  const following = [...platforms.slice(at + 1), ...platforms.slice(0, at)];
  return following.find(({ isActive }) => isActive) ?? following[0];
}

async function savePositions(platforms: Platform[], transaction: Transaction): Promise<void> {
  const updatedAt = new Date();
  for (const [position, platform] of platforms.entries())
    if (position !== platform.position) await platform.update({ position, updatedAt }, { transaction });
}

/** Clears the old default first, because the unique key allows only one. */
async function moveDefault(ownerId: string, to: Platform, transaction: Transaction): Promise<void> {
  const now = new Date();
  await Platform.update(
    { isDefault: null, updatedAt: now },
    { where: { userId: ownerId, isDefault: true }, transaction },
  );
  await Platform.update(
    { isDefault: true, isActive: true, updatedAt: now },
    { where: { id: to.id }, transaction },
  );
}

async function writeTiers(platformId: string, tiers: TierInput[], transaction: Transaction): Promise<void> {
  const earlier = await CommissionTier.findAll({ where: { platformId }, attributes: ["id"], transaction });
  const own = new Set(earlier.map(({ id }) => id));
  await CommissionTier.destroy({ where: { platformId }, transaction });
  await CommissionTier.bulkCreate(
    tiers.map(({ id, ...tier }, position) => {
      // A tier keeps its id; unknown, foreign and repeated ids are replaced.
      const isKept = id !== undefined && own.delete(id);
      return { ...tier, ...(isKept ? { id } : {}), platformId, position };
    }),
    { transaction },
  );
}
