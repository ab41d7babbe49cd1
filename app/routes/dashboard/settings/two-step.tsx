import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { Flash } from "#app/components/flash.tsx";
import { brandNameOf, useRootData } from "#app/components/root-data.ts";
import { RecoveryCodes } from "#app/components/settings/recovery-codes.tsx";
import { TwoStepControls, type TwoStepState } from "#app/components/settings/two-step-panel.tsx";
import { type SetUp, TwoStepSetUp } from "#app/components/settings/two-step-set-up.tsx";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { answerForm, type FormAnswer } from "#app/http/form-action.server.ts";
import { readForm } from "#app/http/forms.server.ts";
import { requireFreshProof, requireUser } from "#app/http/guards.server.ts";
import { ownCodeLimits } from "#app/http/own-code.server.ts";
import { page } from "#app/http/page.server.ts";
import { consume } from "#app/http/rate-limits.server.ts";
import { sessionCookie } from "#app/http/session-cookie.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages.ts";
import { CodeInput } from "#app/schemas/two-step.ts";
import { qrPath } from "#app/services/accounts/authenticator-codes.server.ts";
import { renewCookieToken } from "#app/services/accounts/prove-password.server.ts";
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

/** Codes that are shown this once. */
type CodesShown = { recoveryCodes: string[] };
export type ActionData = CodesShown | FormAnswer;

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

/** Another window was faster: the page shows where things stand. */
async function orWhereThingsStand<R>(act: () => Promise<R>): Promise<R | Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return redirectWithFlash(paths.twoStep(), { kind: "error", message: error.message });
  }
}

export const action = page(async ({ request, context }: ActionFunctionArgs) => {
  const { user: owner, sessionId } = await requireFreshProof(request);
  const fields = await readForm(request);
  const intent = fields.get("intent");
  if (intent === "begin")
    return orWhereThingsStand(async () => {
      await beginTwoStep({ owner });
      return redirect(paths.twoStep(), 303);
    });
  const form = intent === "renew" || intent === "end" ? intent : "confirm";
  const limits = [ownCodeLimits.byAddress(context.clientAddress), ownCodeLimits.byAccount(owner.id)];
  const acts = {
    async confirm(code: string) {
      return data({ recoveryCodes: await confirmTwoStep({ owner, code, sessionId }) });
    },
    async renew(code: string) {
      await consume(limits);
      return data({ recoveryCodes: await renewRecoveryCodes({ owner, code }) });
    },
    async end(code: string) {
      await consume(limits);
      await endTwoStep({ owner, code });
      const headers = new Headers({ "Set-Cookie": sessionCookie.issue(await renewCookieToken(sessionId)) });
      const message = messages.twoStep.switchedOff;
      return redirectWithFlash(paths.twoStep(), { kind: "success", message }, headers);
    },
  };
  return answerForm(
    {
      form,
      sent: fields,
      schema: CodeInput,
      hide: ["code"],
    },
    ({ code }) => orWhereThingsStand<Response | ReturnType<typeof data<CodesShown>>>(() => acts[form](code)),
  );
});

export default function TwoStepPage() {
  const { now, timeZone, twoStep, setUp } = useLoaderData<LoaderData>();
  const result = useActionData<ActionData>();
  const brandName = useRootData()?.brandName ?? "";
  const codes = result && "recoveryCodes" in result ? result.recoveryCodes : null;
  const reply = result && "recoveryCodes" in result ? undefined : result;
  const resultOf = (form: string) => (reply?.form === form ? reply : undefined);
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
        <TwoStepSetUp setUp={setUp} lastResult={resultOf("confirm")} />
      ) : (
        <TwoStepControls twoStep={twoStep} now={now} timeZone={timeZone} resultOf={resultOf} />
      )}
    </>
  );
}

export { clientAction } from "#app/components/forms/unanswered.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
