import { inTransaction } from "#app/database/connection.server.ts";
import { newId } from "#app/lib/ids.ts";
import { newToken } from "#app/lib/random.server.ts";
import { ApiKey, OptInForm, User } from "#app/models/index.server.ts";
import { USERNAME_MAX } from "#app/schemas/shared/limits.ts";
import { revokeTokens } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { endSessions } from "#app/services/auth/sessions/sessions.server.ts";
import { findOwnSlug, invalidateLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { queueMail } from "../mail/queue-mail.server.ts";
import { assertNotLastSuperadmin } from "./last-superadmin.server.ts";

/**
 * Begins the end of an account, at once for everyone outside: nobody signs in, keys and forms answer no more, the address and the
 * username are free. What it owns is erased in the background.
 * @throws {Conflict} `last_superadmin`
 */
export async function deleteAccount(userId: string): Promise<void> {
  const slug = await findOwnSlug(userId);
  const now = new Date();
  await inTransaction(async (transaction) => {
    const user = await User.findByPk(userId, { transaction, lock: true, rejectOnEmpty: true });
    await assertNotLastSuperadmin(user, transaction);
    const { email: to, name } = user;
    // No address and no username that anybody could choose.
    const nobody = `deleted-${newId()}`;
    const username = `~${newToken()}`.slice(0, USERNAME_MAX);
    await user.update(
      {
        isActive: false,
        deleteRequestedAt: now,
        updatedAt: now,
        name: "",
        email: nobody,
        emailKey: nobody,
        username,
        usernameKey: username,
        passwordHash: null,
        phoneNumber: null,
        address: null,
      },
      { transaction },
    );
    await endSessions({ userId }, transaction);
    await revokeTokens(
      { userId, purposes: ["verify-email", "change-email", "reset-password", "second-step"] },
      transaction,
    );
    await ApiKey.update({ revokedAt: now }, { where: { userId, revokedAt: null }, transaction });
    await OptInForm.update(
      { isActive: false, deletedAt: now, updatedAt: now },
      { where: { userId, deletedAt: null }, transaction },
    );
    await queueMail({ kind: "deleted", to, userId: null, props: { name } }, transaction);
  });
  if (slug) invalidateLiveForm(slug);
}
