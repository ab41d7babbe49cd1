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
  Workspace,
} from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { PlatformChange, PlatformInput } from "#app/schemas/platforms.ts";
import { PLATFORM_NAME_MAX, PLATFORMS_MAX } from "#app/schemas/shared/limits.ts";
import type { TierInput } from "#app/schemas/tiers.ts";
import { invalidateLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { getPlatform } from "./list-platforms.server.ts";
import { tiersVersion } from "./tiers-version.server.ts";

type One = { workspaceId: string; platformId: string };

/**
 * Creates a platform at the end of the order. The first one becomes the default.
 * @throws {Conflict} `name_taken`, `too_many_platforms`
 */
export function createPlatform({
  workspaceId,
  input,
}: {
  workspaceId: string;
  input: PlatformInput;
}): Promise<Platform> {
  return changePlatforms(workspaceId, async (platforms, transaction) => {
    if (platforms.length >= PLATFORMS_MAX)
      throw new Conflict("too_many_platforms", messages.platforms.tooMany);
    const now = new Date();
    const platform = await Platform.create(
      {
        workspaceId,
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
    await writeTiers(platform, input.commissionTiers ?? [], transaction);
    return getPlatform({ workspaceId, platformId: platform.id, transaction });
  });
}

/** Changes a platform's name or icon. @throws {NotFound} @throws {Conflict} `name_taken` */
export function updatePlatform({
  workspaceId,
  platformId,
  input: { name, icon },
}: One & { input: PlatformChange }): Promise<Platform> {
  return changePlatforms(workspaceId, async (platforms, transaction) => {
    await findOwn(platforms, platformId).update(
      {
        ...(name === undefined ? {} : { name, nameKey: toNameKey(name) }),
        ...(icon === undefined ? {} : { icon }),
        updatedAt: new Date(),
      },
      { transaction },
    );
    return getPlatform({ workspaceId, platformId, transaction });
  });
}

/**
 * Replaces all tiers of a platform. Existing commissions do not change.
 * @param seen the version of the tiers that were edited; without it any version is replaced
 * @throws {NotFound}
 * @throws {Conflict} `changed_meanwhile`: the saved tiers have another version
 */
export function replaceTiers({
  workspaceId,
  platformId,
  tiers,
  seen,
}: One & { tiers: TierInput[]; seen?: string }): Promise<Platform> {
  return changePlatforms(workspaceId, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    if (seen !== undefined) {
      const { commissionTiers = [] } = await getPlatform({ workspaceId, platformId, transaction });
      if (tiersVersion(commissionTiers) !== seen)
        throw new Conflict("changed_meanwhile", messages.platforms.tiersChanged);
    }
    await writeTiers(platform, tiers, transaction);
    await platform.update({ updatedAt: new Date() }, { transaction });
    return getPlatform({ workspaceId, platformId, transaction });
  });
}

/**
 * Activates or deactivates a platform. An inactive one appears on no form.
 * @throws {NotFound}
 * @throws {Conflict} `default_platform`: the default stays active
 */
export function setPlatformStatus({
  workspaceId,
  platformId,
  isActive,
}: One & { isActive: boolean }): Promise<Platform> {
  return changePlatforms(workspaceId, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    if (platform.isDefault && !isActive)
      throw new Conflict("default_platform", messages.platforms.defaultStays);
    await platform.update({ isActive, updatedAt: new Date() }, { transaction });
    return getPlatform({ workspaceId, platformId, transaction });
  });
}

/** Makes a platform the default and activates it. @throws {NotFound} */
export function setDefaultPlatform({ workspaceId, platformId }: One): Promise<void> {
  return changePlatforms(workspaceId, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    await moveDefault(workspaceId, platform, transaction);
  });
}

/** Sets the order of all platforms. @throws {Invalid} unless each id is named once */
export function reorderPlatforms({
  workspaceId,
  orderedIds,
}: {
  workspaceId: string;
  orderedIds: string[];
}): Promise<void> {
  return changePlatforms(workspaceId, async (platforms, transaction) => {
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
export function movePlatform({ workspaceId, platformId, by }: One & { by: -1 | 1 }): Promise<void> {
  return changePlatforms(workspaceId, async (platforms, transaction) => {
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
export function deletePlatform({ workspaceId, platformId }: One): Promise<{ isArchived: boolean }> {
  return changePlatforms(workspaceId, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    const heir = platform.isDefault ? nextDefault(platforms, platform) : undefined;
    const hasSubmissions =
      (await Submission.findOne({ where: { workspaceId, platformId }, attributes: ["id"], transaction })) !==
      null;
    const now = new Date();
    if (hasSubmissions) {
      await platform.update(
        { archivedAt: now, nameKey: null, isDefault: null, isActive: false, updatedAt: now },
        { transaction },
      );
      await OptInFormPlatform.destroy({ where: { platformId }, transaction });
    } else await platform.destroy({ transaction });
    if (heir) await moveDefault(workspaceId, heir, transaction);
    return { isArchived: hasSubmissions };
  });
}

/** Locks the workspace, so that its platforms change one request at a time. */
async function changePlatforms<T>(
  workspaceId: string,
  work: (platforms: Platform[], transaction: Transaction) => Promise<T>,
): Promise<T> {
  try {
    const result = await inTransaction(async (transaction) => {
      await Workspace.findByPk(workspaceId, {
        attributes: ["id"],
        lock: true,
        transaction,
        rejectOnEmpty: true,
      });
      const platforms = await Platform.findAll({
        where: { workspaceId, archivedAt: null },
        order: [
          ["position", "ASC"],
          ["id", "ASC"],
        ],
        transaction,
      });
      return work(platforms, transaction);
    });
    await invalidateForms(workspaceId);
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

async function invalidateForms(workspaceId: string): Promise<void> {
  const forms = await OptInForm.findAll({
    where: { workspaceId, deletedAt: null },
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
async function moveDefault(workspaceId: string, to: Platform, transaction: Transaction): Promise<void> {
  const now = new Date();
  await Platform.update(
    { isDefault: null, updatedAt: now },
    { where: { workspaceId, isDefault: true }, transaction },
  );
  await Platform.update(
    { isDefault: true, isActive: true, updatedAt: now },
    { where: { id: to.id, workspaceId }, transaction },
  );
}

async function writeTiers(
  { workspaceId, id: platformId }: Platform,
  tiers: TierInput[],
  transaction: Transaction,
): Promise<void> {
  const where = { workspaceId, platformId };
  const earlier = await CommissionTier.findAll({ where, attributes: ["id"], transaction });
  const own = new Set(earlier.map(({ id }) => id));
  await CommissionTier.destroy({ where, transaction });
  await CommissionTier.bulkCreate(
    tiers.map(({ id, ...tier }, position) => {
      // A tier keeps its id; unknown, foreign and repeated ids are replaced.
      const isKept = id !== undefined && own.delete(id);
      return { ...tier, ...(isKept ? { id } : {}), ...where, position };
    }),
    { transaction },
  );
}
