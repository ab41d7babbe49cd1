import { endpoint, get, put } from "#app/http/endpoint.server.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import { IdParams } from "#app/schemas/params.ts";
import { SubmissionAnswer, SubmissionStatusAnswer, SubmissionStatusInput } from "#app/schemas/submissions.ts";
import { changeSubmissionStatus } from "#app/services/submissions/change-status.server.ts";
import { getSubmission } from "#app/services/submissions/list-submissions.server.ts";

const path = "/api/optin/dashboard/submissions/{id}";

const handle = endpoint(
  get({
    path,
    summary: "One submission with the history of its deliveries",
    auth: "user",
    scope: "submissions:read",
    params: IdParams,
    answer: SubmissionAnswer,
    refuses: { 404: "not_found" },
    run: async ({ user, params }) =>
      presentSubmission(await getSubmission({ ownerId: user.id, submissionId: params.id })),
  }),
  put({
    path,
    summary: "Decide a submission; becoming handled sends its event",
    auth: "user",
    scope: "submissions:write",
    params: IdParams,
    body: SubmissionStatusInput,
    answer: SubmissionStatusAnswer,
    refuses: { 404: "not_found", 409: "already_sent, withdrawn, changed_meanwhile" },
    run: async ({ user, params, body }) => {
      const { submission, eventStatus } = await changeSubmissionStatus({
        ownerId: user.id,
        submissionId: params.id,
        input: body,
      });
      return { submission: presentSubmission(submission), eventStatus };
    },
  }),
);

export const loader = handle;
export const action = handle;
