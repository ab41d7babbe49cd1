import { Link, useLoaderData } from "@remix-run/react";
import { SettingsParent } from "#app/components/accounts/settings-pages.tsx";
import { RecoveryCodes } from "#app/components/auth/recovery-codes.tsx";
import { TwoFactorControls } from "#app/components/auth/two-factor-panel.tsx";
import { TwoFactorSetup } from "#app/components/auth/two-factor-setup.tsx";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { LastAction, type PageHandle } from "#app/components/layout/page.tsx";
import { useBrandName } from "#app/components/layout/root-data.ts";
import {
  assertRecentlyAuthenticated,
  requireRecentAuthentication,
  requireUser,
} from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { qrCodePath } from "#app/services/auth/credentials/totp.server.ts";
import { findTwoFactorSetup, getTwoFactor } from "#app/services/auth/sign-in/two-factor.server.ts";
import { handleTwoFactorForm } from "./two-factor-forms.server.ts";

const TITLE = "Two-step sign-in";

export const handle: PageHandle = {
  title: TITLE,
  description: "Ask for a code from your phone at each sign-in.",
};

export const loader = page(requireUser, async ({ request, member }) => {
  const { user, workspace } = member;
  const begun = await findTwoFactorSetup({ owner: user });
  // The secret on this page could be set up elsewhere, so it needs recent authentication.
  if (begun) assertRecentlyAuthenticated(member, request);
  const { since, codesLeft } = await getTwoFactor({ owner: user });
  return {
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
    twoFactor: { since: since?.toISOString() ?? null, codesLeft },
    setUp: begun && {
      secret: begun.secret.replace(/.{4}(?=.)/g, "$& "),
      address: begun.address,
      qr: qrCodePath(begun.address),
    },
  };
});

export const action = page(requireRecentAuthentication(), async ({ request, context, member }) =>
  handleTwoFactorForm(request, member, context.clientAddress),
);

export default function TwoFactorPage() {
  const { now, timeZone, twoFactor, setUp } = useLoaderData<typeof loader>();
  const result = useFormReply<typeof action>();
  const brandName = useBrandName();
  const codes = result?.form === "codes" ? result.recoveryCodes : null;
  return (
    <>
      <LastAction />
      <SettingsParent section="security" />
      {codes ? (
        <>
          <RecoveryCodes codes={codes} brandName={brandName} />
          <p>
            <Link to={paths.settings({ section: "security" })}>I have kept them</Link>
          </p>
        </>
      ) : setUp ? (
        <TwoFactorSetup setUp={setUp} />
      ) : (
        <TwoFactorControls twoFactor={twoFactor} now={now} timeZone={timeZone} />
      )}
    </>
  );
}

export { clientAction } from "#app/components/forms/network-error.ts";
