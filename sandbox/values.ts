import { createHash } from "node:crypto";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { isText } from "./fields.ts";

/** Those of ISO 4217 but the two that stand for none and for a test. */
const CURRENCIES = new Set(
  Intl.supportedValuesOf("currency").filter((code) => code !== "XXX" && code !== "XTS"),
);
export const isCurrency = (value: unknown) => isText(value) && CURRENCIES.has(value.toUpperCase());

export const isPlainIp = (value: unknown) => typeof value === "string" && isIP(value) !== 0;
/** Whether a plain address is one that a visitor can have on the internet. */
export const isPublicIp = (value: string) => ipaddr.process(value).range() === "unicast";

/** In seconds, a time has ten or eleven digits for the next three thousand years. */
export const isInSeconds = (time: number) => time < 1e11;

export const isWebAddress = (value: unknown) =>
  typeof value === "string" && /^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : "");

const hashOfNothing = createHash("sha256").update("").digest("hex");
/** Whether a value is the hash of an empty text, which is nobody's. */
export const isHashOfNothing = (value: unknown) => value === hashOfNothing;
