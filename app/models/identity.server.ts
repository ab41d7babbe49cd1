import { id, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";
import type { SignInProviderId } from "#app/lib/domain.ts";

/** An account at a sign-in provider, named by issuer and subject: its address may change hands. */
export class Identity extends table("identities", {
  id: id(),
  userId: string(),
  provider: string<SignInProviderId>(),
  issuer: string(),
  subject: string(),
  /** The address that the provider named, for its owner to recognise it by. */
  email: stringOrNull(),
  createdAt: timestamp(),
  lastUsedAt: timestamp(),
}) {}
