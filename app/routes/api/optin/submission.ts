import { endpoint, get, put } from "#app/http/api/endpoint.server.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import {
  SubmissionResponse,
  SubmissionStatusInput,
  SubmissionStatusResponse,
} from "#app/schemas/submissions.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { estimateMatches } from "#app/services/deliveries/match-quality.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { getSubmission } from "#app/services/submissions/get-submission.server.ts";

const path = "/api/optin/dashboard/submissions/{id}";

const handle = endpoint(
  get({
    path,
    summary: "One submission with the history of its deliveries",
    description:
      "With the fields that lists leave out: corrections, commission, matchQuality, decidedBy, and what each attempt sent and received.",
    auth: "user",
    action: "submissions:read",
    params: idParams("submission"),
    response: SubmissionResponse,
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params, role }) => {
      const submission = await getSubmission({ workspaceId: workspace.id, submissionId: params.id, role });
      return {
        ...presentSubmission(submission, adPlatformName),
        matchQuality: await estimateMatches(submission),
      };
    },
  }),
  put({
    path,
    summary: "Decide a submission; becoming handled sends its event",
    description:
      "Marking it handled verifies it: each connected ad platform gets an event, whose first attempt is made before the response; eventStatus says how that went. handled again sends nothing twice; with another amount it is kept as a correction, and nothing is sent. Once an attempt has begun, any other status is a 409.",
    auth: "user",
    action: "submissions:write",
    params: idParams("submission"),
    body: SubmissionStatusInput,
    example: { status: "handled" },
    response: SubmissionStatusResponse,
    errors: {
      404: ["not_found"],
      409: ["already_sent", "withdrawn", "erased", "changed_meanwhile", "not_verified"],
    },
    run: async ({ access, params, body, role }) => {
      const { submission, eventStatus } = await decideSubmission({
        access,
        submissionId: params.id,
        input: body,
        role,
      });
      return { submission: presentSubmission(submission, adPlatformName), eventStatus };
    },
  }),
);

export const loader = handle;
export const action = handle;
