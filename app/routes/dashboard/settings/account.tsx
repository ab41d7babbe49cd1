import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AddressPanel } from "#app/components/accounts/address-panel.tsx";
import { DangerZone, ExportPanel, ReadyToExport } from "#app/components/accounts/danger-zone.tsx";
import { PhonePanel } from "#app/components/accounts/phone-panel.tsx";
import { PlanPanel } from "#app/components/accounts/plan-panel.tsx";
import { ProfilePanel } from "#app/components/accounts/profile-panel.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { LastAction, type PageHandle } from "#app/components/layout/page.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { presentUser } from "#app/presenters/user.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { findPendingEmail } from "#app/services/auth/registration/email-change.server.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { countVerifiedOfMonth, toPlanUsage } from "#app/services/workspaces/plan-usage.server.ts";
import { handleAccountForm } from "./account-forms.server.ts";
import { profileDraft } from "./draft-cookies.server.ts";

export const handle: PageHandle = {
  title: "Account settings",
  description: "Your name, username, email and picture.",
};

export const headers = pageHeaders;

export const loader = page(requireUser, async ({ request, member }) => {
  const { name, username, email, address, phoneNumber } = presentUser(member.user, member.workspace);
  const typed = await profileDraft.parse(request, member.sessionId);
  const profile = typed ?? { name, username, email };
  const isReadyToExport = isRecentlyAuthenticated(member) && new URL(request.url).searchParams.has("export");
  return data(
    {
      profile,
      isDraft: typed !== null,
      pendingEmail: await findPendingEmail(member.user.id),
      address,
      phoneNumber,
      isReadyToExport,
      planUsage: toPlanUsage(member.workspace, await countVerifiedOfMonth(member.workspace)),
    },
    typed ? { headers: { "Set-Cookie": await profileDraft.clear() } } : {},
  );
});

export const action = page(requireUser, async ({ request, member }) => handleAccountForm(request, member));

const failures: Record<string, string> = {
  profile: messages.profile.profileFailed,
  address: messages.profile.addressFailed,
  phone: messages.profile.phoneFailed,
};

export const clientAction = keepPageOnError((intent) => failures[intent]);

export default function AccountSettings() {
  const { profile, isDraft, pendingEmail, address, phoneNumber, isReadyToExport, planUsage } =
    useLoaderData<typeof loader>();
  return (
    <>
      <LastAction errors={{ except: ["profile", "address", "phone"] }} />
      {isReadyToExport ? <ReadyToExport /> : null}
      <ProfilePanel key={profile.email} profile={profile} isDraft={isDraft} pendingEmail={pendingEmail} />
      <AddressPanel address={address} />
      <PhonePanel key={phoneNumber} phoneNumber={phoneNumber} />
      <PlanPanel {...planUsage} />
      <ExportPanel />
      <DangerZone />
    </>
  );
}
