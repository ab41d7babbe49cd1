import { redirect } from "@remix-run/node";
import type { z } from "zod";
import { config } from "#app/env.server.ts";
import { authenticatePassword } from "#app/http/auth/authenticator.server.ts";
import { anyone } from "#app/http/auth/guards.server.ts";
import { signInBrowser } from "#app/http/auth/sign-in-response.server.ts";
import { serializeFlash } from "#app/http/cookies/flash.server.ts";
import { type FormHandlers, handleForm } from "#app/http/forms/handle-form.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { DemoLoginForm, SignInForm } from "#app/schemas/accounts.ts";
import { findDemoAccount } from "#app/services/accounts/demo-accounts.server.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import { EmailUnverified } from "#app/services/auth/sign-in/verify-credentials.server.ts";
import { findInvitation } from "#app/services/team/accept-invitation.server.ts";
import { pendingEmailCookie } from "./pending-email-cookie.server.ts";

/** The email of the invitation that the sign-in leads back to. */
export async function readInvitedEmail(request: Request): Promise<string | null> {
  const { searchParams } = new URL(request.url);
  const { pathname, searchParams: next } = new URL(
    safeRedirect(searchParams.get("returnTo"), paths.overview()),
    request.url,
  );
  const token = pathname === paths.invitation() ? next.get("token") : null;
  return (token && (await findInvitation({ token }))?.email) || null;
}

export function handleLoginForm(request: Request, context: LoadContext) {
  const limits = [signInLimits.byAddress(context.clientAddress)];
  const handlers: FormHandlers<z.output<typeof SignInForm>> = {
    "sign-in": {
      limits,
      hide: ["password"],
      async onValid({ usernameOrEmail, password }) {
        try {
          const form = { usernameOrEmail, password };
          const credentials = await authenticatePassword(form, request.headers.get("cookie"));
          return await signInBrowser({ request, context, credentials });
        } catch (error) {
          if (error instanceof Forbidden && error.code === "account_deactivated")
            return redirect(paths.accountDeactivated(), 303);
          if (!(error instanceof EmailUnverified)) throw error;
          const headers = await unverifiedHeaders(error);
          return redirect(paths.verifyEmailPending(), { status: 303, headers });
        }
      },
    },
  };
  // Elsewhere the page has no such form.
  if (!config.isDemo) return handleForm(request, anyone, SignInForm, handlers);
  return handleForm(request, anyone, DemoLoginForm, {
    ...handlers,
    "sign-in-demo": {
      limits,
      async onValid({ account }) {
        const credentials = await findDemoAccount(account);
        return signInBrowser({ request, context, credentials });
      },
    },
  });
}

/** Whoever knows the password may see the email that waits for its verification. */
async function unverifiedHeaders({ message, email }: EmailUnverified): Promise<Headers> {
  const headers = new Headers({ "Set-Cookie": await serializeFlash({ kind: "blank", message }) });
  headers.append("Set-Cookie", await pendingEmailCookie.serialize(email));
  return headers;
}
