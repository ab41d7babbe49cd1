import { assertAllowed } from "#app/http/auth/guards.server.ts";
import { type Flash, redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import type { EventStatus } from "#app/lib/domain.ts";
import { Conflict, DomainError } from "#app/lib/errors.ts";
import type { Delivery, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SubmissionForm } from "#app/schemas/submissions.ts";
import { adPlatformName, describePrimary } from "#app/services/ad-platforms/registry.server.ts";
import type { SignedIn } from "#app/services/auth/sessions/sessions.server.ts";
import { primaryEventStatus } from "#app/services/deliveries/event-status.server.ts";
import { resendDelivery } from "#app/services/deliveries/resend-delivery.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";

type Member = Pick<SignedIn, "workspace" | "role">;

export function handleSubmissionForm(request: Request, signedIn: Member, requestId: string) {
  const workspaceId = signedIn.workspace.id;
  const { pathname, search } = new URL(request.url);
  const back = safeRedirect(pathname + search, paths.submissions());
  return handleForm(request, SubmissionForm, {
    decide: {
      async onValid({ intent: _, submissionId, ...input }) {
        assertAllowed(signedIn, "submissions:write");
        try {
          const { submission } = await decideSubmission({ workspaceId, submissionId, input });
          return redirectWithFlash(back, decisionFlash(submission));
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
          return redirectWithFlash(back, resendFlash(await resendDelivery({ workspaceId, deliveryId })));
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
          return redirectWithFlash(back, { kind: "error", message: error.message });
        }
      },
    },
  });
}

function decisionFlash({ status, deliveries = [] }: Submission): Flash {
  const eventStatus = status === "handled" ? primaryEventStatus(deliveries) : null;
  return primaryFlash(eventStatus) ?? { kind: "success", message: messages.submissions.updated };
}

function resendFlash(delivery: Pick<Delivery, "adPlatform" | "state">): Flash {
  const name = adPlatformName(delivery.adPlatform);
  return (
    primaryFlash(primaryEventStatus([delivery])) ??
    (delivery.state === "sent"
      ? { kind: "success", message: `Sent to ${name}` }
      : { kind: "error", message: `Not sent to ${name} yet` })
  );
}

function primaryFlash(eventStatus: EventStatus | null): Flash | null {
  const texts = describePrimary().decisionTexts;
  if (!texts || !eventStatus) return null;
  return eventStatus === "sent"
    ? { kind: "success", message: texts.sent }
    : { kind: "error", message: texts.notSent };
}
