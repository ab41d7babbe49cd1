import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Flash } from "#app/components/flash.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { keepingThePage } from "#app/components/forms/unanswered.ts";
import { brandNameOf } from "#app/components/root-data.ts";
import { AddressPanel } from "#app/components/settings/address-panel.tsx";
import { FailedNote } from "#app/components/settings/failed-note.tsx";
import { ExportPanel, LeavePanel, ReadyToExport } from "#app/components/settings/leave-panels.tsx";
import { PhonePanel } from "#app/components/settings/phone-panel.tsx";
import { ProfilePanel } from "#app/components/settings/profile-panel.tsx";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { answerForm, type FormAnswer } from "#app/http/form-action.server.ts";
import { readForm } from "#app/http/forms.server.ts";
import { requireUser } from "#app/http/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { consume, emailChangeLimits } from "#app/http/rate-limits.server.ts";
import { sessionCookie } from "#app/http/session-cookie.server.ts";
import { typedProfile } from "#app/http/typed-cookie.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { presentUser } from "#app/presenters/user.ts";
import { messages } from "#app/schemas/messages.ts";
import { AddressForm, PhoneForm, ProfileForm } from "#app/schemas/profile.ts";
import { deactivateAccount } from "#app/services/accounts/deactivate-account.server.ts";
import {
  cancelEmailChange,
  findPendingEmail,
  resendEmailChange,
} from "#app/services/accounts/email-change.server.ts";
import { isFreshProof } from "#app/services/accounts/sessions.server.ts";
import {
  changesEmail,
  updateAddress,
  updatePhone,
  updateProfile,
} from "#app/services/accounts/update-profile.server.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle("Account settings", brandNameOf(matches)) },
];

export const headers = pageHeaders;

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const signedIn = await requireUser(request);
  const { name, username, email, address, phoneNumber } = presentUser(signedIn.user);
  const typed = typedProfile.read(request, signedIn.sessionId);
  const profile = typed ?? { name, username, email };
  const isReadyToExport = isFreshProof(signedIn) && new URL(request.url).searchParams.has("export");
  return data(
    {
      profile,
      isTyped: typed !== null,
      pendingEmail: await findPendingEmail(signedIn.user.id),
      address,
      phoneNumber,
      isReadyToExport,
    },
    typed ? { headers: { "Set-Cookie": typedProfile.clear() } } : {},
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
  const headers = new Headers({ "Set-Cookie": sessionCookie.clear() });
  const message = messages.auth.accountDeactivated;
  return redirectWithFlash(paths.login(), { kind: "success", message }, headers);
}

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const signedIn = await requireUser(request);
  const { user } = signedIn;
  const fields = await readForm(request);
  switch (fields.get("form")) {
    case "profile":
      return answerForm(
        {
          form: "profile",
          sent: fields,
          schema: ProfileForm,
          failed: profile.profileFailed,
        },
        async (input) => {
          const isProven = isFreshProof(signedIn);
          const isEmailNew = changesEmail({ user, email: input.email });
          if (isEmailNew && !isProven) {
            const { sessionId } = signedIn;
            const headers = { "Set-Cookie": typedProfile.issue({ sessionId, typed: input }) };
            return redirect(paths.reauthenticate({ returnTo: here }), { status: 303, headers });
          }
          if (isEmailNew) await consume(emailChangeLimits({ userId: user.id, email: input.email }));
          const { isEmailPending } = await updateProfile({ userId: user.id, input, isProven });
          return done(
            isEmailPending ? `${profile.profileUpdated}. ${profile.emailPending}` : profile.profileUpdated,
          );
        },
      );
    case "email-again": {
      const pendingEmail = await findPendingEmail(user.id);
      if (pendingEmail === null) return redirect(here, 303);
      return answerForm(
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
      return answerForm(
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
      return answerForm(
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

export const clientAction = keepingThePage((fields) => failures[String(fields.get("form"))]);

export default function AccountSettings() {
  const { profile, isTyped, pendingEmail, address, phoneNumber, isReadyToExport } =
    useLoaderData<typeof loader>();
  const reply = useActionData<FormAnswer>();
  const resultOf = (form: string) => (reply?.form === form ? reply : undefined);
  return (
    <>
      <Flash />
      <FailedNote reply={reply} />
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
      <LeavePanel />
    </>
  );
}
