import { assertAllowed } from "#app/http/auth/guards.server.ts";
import { type Flash, redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { Conflict, DomainError } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SubmissionForm } from "#app/schemas/submissions.ts";
import type { SignedIn } from "#app/services/auth/sessions/sessions.server.ts";
import { resendDelivery } from "#app/services/deliveries/resend-delivery.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";

/** Runs a form of the open submission. */
export function handleSubmissionForm(request: Request, signedIn: SignedIn, requestId: string) {
  const workspaceId = signedIn.workspace.id;
  const { pathname, search } = new URL(request.url);
  const back = safeRedirect(pathname + search, paths.submissions());
  return handleForm(request, SubmissionForm, {
    decide: {
      async onValid({ intent: _, submissionId, ...input }) {
        assertAllowed(signedIn, "submissions:write");
        try {
          const { eventStatus } = await decideSubmission({ workspaceId, submissionId, input });
          return redirectWithFlash(back, outcomeFlash(input.status === "handled" ? eventStatus : null));
        } catch (error) {
          if (error instanceof DomainError && error.status < 500) throw error;
          toErrorResponse(error, requestId);
          return redirectWithFlash(back, { kind: "error", message: messages.submissions.updateFailed });
        }
      },
    },
    resend: {
      async onValid({ deliveryId }) {
        assertAllowed(signedIn, "deliveries:write");
        try {
          const isSent = await resendDelivery({ workspaceId, deliveryId });
          return redirectWithFlash(back, outcomeFlash(isSent ? "sent" : "failed"));
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
          return redirectWithFlash(back, { kind: "error", message: error.message });
        }
      },
    },
  });
}

function outcomeFlash(eventStatus: "sent" | "failed" | null): Flash {
  if (eventStatus === "sent") return { kind: "success", message: messages.submissions.updatedAndSent };
  if (eventStatus === "failed") return { kind: "error", message: messages.submissions.updatedNotSent };
  return { kind: "success", message: messages.submissions.updated };
}
