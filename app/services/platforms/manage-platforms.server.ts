import { type AccountNumber, USUAL_ACCOUNT_NUMBER } from "#app/lib/account-number.ts";
import type { Money } from "#app/lib/commission.ts";
import { Conflict } from "#app/lib/errors.ts";
import { Platform } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { PlatformChange, PlatformInput } from "#app/schemas/platforms.ts";
import { PLATFORMS_MAX } from "#app/schemas/shared/limits.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { changePlatforms, findOwn, type PlatformArguments } from "./change-platforms.server.ts";
import { joinForm } from "./form-platforms.server.ts";
import { getPlatform } from "./list-platforms.server.ts";
import { toPlatformNameKey } from "./platform-name-key.server.ts";
import { writeTiers } from "./replace-tiers.server.ts";
import { settingsVersion } from "./settings-version.server.ts";

/**
 * Creates a platform at the end of the order, and on the form. The first one becomes the default.
 * @throws {Conflict} `name_taken`, `too_many_platforms`
 */
export function createPlatform({
  access,
  input,
}: {
  access: Access;
  input: PlatformInput;
}): Promise<Platform> {
  const { workspaceId } = access;
  return changePlatforms(access, async (platforms, transaction) => {
    if (platforms.length >= PLATFORMS_MAX)
      throw new Conflict("too_many_platforms", messages.platforms.tooMany);
    const now = new Date();
    const platform = await Platform.create(
      {
        workspaceId,
        name: input.name,
        nameKey: toPlatformNameKey(input.name),
        icon: input.icon,
        isActive: true,
        isDefault: platforms.length === 0 ? true : null,
        position: Math.max(-1, ...platforms.map(({ position }) => position)) + 1,
        ...toLimitColumns(input.amountLimit ?? null),
        countsCoins: input.countsCoins ?? false,
        ...toAccountColumns(input.accountNumber ?? USUAL_ACCOUNT_NUMBER),
        createdAt: now,
        updatedAt: now,
      },
      { transaction },
    );
    await writeTiers(platform, input.commissionTiers ?? [], transaction);
    await joinForm(platform, [...platforms, platform], transaction);
    return getPlatform({ workspaceId, platformId: platform.id, transaction });
  });
}

/**
 * Changes a platform's name, icon, limit, coins or account number.
 * @param seen the version of the settings that were edited; without it any version is replaced
 * @throws {NotFound}
 * @throws {Conflict} `name_taken`; `changed_meanwhile`: the saved settings have another version
 */
export function updatePlatform({
  access,
  platformId,
  input: { name, icon, amountLimit, countsCoins, accountNumber },
  seen,
}: PlatformArguments & { input: PlatformChange; seen?: string }): Promise<Platform> {
  const { workspaceId } = access;
  return changePlatforms(access, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    if (seen !== undefined && settingsVersion(platform) !== seen)
      throw new Conflict("changed_meanwhile", messages.platforms.settingsChanged);
    await platform.update(
      {
        ...(name === undefined ? {} : { name, nameKey: toPlatformNameKey(name) }),
        ...(icon === undefined ? {} : { icon }),
        ...(amountLimit === undefined ? {} : toLimitColumns(amountLimit)),
        ...(countsCoins === undefined ? {} : { countsCoins }),
        ...(accountNumber === undefined ? {} : toAccountColumns(accountNumber)),
        updatedAt: new Date(),
      },
      { transaction },
    );
    return getPlatform({ workspaceId, platformId, transaction });
  });
}

const toLimitColumns = (limit: Money | null) => ({
  amountLimit: limit?.amount ?? null,
  amountLimitCurrency: limit?.currency ?? null,
});

const toAccountColumns = ({ field, name, example }: AccountNumber) => ({
  accountField: field,
  accountName: name,
  accountExample: example,
});

/**
 * Activates or deactivates a platform. An inactive one appears on no form.
 * @throws {NotFound}
 * @throws {Conflict} `default_platform`: the default stays active
 */
export function setPlatformStatus({
  access,
  platformId,
  isActive,
}: PlatformArguments & { isActive: boolean }): Promise<Platform> {
  const { workspaceId } = access;
  return changePlatforms(access, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    if (platform.isDefault && !isActive)
      throw new Conflict("default_platform", messages.platforms.defaultStays);
    await platform.update({ isActive, updatedAt: new Date() }, { transaction });
    return getPlatform({ workspaceId, platformId, transaction });
  });
}
