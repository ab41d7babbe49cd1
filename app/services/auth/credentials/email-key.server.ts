import { domainToASCII } from "node:url";
import type { CreationAttributes } from "sequelize";
import type { UserRole } from "#app/lib/domain.ts";
import { newId } from "#app/lib/ids.ts";
import type { User } from "#app/models/index.server.ts";
import { EMAIL_MAX } from "#app/schemas/shared/limits.ts";

type NewUser = {
  email: string;
  username: string;
  name: string;
  /** Null for an account that signs in by a provider only. */
  passwordHash: string | null;
  emailVerifiedAt?: Date | null;
  role?: UserRole;
  timeZone?: string;
  currency?: string;
};

/** How an address or a username is looked up, counted and kept unique: an address by its mailbox, however its domain is spelt. */
export function toLookupKey(text: string): string {
  const key = text.trim().normalize("NFC").toLowerCase();
  const at = key.lastIndexOf("@");
  if (at === -1) return key;
  // Full-width letters and other scripts have an ASCII form. Empty where it is no domain.
  const domain = domainToASCII(key.slice(at + 1)).replace(/\.$/, "");
  const byMailbox = key.slice(0, at + 1) + domain;
  return domain === "" || byMailbox.length > EMAIL_MAX ? key : byMailbox;
}

/** Usernames are ASCII: MySQL refuses to compare anything else with theirs. */
const ASCII = /^[\x21-\x7e]+$/;

/** Whether a key can be a username's at all. */
export const isUsernameKey = (key: string): boolean => ASCII.test(key);

/** The row of a new account, with what every account begins with. */
export function createUser({
  email,
  username,
  name,
  passwordHash,
  emailVerifiedAt = null,
  role = "user",
  timeZone = "UTC",
  currency = "EUR",
}: NewUser): CreationAttributes<User> & { id: string } {
  const now = new Date();
  return {
    id: newId(),
    email: email.trim().normalize("NFC"),
    emailKey: toLookupKey(email),
    emailVerifiedAt,
    username,
    usernameKey: toLookupKey(username),
    name,
    passwordHash,
    role,
    isActive: true,
    subscriptionStatus: "active",
    subscriptionPlan: "free",
    subscriptionEndsAt: null,
    phoneNumber: null,
    address: null,
    notificationPreferences: null,
    currency,
    timeZone,
    theme: "dark",
    createdAt: now,
    updatedAt: now,
  };
}
