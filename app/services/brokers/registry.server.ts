import { createBitget } from "./bitget/index.server.ts";
import { bitgetVariables } from "./bitget/variables.server.ts";
import type { BrokerApi } from "./broker-api.ts";
import { createBybit } from "./bybit/index.server.ts";
import { bybitVariables } from "./bybit/variables.server.ts";
import { createExness } from "./exness/index.server.ts";
import { exnessVariables } from "./exness/variables.server.ts";

const apis: BrokerApi[] = [
  createBybit(bybitVariables),
  createBitget(bitgetVariables),
  createExness(exnessVariables),
];

/** The APIs of brokers, in the order in which they are offered. */
export const listBrokerApis = (): readonly BrokerApi[] => apis;

/** The broker's name, or the id of a kind that is no longer supported. */
export const brokerApiName = (kind: string): string =>
  apis.find(({ id }) => id === kind)?.describe().name ?? kind;

/** @throws {Error} for a kind without a folder */
export function getBrokerApi(kind: string): BrokerApi {
  const api = apis.find(({ id }) => id === kind);
  if (!api) throw new Error(`There is no API of ${kind}.`);
  return api;
}
