import { retryRead } from "#app/database/connection.server.ts";
import { countOf, readValues, someOf } from "#app/database/values.server.ts";
import { OptInForm, TelegramDoor } from "#app/models/index.server.ts";
import { hasSupportAccess } from "#app/services/auth/sessions/support-access.server.ts";
import { unreadCount } from "#app/services/notifications/read-notifications.server.ts";
import { formValues, toFormState } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { toCheckCount } from "#app/services/submissions/count-submissions.server.ts";

/** What the frame around each page of the dashboard shows of a workspace, and what is worth reading for it. */
export async function readFrame({ workspaceId, userId }: { workspaceId: string; userId: string }) {
  const { slug, isActive, hasOffered, ...counts } = await retryRead(() =>
    readValues({
      toCheck: toCheckCount(workspaceId),
      unread: unreadCount(userId, workspaceId),
      hasSupportAccess: hasSupportAccess(workspaceId),
      ...formValues(workspaceId),
      hasDoors: someOf(TelegramDoor, { workspaceId, archivedAt: null }),
      undeletedForms: countOf(OptInForm, { workspaceId, deletedAt: null }),
    }),
  );
  return { ...counts, form: toFormState({ slug, isActive, hasOffered }) };
}
