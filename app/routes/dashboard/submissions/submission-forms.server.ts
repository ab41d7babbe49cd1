import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { paths } from "#app/paths.ts";
import { SubmissionForm } from "#app/schemas/submission-forms.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { bulkForms } from "./bulk-forms.server.ts";
import { decisionForms } from "./decision-forms.server.ts";
import { viewForms } from "./view-forms.server.ts";

/** What the handlers of the list's forms share. */
export type ListForms = {
  member: Member;
  /** The list's filters, as its address has them. */
  search: string;
  /** The address of the list. */
  back: string;
  requestId: string;
};

export function handleSubmissionForm(request: Request, member: Member, requestId: string) {
  const { pathname, search } = new URL(request.url);
  const list = { member, search, back: safeRedirect(pathname + search, paths.submissions()), requestId };
  return handleForm(request, member, SubmissionForm, {
    ...decisionForms(list),
    ...bulkForms(list),
    ...viewForms(list),
  });
}
