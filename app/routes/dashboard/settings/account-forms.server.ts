import { redirect } from "@remix-run/node";
import { signedOutHeaders } from "#app/http/auth/signed-out-headers.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { emailChangeLimits } from "#app/http/limits/limits.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { AccountForm, type ProfileFields } from "#app/schemas/profile.ts";
import { deactivateOwnAccount } from "#app/services/accounts/deactivate-account.server.ts";
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
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { profileDraft } from "./draft-cookies.server.ts";

const { profile } = messages;
const here = paths.settings({ section: "account" });
const done = (message: string) => redirectWithFlash(here, { kind: "success", message });

export function handleAccountForm(request: Request, member: Member) {
  const { user } = member;
  const userId = user.id;
  return handleForm(request, member, AccountForm, {
    profile: {
      failed: profile.profileFailed,
      onValid: ({ intent: _, ...input }) => saveProfile(member, input),
    },
    "resend-email": {
      async onValid() {
        const email = await findPendingEmail(userId);
        if (email === null) return redirect(here, 303);
        await consume(emailChangeLimits({ userId, email }));
        await resendEmailChange(userId);
        return done(profile.emailPending);
      },
    },
    "cancel-email": {
      async onValid() {
        await cancelEmailChange(userId);
        return done(profile.emailCancelled);
      },
    },
    address: {
      failed: profile.addressFailed,
      async onValid({ intent: _, ...address }) {
        await updateAddress({ userId, address });
        return done(profile.addressUpdated);
      },
    },
    phone: {
      failed: profile.phoneFailed,
      async onValid({ phoneNumber }) {
        await updatePhone({ userId, phoneNumber });
        return done(profile.phoneUpdated);
      },
    },
    deactivate: { onValid: () => deactivate(userId) },
  });
}

async function saveProfile(member: Member, input: ProfileFields): Promise<Response> {
  const { user, workspace, access, sessionId } = member;
  const isProven = isRecentlyAuthenticated(member);
  const isEmailNew = changesEmail({ user, email: input.email });
  if (isEmailNew && !isProven) {
    const headers = { "Set-Cookie": await profileDraft.serialize({ sessionId, typed: input }) };
    return redirect(paths.reauthenticate({ returnTo: here }), { status: 303, headers });
  }
  if (isEmailNew) await consume(emailChangeLimits({ userId: user.id, email: input.email }));
  const { isEmailPending } = await updateProfile({ access, workspace, userId: user.id, input, isProven });
  return done(isEmailPending ? `${profile.profileUpdated}. ${profile.emailPending}` : profile.profileUpdated);
}

async function deactivate(userId: string): Promise<Response> {
  try {
    await deactivateOwnAccount(userId);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return redirectWithFlash(here, { kind: "error", message: error.message });
  }
  const headers = new Headers(await signedOutHeaders());
  const message = messages.auth.accountDeactivated;
  return redirectWithFlash(paths.login(), { kind: "success", message }, headers);
}
