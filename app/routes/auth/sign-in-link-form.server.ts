import { anyone } from "#app/http/auth/guards.server.ts";
import { signInBrowser } from "#app/http/auth/sign-in-response.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { addressKey } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { SignInLinkForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import { requestSignInLink } from "#app/services/auth/sign-in/sign-in-links.server.ts";

export const readToken = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export async function handleSignInLinkForm(request: Request, context: LoadContext) {
  const fields = await readForm(request);
  fields.set("token", readToken(request));
  return handleForm(fields, anyone, SignInLinkForm, {
    "send-link": {
      limits: [mailLimits.byAddress(addressKey(context.clientAddress))],
      async onValid({ email }) {
        await requestSignInLink(email);
        const message = messages.auth.signInLinkSent;
        return redirectWithFlash(paths.signInByLink(), { kind: "blank", message });
      },
    },
    "sign-in": {
      limits: [signInLimits.byAddress(context.clientAddress)],
      hide: ["token"],
      onValid({ token }) {
        const credentials = { kind: "email-link" as const, purpose: "sign-in-link" as const, token };
        return signInBrowser({ request, context, credentials });
      },
    },
  });
}
