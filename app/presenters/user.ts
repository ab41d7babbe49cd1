import type { User } from "#app/models/user.server.ts";
import type { UserResponse } from "#app/schemas/accounts.ts";
import { readAddress, readNotificationPreferences } from "#app/schemas/profile.ts";

/** An account for its owner, without hashes. */
export function presentUser(user: User): UserResponse {
  return {
    _id: user.id,
    username: user.username,
    email: user.email,
    name: user.name,
    role: user.role,
    subscription: {
      status: user.subscriptionStatus,
      plan: user.subscriptionPlan,
      currentPeriodEnd: user.subscriptionEndsAt?.toISOString() ?? null,
    },
    isActive: user.isActive,
    isEmailVerified: user.emailVerifiedAt !== null,
    phoneNumber: user.phoneNumber,
    address: readAddress(user.address),
    notificationPreferences: readNotificationPreferences(user.notificationPreferences),
    preferences: { currency: user.currency, timezone: user.timeZone, theme: user.theme },
    createdAt: user.createdAt.toISOString(),
  };
}
