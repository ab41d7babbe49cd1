import { config } from "#app/env.server.ts";
import { createMeta } from "#app/services/ad-platforms/meta/index.server.ts";
import type { AdPlatform, AdPlatformId } from "./ad-platform.ts";

/** Every ad platform the product sends to, as configured. */
export const adPlatforms: Record<AdPlatformId, AdPlatform> = {
  meta: createMeta({ graphUrl: config.metaGraphUrl, version: config.metaGraphVersion }),
};

export function getAdPlatform(id: AdPlatformId): AdPlatform {
  return adPlatforms[id];
}
