import { redirect } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { COMMON_CURRENCIES } from "#app/lib/money.ts";
import { withQuery } from "#app/lib/query-string.ts";
import { formatPhone } from "#app/lib/read-phone.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SampleForm } from "#app/schemas/samples.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { readReviewPreferences } from "#app/services/submissions/review-preferences.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { decideSample, listSamples } from "./sample-decisions.server.ts";

/** The list of samples with the one of `?open=`; the overview where none are shown. */
export async function loadSamplesPage(request: Request, member: Member) {
  const { workspace, user, role } = member;
  if (!workspace.showsSamples || (await hasClaims(workspace))) throw redirect(paths.overview());
  const now = new Date();
  const { searchParams } = new URL(request.url);
  const sort = SubmissionsQuery.shape.sort.safeParse(searchParams.get("sort") ?? "sendBefore").data;
  const order = sort ?? "sendBefore";
  const samples = (await listSamples(request, member, now)).sort(orders[order]);
  const index = samples.findIndex(({ _id }) => _id === searchParams.get("open"));
  const open = samples[index];
  const neighbor = (sample: SubmissionResponse | undefined) => sample?._id ?? null;
  const waiting = samples.filter(({ status }) => status === "pending");
  return {
    now: now.toISOString(),
    timeZone: workspace.timeZone,
    userId: user.id,
    samples,
    sort: order,
    waiting: waiting.length,
    preferences: readReviewPreferences(user),
    currencies: [...new Set([workspace.currency, ...COMMON_CURRENCIES])],
    may: { decide: isAllowed(role, "submissions:write"), resend: false },
    open: open
      ? {
          submission: open,
          phone: formatPhone(open.formData.phone),
          position: `${index + 1} of ${samples.length}`,
          previous: neighbor(samples[index - 1]),
          next: neighbor(samples[index + 1]),
          // What opens after a decision.
          nextToCheck: neighbor(waiting.find(({ _id }) => _id !== open._id)),
        }
      : null,
  };
}

/** The first one of its own ends the samples. */
async function hasClaims(workspace: Member["workspace"]): Promise<boolean> {
  const { submissions } = await listSubmissions({ workspace, query: SubmissionsQuery.parse({ limit: 1 }) });
  return submissions.length > 0;
}

const ranks = { pending: 0, handled: 1, rejected: 2 } as const;
type Order = (a: SubmissionResponse, b: SubmissionResponse) => number;

const by =
  (value: (sample: SubmissionResponse) => string | number, sign: 1 | -1 = 1): Order =>
  (a, b) =>
    sign * (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0);

/** The orders of the list of claims. */
const orders: Record<SubmissionsQuery["sort"], Order> = {
  sendBefore: by(({ status, sendBefore }) => (status === "pending" ? `0${sendBefore}` : `1${sendBefore}`)),
  createdAt: by(({ createdAt }) => createdAt),
  "-createdAt": by(({ createdAt }) => createdAt, -1),
  amount: by(({ formData }) => Number(formData.amount)),
  "-amount": by(({ formData }) => Number(formData.amount), -1),
  person: by(({ formData }) => formData.email),
  "-person": by(({ formData }) => formData.email, -1),
  status: by(({ status }) => ranks[status]),
  "-status": by(({ status }) => ranks[status], -1),
};

export function handleSampleForm(request: Request, member: Member) {
  const { search } = new URL(request.url);
  return handleForm(request, member, SampleForm, {
    decide: {
      failure: messages.submissions.updateFailed,
      async onValid({ submissionId: sampleId, nextId, status, amount, currency, ...reasons }) {
        const samples = await listSamples(request, member, new Date());
        if (!samples.some(({ _id }) => _id === sampleId)) throw new NotFound("Sample");
        const { reason, reasonText, showReason, note } = reasons;
        const at = new Date().toISOString();
        const decision = { status, at, amount, currency, reason, reasonText, showReason, note };
        const cookie = await decideSample(request, member, { sampleId, decision });
        const opensNext = nextId !== undefined && readReviewPreferences(member.user).opensNext;
        return redirectWithFlash(
          paths.samples() + withQuery(search, { open: opensNext ? nextId : sampleId }),
          {
            kind: "success",
            message: messages.submissions.updated,
            ...(status === "pending"
              ? {}
              : { advice: "It is a sample: nothing is sent, and nothing counts.", undo: sampleId }),
          },
          new Headers({ "Set-Cookie": cookie }),
        );
      },
    },
  });
}
