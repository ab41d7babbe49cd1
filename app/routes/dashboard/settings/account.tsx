import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { AddressPanel } from "#app/components/accounts/address-panel.tsx";
import { DangerZone, ExportPanel, ReadyToExport } from "#app/components/accounts/danger-zone.tsx";
import { PhonePanel } from "#app/components/accounts/phone-panel.tsx";
import { ProfilePanel } from "#app/components/accounts/profile-panel.tsx";
import { SaveError } from "#app/components/accounts/save-error.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { keepPageOnNetworkError } from "#app/components/forms/network-error.ts";
import { Flash } from "#app/components/layout/flash.tsx";
import { brandNameOf } from "#app/components/layout/root-data.ts";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { type FormReply, handleForm } from "#app/http/forms/handle-form.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { emailChangeLimits } from "#app/http/limits/limits.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { Conflict } from "#app/lib/errors.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { presentUser } from "#app/presenters/user.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { AddressForm, PhoneForm, ProfileForm } from "#app/schemas/profile.ts";
import { deactivateAccount } from "#app/services/accounts/deactivate-account.server.ts";
import {
  changesEmail,
  updateAddress,
  updatePhone,
  updateProfile,
} from "#app/services/accounts/update-account.server.ts";
import {
  cancelEmailChange,
  findPendingEmail,
  resendEmailChange,
} from "#app/services/auth/registration/email-change.server.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { profileDraft } from "./draft-cookies.server.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle("Account settings", brandNameOf(matches)) },
];

export const headers = pageHeaders;

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const signedIn = await requireUser(request);
  const { name, username, email, address, phoneNumber } = presentUser(signedIn.user, signedIn.workspace);
  const typed = await profileDraft.parse(request, signedIn.sessionId);
  const profile = typed ?? { name, username, email };
  const isReadyToExport =
    isRecentlyAuthenticated(signedIn) && new URL(request.url).searchParams.has("export");
  return data(
    {
      profile,
      isTyped: typed !== null,
      pendingEmail: await findPendingEmail(signedIn.user.id),
      address,
      phoneNumber,
      isReadyToExport,
    },
    typed ? { headers: { "Set-Cookie": await profileDraft.clear() } } : {},
  );
});

const here = paths.settings({ section: "account" });
const done = (message: string) => redirectWithFlash(here, { kind: "success", message });
const { profile } = messages;

async function deactivate(userId: string): Promise<Response> {
  try {
    await deactivateAccount(userId);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return redirectWithFlash(here, { kind: "error", message: error.message });
  }
  const headers = new Headers({ "Set-Cookie": await sessionCookie.clear() });
  const message = messages.auth.accountDeactivated;
  return redirectWithFlash(paths.login(), { kind: "success", message }, headers);
}

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const signedIn = await requireUser(request);
  const { user, workspace, role } = signedIn;
  const fields = await readForm(request);
  switch (fields.get("form")) {
    case "profile":
      return handleForm(
        {
          form: "profile",
          sent: fields,
          schema: ProfileForm,
          failed: profile.profileFailed,
        },
        async (input) => {
          const isProven = isRecentlyAuthenticated(signedIn);
          const isEmailNew = changesEmail({ user, email: input.email });
          if (isEmailNew && !isProven) {
            const { sessionId } = signedIn;
            const headers = { "Set-Cookie": await profileDraft.serialize({ sessionId, typed: input }) };
            return redirect(paths.reauthenticate({ returnTo: here }), { status: 303, headers });
          }
          if (isEmailNew) await consume(emailChangeLimits({ userId: user.id, email: input.email }));
          const { isEmailPending } = await updateProfile({
            workspace,
            role,
            userId: user.id,
            input,
            isProven,
          });
          return done(
            isEmailPending ? `${profile.profileUpdated}. ${profile.emailPending}` : profile.profileUpdated,
          );
        },
      );
    case "email-again": {
      const pendingEmail = await findPendingEmail(user.id);
      if (pendingEmail === null) return redirect(here, 303);
      return handleForm(
        {
          form: "email-again",
          sent: fields,
          schema: z.object({}),
        },
        async () => {
          await consume(emailChangeLimits({ userId: user.id, email: pendingEmail }));
          await resendEmailChange(user.id);
          return done(profile.emailPending);
        },
      );
    }
    case "email-cancel":
      await cancelEmailChange(user.id);
      return done(profile.emailCancelled);
    case "address":
      return handleForm(
        {
          form: "address",
          sent: fields,
          schema: AddressForm,
          failed: profile.addressFailed,
        },
        async (address) => {
          await updateAddress({ userId: user.id, address });
          return done(profile.addressUpdated);
        },
      );
    case "phone":
      return handleForm(
        {
          form: "phone",
          sent: fields,
          schema: PhoneForm,
          failed: profile.phoneFailed,
        },
        async ({ phoneNumber }) => {
          await updatePhone({ userId: user.id, phoneNumber });
          return done(profile.phoneUpdated);
        },
      );
    case "deactivate":
      return deactivate(user.id);
    default:
      throw new Response(null, { status: 400 });
  }
});

const failures: Record<string, string> = {
  profile: profile.profileFailed,
  address: profile.addressFailed,
  phone: profile.phoneFailed,
};

export const clientAction = keepPageOnNetworkError((fields) => failures[String(fields.get("form"))]);

export default function AccountSettings() {
  const { profile, isTyped, pendingEmail, address, phoneNumber, isReadyToExport } =
    useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const resultOf = (form: string) => (reply?.form === form ? reply : undefined);
  return (
    <>
      <Flash />
      <SaveError reply={reply} />
      <ErrorSummary formId="email-again" lastResult={resultOf("email-again")} />
      {isReadyToExport ? <ReadyToExport /> : null}
      <ProfilePanel
        key={profile.email}
        profile={profile}
        isTyped={isTyped}
        pendingEmail={pendingEmail}
        lastResult={resultOf("profile")}
      />
      <AddressPanel address={address} lastResult={resultOf("address")} />
      <PhonePanel key={phoneNumber} phoneNumber={phoneNumber} lastResult={resultOf("phone")} />
      <ExportPanel />
      <DangerZone />
    </>
  );
}
