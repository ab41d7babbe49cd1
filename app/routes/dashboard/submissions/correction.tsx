import { useLoaderData } from "@remix-run/react";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { CorrectionForms } from "#app/components/submissions/correction-forms.tsx";
import { CorrectionHistory } from "#app/components/submissions/correction-history.tsx";
import { CorrectionSteps } from "#app/components/submissions/correction-steps.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { COMMON_CURRENCIES } from "#app/lib/money.ts";
import { paths } from "#app/paths.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import { CorrectionForm } from "#app/schemas/corrections.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { SubmissionStatusInput } from "#app/schemas/submissions.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { listCorrectionSteps } from "#app/services/submissions/correction-steps.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { getSubmission } from "#app/services/submissions/get-submission.server.ts";

export const handle: PageHandle = {
  title: "Correction",
  description: "Correct the amount of a verified claim, also at the ad platforms.",
};

export const loader = page(requireMember("submissions:write"), async ({ params, member }) => {
  const { workspace } = member;
  const submissionId = params.submissionId ?? "";
  const submission = await getSubmission({ workspaceId: workspace.id, submissionId });
  return {
    submission: presentSubmission(submission, adPlatformName),
    steps: listCorrectionSteps(submission),
    view: { now: new Date().toISOString(), timeZone: workspace.timeZone },
    currencies: [...new Set([workspace.currency, ...COMMON_CURRENCIES])],
  };
});

export const action = page(requireMember("submissions:write"), async ({ request, params, member }) => {
  const { access, workspace } = member;
  const one = { workspaceId: workspace.id, submissionId: params.submissionId ?? "" };
  const save = async (change: Omit<SubmissionStatusInput, "status">) => {
    const { status } = await getSubmission(one);
    if (status !== "handled") throw new Conflict("not_verified", messages.submissions.notVerified);
    const input = { status: "handled" as const, ...change };
    await decideSubmission({ access, submissionId: one.submissionId, input });
    return redirectWithFlash(paths.correction(one), {
      kind: "success",
      message: messages.submissions.corrected,
    });
  };
  return handleForm(request, member, CorrectionForm, {
    correct: { onValid: ({ intent: _, ...correction }) => save(correction) },
    "charge-back": { onValid: ({ correctionReason }) => save({ chargedBack: true, correctionReason }) },
  });
});

export const clientAction = keepPageOnError(() => messages.submissions.updateFailed);

export default function Correction() {
  const { submission, steps, currencies, view } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader
        title="Correct the amount"
        parent={{ to: paths.submission({ submissionId: submission._id }), label: "← Back to claim" }}
      />
      {submission.status === "handled" ? (
        <>
          <CorrectionForms submission={submission} currencies={currencies} />
          <CorrectionHistory corrections={submission.corrections ?? []} view={view} />
          <CorrectionSteps steps={steps} />
        </>
      ) : (
        <p>{messages.submissions.notVerified}</p>
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
