import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import type { UserRole } from "#app/lib/domain.ts";
import { userFormFailures } from "#app/schemas/form-failures.ts";

import { messages } from "#app/schemas/messages/index.ts";
import { changeUserRole, changeUserStatus } from "#app/services/admin/manage-users.server.ts";
import type { Actor } from "#app/services/audit-log/audit-log.server.ts";

/** The two forms that the list and the page of a user share. */
export const userForms = (actor: Actor, here: string) => ({
  role: {
    failed: userFormFailures.role,
    async onValid({ userId, role }: { userId: string; role: UserRole }) {
      await changeUserRole({ actor, userId, role });
      const message = messages.admin.roleUpdated.replace("{role}", role);
      return redirectWithFlash(here, { kind: "success", message });
    },
  },
  status: {
    failed: userFormFailures.status,
    async onValid({ userId, isActive }: { userId: string; isActive: "yes" | "no" }) {
      await changeUserStatus({ actor, userId, isActive: isActive === "yes" });
      const message = isActive === "yes" ? messages.admin.activated : messages.admin.deactivated;
      return redirectWithFlash(here, { kind: "success", message });
    },
  },
});
