import { metaVariables } from "#app/services/ad-platforms/meta/variables.server.ts";
import { createMetaSpend } from "./meta/meta-spend.server.ts";
import type { SpendReader } from "./spend-reader.ts";

const readers: SpendReader[] = [createMetaSpend(metaVariables)];

/** Reads the spend of an ad platform's accounts; null where spend comes by file only. */
export const findSpendReader = (adPlatform: string): SpendReader | null =>
  readers.find((reader) => reader.adPlatform === adPlatform) ?? null;
