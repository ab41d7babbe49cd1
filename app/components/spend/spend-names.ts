import { ADVERTISED_PLATFORMS } from "#app/lib/ad-platforms.ts";

/** "Meta" for `meta`; a name that is unknown stays as it is. */
export const nameAdPlatform = (id: string): string =>
  ADVERTISED_PLATFORMS.find(({ name }) => name.toLowerCase().split(" ")[0] === id)?.name ?? id;
