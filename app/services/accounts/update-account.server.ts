import { UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { Conflict, Forbidden } from "#app/lib/errors.ts";
import { mapValues } from "#app/lib/objects.ts";
import { User, type Workspace } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  type NotificationPreferences,
  type NotificationsInput,
  readNotificationPreferences,
} from "#app/schemas/notifications.ts";
import { type AddressInput, type ProfileInput, readAddress } from "#app/schemas/profile.ts";
import { revokeTokens } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { sendEmailChangeRequestedEmail } from "#app/services/auth/registration/account-emails.server.ts";
import { assertUsernameFree } from "#app/services/auth/registration/decoy-registrations.server.ts";
import { requestEmailChange } from "#app/services/auth/registration/email-change.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { updateWorkspace } from "#app/services/workspaces/update-workspace.server.ts";

type ProfileChange = {
  access: Access;
  workspace: Workspace;
  userId: string;
  input: ProfileInput;
  /** Whether the last authentication is recent enough to change the email. */
  isProven: boolean;
};

/** Whether an address differs from the account's, ignoring case. */
export function changesEmail({ user, email }: { user: User; email: string }): boolean {
  return toEmailKey(email) !== user.emailKey;
}

/**
 * Changes only what was sent. A new email counts once its link is used; if it belongs to another account,
 * only that owner is told. Only an owner changes currency and time zone.
 * @returns the account with its workspace, and whether a new email waits for confirmation
 * @throws {Conflict} `username_taken` · {Forbidden} `reauthentication_required`, `role_refused`
 */
export async function updateProfile({
  access,
  workspace,
  userId,
  input,
  isProven,
}: ProfileChange): Promise<{ user: User; workspace: Workspace; isEmailPending: boolean }> {
  const { name, username, email, preferences } = input;
  try {
    return await inTransaction(async (transaction) => {
      const user = await User.findByPk(userId, { lock: true, transaction, rejectOnEmpty: true });
      const isEmailPending = email !== undefined && changesEmail({ user, email });
      if (isEmailPending && !isProven)
        throw new Forbidden("reauthentication_required", messages.auth.proofNeeded);
      if (username !== undefined)
        await assertUsernameFree({ usernameKey: toEmailKey(username), emailKey: user.emailKey }, transaction);
      const now = new Date();
      await user.update(
        {
          ...(name === undefined ? {} : { name }),
          ...(username === undefined ? {} : { username, usernameKey: toEmailKey(username) }),
          ...(preferences?.theme === undefined ? {} : { theme: preferences.theme }),
          updatedAt: now,
        },
        { transaction },
      );
      if (isEmailPending) {
        await revokeTokens({ userId, purposes: ["change-email"] }, transaction);
        await requestEmailChange(user, email, transaction);
        await sendEmailChangeRequestedEmail(user, email, transaction);
      }
      const { theme: _, ...input } = preferences ?? {};
      const changed =
        Object.keys(input).length > 0 ? await updateWorkspace({ access, input }, transaction) : workspace;
      return { user, workspace: changed, isEmailPending };
    });
  } catch (error) {
    if (error instanceof UniqueConstraintError)
      throw new Conflict("username_taken", messages.profile.usernameTaken, "username");
    throw error;
  }
}

/** Changes the parts of the address that were sent. */
export async function updateAddress({
  userId,
  address,
}: {
  userId: string;
  address: AddressInput["address"];
}): Promise<User> {
  return change(userId, (user) => {
    const stored = readAddress(user.address);
    const empty = { street: "", city: "", state: "", postalCode: "", country: "" };
    return { address: JSON.stringify({ ...empty, ...stored, ...address }) };
  });
}

/** Changes only the theme, which needs no right in a workspace. */
export async function updateTheme({
  userId,
  theme,
}: Pick<User, "theme"> & { userId: string }): Promise<void> {
  await change(userId, () => ({ theme }));
}

/** @param phoneNumber E.164, or null for none */
export async function updatePhone({
  userId,
  phoneNumber,
}: {
  userId: string;
  phoneNumber: string | null;
}): Promise<User> {
  return change(userId, () => ({ phoneNumber }));
}

/** Changes the switches that were sent and returns all. */
export async function updateNotifications({
  userId,
  input,
}: {
  userId: string;
  input: NotificationsInput;
}): Promise<NotificationPreferences> {
  const user = await change(userId, ({ notificationPreferences }) => {
    const stored = readNotificationPreferences(notificationPreferences);
    const next = mapValues(stored, (channels, name) => ({ ...channels, ...input[name] }));
    next.security.email = true;
    return { notificationPreferences: JSON.stringify(next) };
  });
  return readNotificationPreferences(user.notificationPreferences);
}

type Columns = Partial<Pick<User, "address" | "phoneNumber" | "notificationPreferences" | "theme">>;

/** Locks the row, so that of two changes at once neither undoes the other. */
function change(userId: string, columns: (user: User) => Columns): Promise<User> {
  return inTransaction(async (transaction) => {
    const user = await User.findByPk(userId, { lock: true, transaction, rejectOnEmpty: true });
    return user.update({ ...columns(user), updatedAt: new Date() }, { transaction });
  });
}
