import { createGoogle } from "#app/services/ad-platforms/google/index.server.ts";
import { createMeta } from "#app/services/ad-platforms/meta/index.server.ts";
import { createSnapchat } from "#app/services/ad-platforms/snapchat/index.server.ts";
import { createTikTok } from "#app/services/ad-platforms/tiktok/index.server.ts";
import type { AdPlatform } from "./ad-platform.ts";
import { googleVariables } from "./google/variables.server.ts";
import { metaVariables } from "./meta/variables.server.ts";
import { snapchatVariables } from "./snapchat/variables.server.ts";
import { tiktokVariables } from "./tiktok/variables.server.ts";

/** Ad platforms by id. The first one decides a submission's event status if it has a delivery there. */
export function createRegistry([primary, ...others]: [AdPlatform, ...AdPlatform[]]) {
  const byId = new Map<string, AdPlatform>();
  const registry = {
    primary,
    all: () => [...byId.values()],
    register(platform: AdPlatform): void {
      if (byId.has(platform.id)) throw new Error(`Two ad platforms have the id ${platform.id}.`);
      byId.set(platform.id, platform);
    },
    /** @throws {Error} for an id that is not registered */
    get(id: string): AdPlatform {
      const platform = byId.get(id);
      if (!platform) throw new Error(`There is no ad platform ${id}.`);
      return platform;
    },
  };
  for (const platform of [primary, ...others]) registry.register(platform);
  return registry;
}

export const adPlatforms = createRegistry([
  createMeta(metaVariables),
  createTikTok(tiktokVariables),
  createSnapchat(snapchatVariables),
  createGoogle(googleVariables),
]);

/** The primary platform with its default settings. */
export const describePrimary = () =>
  adPlatforms.primary.describe(adPlatforms.primary.settingsSchema.parse({}));

export const adPlatformName = (id: string): string => adPlatforms.get(id).name;
