import { data, redirect } from "@remix-run/node";
import type { PlannedBulk } from "#app/components/submissions/bulk-plan.tsx";
import { assertAllowed } from "#app/http/auth/guards.server.ts";
import { type Flash, redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { Conflict, DomainError } from "#app/lib/errors.ts";
import { type EventStatus, eventStatusAt } from "#app/lib/event-state.ts";
import { withQuery } from "#app/lib/query-string.ts";
import type { Delivery, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SubmissionForm } from "#app/schemas/submission-forms.ts";
import { hasReasonText, REASON_TEXT_MISSING } from "#app/schemas/submissions.ts";
import { adPlatformName, adPlatforms, describePrimary } from "#app/services/ad-platforms/registry.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { dismissJob } from "#app/services/bulk/bulk-jobs.server.ts";
import type { BulkSelection } from "#app/services/bulk/bulk-selection.server.ts";
import { decideSelection } from "#app/services/bulk/decide-selection.server.ts";
import { planBulk } from "#app/services/bulk/plan-bulk.server.ts";
import { undoBulk } from "#app/services/bulk/undo-bulk.server.ts";
import { resendDelivery } from "#app/services/deliveries/resend-delivery.server.ts";
import { deleteListExport } from "#app/services/list-exports/list-exports.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import {
  readReviewPreferences,
  saveReviewPreferences,
} from "#app/services/submissions/review-preferences.server.ts";
import { deleteView, saveView } from "#app/services/submissions/saved-views.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { bulkFlash, undoFlash } from "./bulk-flash.server.ts";
import { selectionOf, viewQuery } from "./list-address.server.ts";

type Chosen = Pick<PlannedBulk, "ids" | "all" | "status"> & { until: Date };

export function handleSubmissionForm(request: Request, signedIn: Member, requestId: string) {
  const workspaceId = signedIn.workspace.id;
  const { pathname, search } = new URL(request.url);
  const back = safeRedirect(pathname + search, paths.submissions());
  const planned = async (chosen: Chosen, selection: BulkSelection): Promise<PlannedBulk> => {
    const { status, until } = chosen;
    const plan = await planBulk({
      workspace: signedIn.workspace,
      selection: { ...selection, until },
      status,
    });
    return { ...chosen, plan, until: until.toISOString() };
  };
  return handleForm(request, signedIn, SubmissionForm, {
    decide: {
      failure: messages.submissions.updateFailed,
      async onValid({ intent: _, submissionId, nextId, nextPage, at, from: expected, ...input }) {
        assertAllowed(signedIn, "submissions:write");
        try {
          const userId = signedIn.user.id;
          const { submission } = await decideSubmission({
            workspaceId,
            submissionId,
            input,
            userId,
            ...(expected ? { expected } : {}),
          });
          const { opensNext } = readReviewPreferences(signedIn.user);
          const goesOn = nextId !== undefined && (opensNext || nextId === submissionId);
          const place: Record<string, number | null> =
            nextPage === undefined ? {} : { page: nextPage === 1 ? null : nextPage };
          const open = goesOn ? { open: nextId, at: null, ...place } : { open: submissionId, at: at ?? null };
          return redirectWithFlash(pathname + withQuery(search, open), decisionFlash(submission));
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
        assertAllowed(signedIn, "deliveries:write");
        try {
          if (submissionId !== undefined && amount !== undefined) {
            assertAllowed(signedIn, "submissions:write");
            const input = { status: "handled" as const, amount, currency };
            await decideSubmission({ workspaceId, submissionId, input, userId: signedIn.user.id });
          }
          return redirectWithFlash(back, resendFlash(await resendDelivery({ workspaceId, deliveryId })));
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
          return redirectWithFlash(back, { kind: "error", message: error.message });
        }
      },
    },
    "bulk-plan": {
      async onValid({ ids, all, status }) {
        assertAllowed(signedIn, "submissions:write");
        const selection = await selectionOf(workspaceId, { ids, all }, search);
        if (!selection) return nothingSelected(back);
        const until = new Date();
        return data({ bulk: await planned({ ids, all, status, until }, selection) });
      },
    },
    bulk: {
      async onValid({ intent: _, ids, all, until, ...decision }) {
        assertAllowed(signedIn, "submissions:write");
        const selection = await selectionOf(workspaceId, { ids, all }, search);
        if (!selection) return nothingSelected(back);
        const { user, workspace } = signedIn;
        if (!hasReasonText(decision)) {
          const again = { ids, all, status: decision.status, until: until ? new Date(until) : new Date() };
          const refused = { ...decision, error: REASON_TEXT_MISSING };
          return data({ bulk: { ...(await planned(again, selection)), refused } }, { status: 400 });
        }
        const asPlanned = { ...selection, ...(until ? { until: new Date(until) } : {}) };
        const result = await decideSelection({ workspace, userId: user.id, selection: asPlanned, decision });
        return redirectWithFlash(back, bulkFlash(result, decision.status));
      },
    },
    "delete-export": {
      async onValid({ exportId }) {
        await deleteListExport({ workspaceId, userId: signedIn.user.id, exportId });
        return redirect(back, { status: 303 });
      },
    },
    "undo-bulk": {
      async onValid({ jobId, tab }) {
        assertAllowed(signedIn, "submissions:write");
        const undone = await undoBulk({ workspaceId, userId: signedIn.user.id, jobId, tab });
        return redirectWithFlash(back, undoFlash(undone));
      },
    },
    "dismiss-job": {
      async onValid({ jobId }) {
        assertAllowed(signedIn, "submissions:write");
        await dismissJob({ workspaceId, jobId });
        return redirect(back, { status: 303 });
      },
    },
    "save-view": {
      async onValid({ name, isShared }) {
        if (isShared) assertAllowed(signedIn, "views:share");
        const userId = signedIn.user.id;
        await saveView({ workspaceId, userId, name, isShared, query: viewQuery(search) });
        return redirectWithFlash(back, { kind: "success", message: `View “${name}” saved` });
      },
    },
    "delete-view": {
      async onValid({ viewId }) {
        const canShare = isAllowed(signedIn.role, "views:share");
        await deleteView({ workspaceId, userId: signedIn.user.id, viewId, canShare });
        return redirectWithFlash(back, { kind: "success", message: "View deleted" });
      },
    },
    "review-preferences": {
      async onValid({ intent: _, ...preferences }) {
        await saveReviewPreferences({ userId: signedIn.user.id, preferences });
        return redirectWithFlash(back, { kind: "success", message: messages.profile.preferencesUpdated });
      },
    },
  });
}

const nothingSelected = (back: string) =>
  redirectWithFlash(back, { kind: "error", message: "Select at least one claim first." });

function decisionFlash({ id, status, deliveries = [] }: Submission): Flash {
  const eventStatus = status === "handled" ? eventStatusAt(adPlatforms.primary.id, deliveries) : null;
  const hasBegun = deliveries.some(({ attemptCount }) => attemptCount > 0);
  const canUndo = status === "rejected" || (status === "handled" && !hasBegun);
  return {
    ...(primaryFlash(eventStatus) ?? { kind: "success", message: messages.submissions.updated }),
    ...(canUndo ? { undo: id } : {}),
  };
}

function resendFlash(delivery: Pick<Delivery, "adPlatform" | "state">): Flash {
  const name = adPlatformName(delivery.adPlatform);
  if (delivery.state === "queued") return { kind: "success", message: messages.deliveries.resendWaits };
  return (
    primaryFlash(eventStatusAt(adPlatforms.primary.id, [delivery])) ??
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
