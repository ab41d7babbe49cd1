import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { RecoveryCodes } from "#app/components/auth/recovery-codes.tsx";
import { TwoFactorControls, type TwoFactorState } from "#app/components/auth/two-factor-panel.tsx";
import { TwoFactorSetup, type TwoFactorSetupData } from "#app/components/auth/two-factor-setup.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import { brandNameOf, useRootData } from "#app/components/layout/root-data.ts";
import text from "#app/components/ui/text.module.css";
import { requireRecentAuthentication, requireUser } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { type FormReply, handleForm } from "#app/http/forms/handle-form.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { CodeInput } from "#app/schemas/two-factor.ts";
import { renewCookieToken } from "#app/services/auth/credentials/reauthentication.server.ts";
import { qrCodePath } from "#app/services/auth/credentials/totp.server.ts";
import { twoFactorLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import {
  confirmTwoFactor,
  disableTwoFactor,
  findTwoFactorSetup,
  getTwoFactor,
  renewRecoveryCodes,
  startTwoFactorSetup,
} from "#app/services/auth/sign-in/two-factor.server.ts";

export type LoaderData = {
  now: string;
  timeZone: string;
  twoStep: TwoFactorState;
  /** What waits for its first code; null when nothing does. */
  setUp: TwoFactorSetupData | null;
};

/** Codes that are shown this once. */
type CodesShown = { recoveryCodes: string[] };
export type ActionData = CodesShown | FormReply;

const TITLE = "Two-step sign-in";

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(TITLE, brandNameOf(matches)) }];

export const loader = page(async ({ request }: LoaderFunctionArgs): Promise<LoaderData> => {
  const { user, workspace } = await requireUser(request);
  const begun = await findTwoFactorSetup({ owner: user });
  // What can be read here could be set up elsewhere: only who has just proved to be the owner sees it.
  if (begun) await requireRecentAuthentication(request);
  const { since, codesLeft } = await getTwoFactor({ owner: user });
  return {
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
    twoStep: { since: since?.toISOString() ?? null, codesLeft },
    setUp: begun && {
      secret: begun.secret.replace(/.{4}(?=.)/g, "$& "),
      address: begun.address,
      qr: qrCodePath(begun.address),
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
  const { user: owner, sessionId } = await requireRecentAuthentication(request);
  const fields = await readForm(request);
  const intent = fields.get("intent");
  if (intent === "begin")
    return orWhereThingsStand(async () => {
      await startTwoFactorSetup({ owner });
      return redirect(paths.twoStep(), 303);
    });
  const form = intent === "renew" || intent === "end" ? intent : "confirm";
  const limits = [twoFactorLimits.byAddress(context.clientAddress), twoFactorLimits.bySignedIn(owner.id)];
  const acts = {
    async confirm(code: string) {
      return data({ recoveryCodes: await confirmTwoFactor({ owner, code, sessionId }) });
    },
    async renew(code: string) {
      await consume(limits);
      return data({ recoveryCodes: await renewRecoveryCodes({ owner, code }) });
    },
    async end(code: string) {
      await consume(limits);
      await disableTwoFactor({ owner, code });
      const headers = new Headers({
        "Set-Cookie": await sessionCookie.serialize(await renewCookieToken(sessionId)),
      });
      const message = messages.twoFactor.switchedOff;
      return redirectWithFlash(paths.twoStep(), { kind: "success", message }, headers);
    },
  };
  return handleForm(
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
      <p className={text.small}>
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
        <TwoFactorSetup setUp={setUp} lastResult={resultOf("confirm")} />
      ) : (
        <TwoFactorControls twoStep={twoStep} now={now} timeZone={timeZone} resultOf={resultOf} />
      )}
    </>
  );
}

export { clientAction } from "#app/components/forms/network-error.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
