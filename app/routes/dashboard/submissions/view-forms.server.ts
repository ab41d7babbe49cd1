import { redirect } from "@remix-run/node";
import { assertAllowed } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import type { FormHandlers } from "#app/http/forms/handle-form.server.ts";
import { withQuery } from "#app/lib/query-string.ts";
import { RESULT } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { SubmissionForm } from "#app/schemas/submission-forms.ts";
import { deleteListExport } from "#app/services/list-exports/list-exports.server.ts";
import { saveReviewPreferences } from "#app/services/submissions/review-preferences.server.ts";
import { deleteView, saveView } from "#app/services/submissions/saved-views.server.ts";
import type { ListForms } from "./submission-forms.server.ts";

/** What a member keeps of the list: views, preferences and files. */
export function viewForms({ member, search, back }: ListForms) {
  const { access } = member;
  return {
    "save-view": {
      async onValid({ name, isShared }) {
        if (isShared) assertAllowed(member, "views:share");
        // The filters, without the place in the list.
        const query = withQuery(search, {
          page: null,
          open: null,
          at: null,
          exact: null,
          [RESULT]: null,
        }).slice(0, 1000);
        await saveView({ access, name, isShared, query });
        return redirectWithFlash(back, { kind: "success", message: `View “${name}” saved` });
      },
    },
    "delete-view": {
      async onValid({ viewId }) {
        await deleteView({ access, viewId });
        return redirectWithFlash(back, { kind: "success", message: "View deleted" });
      },
    },
    "review-preferences": {
      async onValid({ intent: _, ...preferences }) {
        await saveReviewPreferences({ userId: access.userId, preferences });
        return redirectWithFlash(back, { kind: "success", message: messages.profile.preferencesUpdated });
      },
    },
    "delete-export": {
      async onValid({ exportId }) {
        await deleteListExport({ access, exportId });
        return redirect(back, { status: 303 });
      },
    },
  } satisfies Partial<FormHandlers<SubmissionForm>>;
}
