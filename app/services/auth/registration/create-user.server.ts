import type { CreationAttributes, Transaction } from "sequelize";
import type { UserRole } from "#app/lib/domain.ts";
import { normalizeEmail, toEmailKey } from "#app/lib/email-address.ts";
import { newId } from "#app/lib/ids.ts";
import { User, Workspace, WorkspaceMember } from "#app/models/index.server.ts";

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

type Rows = {
  user: CreationAttributes<User> & { id: string };
  workspace: CreationAttributes<Workspace> & { id: string };
};

export type NewAccount = { user: User; workspace: Workspace };

/** The rows of a new account and its workspace, with their defaults. */
export function accountRows({
  email,
  username,
  name,
  passwordHash,
  emailVerifiedAt = null,
  role = "user",
  timeZone = "UTC",
  currency = "EUR",
}: NewUser): Rows {
  const now = new Date();
  const dates = { createdAt: now, updatedAt: now };
  return {
    user: {
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
      phoneNumber: null,
      address: null,
      notificationPreferences: null,
      theme: "dark",
      ...dates,
    },
    workspace: {
      id: newId(),
      name,
      timeZone,
      currency,
      region: null,
      subscriptionStatus: "active",
      subscriptionPlan: "free",
      subscriptionEndsAt: null,
      ...dates,
    },
  };
}

/** Creates an account as the owner of a workspace of its own. */
export async function createUser(rows: Rows, transaction: Transaction): Promise<NewAccount> {
  const user = await User.create(rows.user, { transaction });
  const workspace = await Workspace.create(rows.workspace, { transaction });
  await WorkspaceMember.create(
    { workspaceId: workspace.id, userId: user.id, role: "owner", createdAt: user.createdAt },
    { transaction },
  );
  return { user, workspace };
}
