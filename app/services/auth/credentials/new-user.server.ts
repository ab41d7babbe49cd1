import type { CreationAttributes } from "sequelize";
import type { UserRole } from "#app/lib/domain.ts";
import { normalizeEmail, toEmailKey } from "#app/lib/email-address.ts";
import { newId } from "#app/lib/ids.ts";
import type { User } from "#app/models/index.server.ts";

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

/** Usernames are ASCII: MySQL refuses to compare anything else with theirs. */
const ASCII = /^[\x21-\x7e]+$/;

/** Whether a lookup key can be a username's. */
export const isUsernameKey = (key: string): boolean => ASCII.test(key);

/** The row of a new account. */
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
    email: normalizeEmail(email),
    emailKey: toEmailKey(email),
    emailVerifiedAt,
    username,
    usernameKey: toEmailKey(username),
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
