import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { anyone, getSession } from "#app/http/auth/guards.server.ts";
import { signedOutHeaders } from "#app/http/auth/signed-out-headers.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { paths } from "#app/paths.ts";
import { SignOutForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { endSession } from "#app/services/auth/sessions/sessions.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

/** Signing out is a post. A GET goes to the start page. */
export function loader(_: LoaderFunctionArgs) {
  return redirect(paths.landing());
}

export const action = page(anyone, ({ request }) =>
  handleForm(request, anyone, SignOutForm, {
    "sign-out": {
      async onValid() {
        const signedIn = await getSession(request);
        if (signedIn) await endSession(signedIn.sessionId);
        const headers = new Headers(await signedOutHeaders());
        const message = messages.auth.loggedOut;
        const to = safeRedirect(new URL(request.url).searchParams.get("returnTo"), paths.login());
        return redirectWithFlash(to, { kind: "success", message }, headers);
      },
    },
  }),
);
