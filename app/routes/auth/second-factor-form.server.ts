import { redirect } from "@remix-run/node";
import { anyone } from "#app/http/auth/guards.server.ts";
import { readSignInOrigin, respondToSignIn } from "#app/http/auth/sign-in-response.server.ts";
import { twoFactorCookie } from "#app/http/auth/two-factor-cookie.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { DomainError, Invalid } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SecondFactorForm } from "#app/schemas/two-factor.ts";
import { twoFactorLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import { completeSecondFactor } from "#app/services/auth/sign-in/second-factor.server.ts";

/** The sign-in of this browser that waits for its second factor. */
export const readPending = (request: Request) => twoFactorCookie.parse(request.headers.get("cookie"));

export async function handleSecondFactorForm(request: Request, context: LoadContext) {
  const pending = await readPending(request);
  if (!pending) return restart(request, messages.twoFactor.ended);
  return handleForm(request, anyone, SecondFactorForm, {
    "second-factor": {
      limits: [twoFactorLimits.byAddress(context.clientAddress)],
      hide: ["code"],
      async onValid({ code }) {
        try {
          const origin = await readSignInOrigin(request, context);
          const authenticatedAt = new Date(pending.authenticatedAt);
          const result = await completeSecondFactor({ ...pending, authenticatedAt, code, ...origin });
          const response = await respondToSignIn({ request, origin, result });
          response.headers.append("Set-Cookie", await twoFactorCookie.clear());
          return response;
        } catch (error) {
          if (!(error instanceof DomainError) || error.status >= 500) throw error;
          if (error.code === "account_deactivated") return redirect(paths.accountDeactivated(), 303);
          if (error.code !== "invalid_code") return restart(request, error.message);
          throw new InvalidCode(error);
        }
      },
    },
  });
}

/** A wrong code, shown at its field. */
class InvalidCode extends Invalid {
  override readonly status = 401;

  constructor({ message }: DomainError) {
    super([{ field: "code", message }]);
  }
}

export function backToLogin(request: Request): string {
  const returnTo = safeRedirect(new URL(request.url).searchParams.get("returnTo"), paths.overview());
  return paths.login(returnTo === paths.overview() ? {} : { returnTo });
}

/** The sign-in starts again with the password. */
async function restart(request: Request, message: string): Promise<Response> {
  const headers = new Headers({ "Set-Cookie": await twoFactorCookie.clear() });
  return redirectWithFlash(backToLogin(request), { kind: "error", message }, headers);
}
