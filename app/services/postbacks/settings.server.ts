import type { EvidenceKind } from "#app/lib/evidence.ts";
import type { PostbackField } from "#app/lib/postbacks.ts";
import type { PostbackAddress } from "#app/models/postback-address.server.ts";
import { toPlainKinds } from "./postback-kinds.ts";
import type { PostbackReading } from "./read-postback.ts";

export const readFields = ({ fields }: PostbackAddress): PostbackField[] => JSON.parse(fields);
export const readKinds = ({ kinds }: PostbackAddress): Record<string, EvidenceKind> => JSON.parse(kinds);
export const readIps = ({ ips }: PostbackAddress): string[] => JSON.parse(ips);

/** How the calls of an address are read. */
export const toReading = (address: PostbackAddress): PostbackReading => ({
  fields: readFields(address),
  amountIn: address.amountIn,
  currency: address.currency,
  timeZone: address.timeZone,
  dateOrder: address.dateOrder,
  kinds: toPlainKinds(readKinds(address)),
});
