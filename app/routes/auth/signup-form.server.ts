import { data, redirect } from "@remix-run/node";
import { anyone } from "#app/http/auth/guards.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { Conflict } from "#app/lib/errors.ts";
import { localCurrency } from "#app/lib/local-currency.ts";
import { addressKey, consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { RegisterForm } from "#app/schemas/accounts.ts";
import {
  assertUsernameAvailable,
  registerAccount,
} from "#app/services/auth/registration/register-account.server.ts";
import { suggestUsernames } from "#app/services/auth/registration/suggest-usernames.server.ts";
import { pendingEmailCookie } from "./pending-email-cookie.server.ts";
import { readRegistration, registrationCookie } from "./registration-cookie.server.ts";

/** The registration of this browser that the form replaces, to correct its email. */
export const readReplacedRegistration = async (request: Request) =>
  new URL(request.url).searchParams.get("correct") === "email" ? await readRegistration(request) : null;

export function handleSignUpForm(request: Request, { clientAddress, requestId }: LoadContext) {
  return handleForm(request, anyone, RegisterForm, {
    register: {
      limits: [mailLimits.byAddress(addressKey(clientAddress))],
      hide: ["password"],
      async onValid({ intent: _, ...input }, reply) {
        const timezone = input.preferences?.timezone;
        const currency = localCurrency({
          timeZone: timezone,
          languages: request.headers.get("accept-language"),
        });
        const replaced = await readReplacedRegistration(request);
        try {
          await assertUsernameAvailable(input.username, replaced?.id ?? null);
          await consume([mailLimits.byEmail(input.email)]);
          const registration = { ...input, preferences: { timezone, currency } };
          const { user } = await registerAccount(registration, replaced?.id ?? null);
          const headers = new Headers({ "Set-Cookie": await pendingEmailCookie.serialize(input.email) });
          const { name, username } = input;
          headers.append("Set-Cookie", await registrationCookie.serialize({ id: user.id, name, username }));
          return redirect(paths.verifyEmailPending(), { status: 303, headers });
        } catch (error) {
          if (!(error instanceof Conflict) || error.code !== "username_taken") throw error;
          const refused = reply({ fieldErrors: { username: [error.message] } });
          const suggestions = await suggestUsernames(input);
          return data({ ...refused, form: "register", requestId, suggestions }, 409);
        }
      },
    },
  });
}
