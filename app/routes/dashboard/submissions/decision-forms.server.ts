import { assertAllowed } from "#app/http/auth/guards.server.ts";
import { type Flash, redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import type { FormHandlers } from "#app/http/forms/handle-form.server.ts";
import { Conflict, DomainError } from "#app/lib/errors.ts";
import { type DeliveryState, type EventStatus, eventStatusAt } from "#app/lib/event-state.ts";
import { withQuery } from "#app/lib/query-string.ts";
import type { Delivery, Submission } from "#app/models/index.server.ts";
import { paths, RESULT } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { SubmissionForm } from "#app/schemas/submission-forms.ts";
import { adPlatformName, adPlatforms, describePrimary } from "#app/services/ad-platforms/registry.server.ts";
import { resendDelivery } from "#app/services/deliveries/resend-delivery.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { readReviewPreferences } from "#app/services/submissions/review-preferences.server.ts";
import type { ListForms } from "./submission-forms.server.ts";

/** Decides one claim, or sends its event again. */
export function decisionForms({ member, search, back, requestId }: ListForms) {
  const { access, user } = member;
  return {
    decide: {
      failure: messages.submissions.updateFailed,
      async onValid({ intent: _, submissionId, nextId, nextPage, at, from: expected, ...input }) {
        assertAllowed(member, "submissions:write");
        try {
          const decision = { access, submissionId, input };
          const { submission } = await decideSubmission(expected ? { ...decision, expected } : decision);
          const { opensNext } = readReviewPreferences(user);
          const goesOn = nextId !== undefined && (opensNext || nextId === submissionId);
          const place: Record<string, number | null> =
            nextPage === undefined ? {} : { page: nextPage === 1 ? null : nextPage };
          const open: Record<string, string | number | null> = goesOn
            ? { open: nextId, at: null, ...place }
            : { open: submissionId, at: at ?? null };
          return redirectWithFlash(
            paths.submissions() + withQuery(search, { [RESULT]: null, ...open }),
            describeDecision(submission),
          );
        } catch (error) {
          if (error instanceof Conflict && error.code === "changed_meanwhile")
            return redirectWithFlash(back, { kind: "error", message: error.message });
          const isExpected = error instanceof DomainError && error.status < 500;
          // An undo has nothing typed to keep, and its button may stand outside the sheet.
          if (isExpected || input.status !== "pending") throw error;
          toErrorResponse(error, requestId);
          return redirectWithFlash(back, { kind: "error", message: messages.submissions.updateFailed });
        }
      },
    },
    resend: {
      async onValid({ deliveryId, submissionId, amount, currency }) {
        assertAllowed(member, "deliveries:write");
        try {
          if (submissionId !== undefined && amount !== undefined) {
            assertAllowed(member, "submissions:write");
            const input = { status: "handled" as const, amount, currency };
            await decideSubmission({ access, submissionId, input });
          }
          return redirectWithFlash(back, describeResend(await resendDelivery({ access, deliveryId })));
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
          return redirectWithFlash(back, { kind: "error", message: error.message });
        }
      },
    },
  } satisfies Partial<FormHandlers<SubmissionForm>>;
}

function describeDecision({ id, status, deliveries = [] }: Submission): Flash {
  const eventStatus = status === "handled" ? eventStatusAt(adPlatforms.primary.id, deliveries) : null;
  const hasBegun = deliveries.some(({ attemptCount }) => attemptCount > 0);
  const canUndo = status === "rejected" || (status === "handled" && !hasBegun);
  return {
    ...(describePrimaryEvent(eventStatus) ?? { kind: "success", message: messages.submissions.updated }),
    advice: status === "handled" ? describeResults(deliveries) : undefined,
    link: { to: paths.submission({ submissionId: id }), label: "Open the claim" },
    ...(canUndo ? { undo: id } : {}),
  };
}

/** What each ad platform has made of the event so far: "Meta: accepted. TikTok: on its way." */
const describeResults = (deliveries: Pick<Delivery, "adPlatform" | "state">[]): string =>
  deliveries
    .map(({ adPlatform, state }) => `${adPlatformName(adPlatform)}: ${resultWords[state]}.`)
    .join(" ");

const resultWords: Record<DeliveryState, string> = {
  queued: "on its way",
  retrying: "tried again soon",
  confirming: "received, result later",
  sent: "accepted",
  failed: "refused",
  expired: "too late",
  parked: "waits for reconnecting",
  skipped: "not sent",
};

function describeResend(delivery: Pick<Delivery, "adPlatform" | "state">): Flash {
  const name = adPlatformName(delivery.adPlatform);
  if (delivery.state === "queued") return { kind: "success", message: messages.deliveries.resendWaits };
  return (
    describePrimaryEvent(eventStatusAt(adPlatforms.primary.id, [delivery])) ??
    (delivery.state === "sent"
      ? { kind: "success", message: `Sent to ${name}` }
      : { kind: "error", message: `Not sent to ${name} yet` })
  );
}

function describePrimaryEvent(eventStatus: EventStatus | null): Flash | null {
  const texts = describePrimary().decisionTexts;
  if (!texts || !eventStatus) return null;
  return eventStatus === "sent"
    ? { kind: "success", message: texts.sent }
    : { kind: "error", message: texts.notSent };
}
