import type { User } from "#app/models/user.server.ts";
import type { Workspace } from "#app/models/workspace.server.ts";
import type { UserResponse } from "#app/schemas/accounts.ts";
import { readNotificationPreferences } from "#app/schemas/notifications.ts";
import { readAddress } from "#app/schemas/profile.ts";

/**
 * An account for itself, without hashes. Plan, currency, time zone and region are those of the workspace it works
 * in.
 */
export function presentUser(user: User, workspace: Workspace): UserResponse {
  return {
    _id: user.id,
    username: user.username,
    email: user.email,
    name: user.name,
    role: user.role,
    subscription: {
      status: workspace.subscriptionStatus,
      plan: workspace.subscriptionPlan,
      currentPeriodEnd: workspace.subscriptionEndsAt?.toISOString() ?? null,
    },
    isActive: user.isActive,
    isEmailVerified: user.emailVerifiedAt !== null,
    phoneNumber: user.phoneNumber,
    address: readAddress(user.address),
    notificationPreferences: readNotificationPreferences(user.notificationPreferences),
    preferences: {
      currency: workspace.currency,
      timezone: workspace.timeZone,
      region: workspace.region,
      theme: user.theme,
    },
    createdAt: user.createdAt.toISOString(),
  };
}
