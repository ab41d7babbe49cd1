import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { Flash } from "#app/components/flash.tsx";
import { brandNameOf, useRootData } from "#app/components/root-data.ts";
import { RecoveryCodes } from "#app/components/settings/recovery-codes.tsx";
import { TwoStepControls, type TwoStepState } from "#app/components/settings/two-step-panel.tsx";
import { type SetUp, TwoStepSetUp } from "#app/components/settings/two-step-set-up.tsx";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm } from "#app/http/forms.server.ts";
import { requireFreshProof, requireUser } from "#app/http/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { Conflict, Invalid } from "#app/lib/errors.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages.ts";
import { plainSentence } from "#app/schemas/sentences.ts";
import { CodeInput } from "#app/schemas/two-step.ts";
import { qrPath } from "#app/services/accounts/authenticator-codes.server.ts";
import {
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  findBegunTwoStep,
  getTwoStep,
  renewRecoveryCodes,
} from "#app/services/accounts/two-step.server.ts";

export type LoaderData = {
  now: string;
  timeZone: string;
  twoStep: TwoStepState;
  /** What waits for its first code; null when nothing does. */
  setUp: SetUp | null;
};

/** Codes that are shown this once, or conform's reply to the first code. */
export type ActionData = { recoveryCodes: string[] } | SubmissionResult<string[]>;

const TITLE = "Two-step sign-in";

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(TITLE, brandNameOf(matches)) }];

export const loader = page(async ({ request }: LoaderFunctionArgs): Promise<LoaderData> => {
  const { user } = await requireUser(request);
  const begun = await findBegunTwoStep({ owner: user });
  // What can be read here could be set up elsewhere: only who has just proved to be the owner sees it.
  if (begun) await requireFreshProof(request);
  const { since, codesLeft } = await getTwoStep({ owner: user });
  return {
    now: new Date().toISOString(),
    timeZone: user.timeZone,
    twoStep: { since: since?.toISOString() ?? null, codesLeft },
    setUp: begun && {
      secret: begun.secret.replace(/.{4}(?=.)/g, "$& "),
      address: begun.address,
      qr: qrPath(begun.address),
    },
  };
});

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const { user: owner, sessionId } = await requireFreshProof(request);
  const fields = await readForm(request);
  try {
    switch (fields.get("intent")) {
      case "begin":
        await beginTwoStep({ owner });
        return redirect(paths.twoStep(), 303);
      case "renew":
        return data({ recoveryCodes: await renewRecoveryCodes({ owner }) });
      case "end":
        await endTwoStep({ owner });
        return redirectWithFlash(paths.twoStep(), { kind: "success", message: messages.twoStep.switchedOff });
    }
    const submission = parseWithZod(fields, { schema: CodeInput, error: plainSentence });
    if (submission.status !== "success") {
      return data(submission.reply({ hideFields: ["code"] }), { status: 400 });
    }
    try {
      const { code } = submission.value;
      return data({ recoveryCodes: await confirmTwoStep({ owner, code, sessionId }) });
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const fieldErrors = { code: [error.message] };
      return data(submission.reply({ fieldErrors, hideFields: ["code"] }), { status: error.status });
    }
  } catch (error) {
    // Another window was faster: the page shows where things stand.
    if (!(error instanceof Conflict)) throw error;
    return redirectWithFlash(paths.twoStep(), { kind: "error", message: error.message });
  }
});

export default function TwoStepPage() {
  const { now, timeZone, twoStep, setUp } = useLoaderData<LoaderData>();
  const result = useActionData<ActionData>();
  const brandName = useRootData()?.brandName ?? "";
  const codes = result && "recoveryCodes" in result ? result.recoveryCodes : null;
  const lastResult = result && "recoveryCodes" in result ? undefined : result;
  return (
    <>
      <Flash />
      <p className="meta">
        <Link to={paths.settings({ section: "security" })}>Security</Link>
      </p>
      {codes ? (
        <>
          <RecoveryCodes codes={codes} brandName={brandName} />
          <p>
            <Link to={paths.settings({ section: "security" })}>I have kept them</Link>
          </p>
        </>
      ) : setUp ? (
        <TwoStepSetUp setUp={setUp} lastResult={lastResult} />
      ) : (
        <TwoStepControls twoStep={twoStep} now={now} timeZone={timeZone} />
      )}
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
