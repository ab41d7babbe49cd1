import { id, string, stringOrNull, table, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import type { AffiliateSystem } from "#app/lib/affiliate-systems.ts";
import type { PostbackAnswer, PostbackSecretKind } from "#app/lib/postbacks.ts";

/** Where a broker calls back, and how its calls are read. Unique is the broker. */
export class PostbackAddress extends table("postbackAddresses", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  tokenHash: string(),
  /** Sealed: its owner is shown the address again. */
  token: string(),
  /** The token before, while it is still taken. */
  previousHash: stringOrNull(),
  previousUntil: timestampOrNull(),
  /** When somebody left who may know the address; null once it is another one. */
  memberLeftAt: timestampOrNull(),
  secretKind: string<PostbackSecretKind>(),
  /** The parameter or header that has it. */
  secretName: stringOrNull(),
  /** Sealed. */
  secret: stringOrNull(),
  /** Addresses and networks that may call, as JSON; all where it is empty. */
  ips: string(),
  /** Since when a call proves itself by a secret or its address; null while anybody who knows the URL may call. */
  securedAt: timestampOrNull(),
  system: string<AffiliateSystem>(),
  answer: string<PostbackAnswer>(),
  /** What its parameters mean, as JSON. */
  fields: string(),
  amountIn: string<"units" | "cents">(),
  currency: stringOrNull(),
  timeZone: stringOrNull(),
  dateOrder: string<"day-first" | "month-first">(),
  /** What the broker's words for kinds mean, as JSON. */
  kinds: string(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}) {}
