import { inTransaction } from "#app/database/connection.server.ts";
import type { UserRole } from "#app/lib/domain.ts";
import { User } from "#app/models/index.server.ts";
import { assertNotLastSuperadmin } from "./last-superadmin.server.ts";

/**
 * Gives an account another role. It holds on the account's next request.
 * @throws {Conflict} `last_superadmin`
 */
export async function changeRole({ userId, role }: { userId: string; role: UserRole }): Promise<void> {
  await inTransaction(async (transaction) => {
    const user = await User.findByPk(userId, { transaction, lock: true, rejectOnEmpty: true });
    if (role !== "superadmin") await assertNotLastSuperadmin(user, transaction);
    await user.update({ role, updatedAt: new Date() }, { transaction });
  });
}
