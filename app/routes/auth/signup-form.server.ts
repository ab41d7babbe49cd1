import { data, redirect } from "@remix-run/node";
import { anyone } from "#app/http/auth/guards.server.ts";
import { readSignInOrigin, respondToSignIn } from "#app/http/auth/sign-in-response.server.ts";
import { serializeFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { Conflict } from "#app/lib/errors.ts";
import { localCurrency } from "#app/lib/local-currency.ts";
import { addressKey, consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { toInvitationNames } from "#app/presenters/team.ts";
import { RegisterForm, type RegisterInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { TOKEN_MAX } from "#app/schemas/shared/limits.ts";
import { describeInvitation } from "#app/schemas/team.ts";
import {
  assertUsernameAvailable,
  registerAccount,
} from "#app/services/auth/registration/register-account.server.ts";
import { suggestUsernames } from "#app/services/auth/registration/suggest-usernames.server.ts";
import { signIn } from "#app/services/auth/sign-in/sign-in.server.ts";
import { findInvitation, hasAccount, registerInvited } from "#app/services/team/accept-invitation.server.ts";
import { chooseWorkspace } from "#app/services/workspaces/choose-workspace.server.ts";
import { pendingEmailCookie } from "./pending-email-cookie.server.ts";
import { readRegistration, registrationCookie } from "./registration-cookie.server.ts";

/** The registration of this browser that the form replaces, to correct its email. */
export const readReplacedRegistration = async (request: Request) =>
  new URL(request.url).searchParams.get("correct") === "email" ? await readRegistration(request) : null;

/**
 * The invitation in the page's address, for an email without an account.
 * @throws {Response} a redirect to the invitation's page, if the invitation is no longer valid or its email
 * has an account
 */
export async function readInvitation(request: Request) {
  const given = new URL(request.url).searchParams.get("invitation");
  if (given === null) return null;
  const token = given.slice(0, TOKEN_MAX);
  const found = await findInvitation({ token });
  if (!found || (await hasAccount(found))) throw redirect(paths.invitation({ token }), 303);
  return { token, email: found.email, description: describeInvitation(toInvitationNames(found)) };
}

type Invited = { request: Request; context: LoadContext; token: string; input: RegisterInput };

/** Registers whoever opened an invitation's link, and signs them in to the workspace that invited. */
async function registerAndJoin({ request, context, token, input }: Invited): Promise<Response> {
  const { user, joined } = await registerInvited({ token, input });
  const origin = await readSignInOrigin(request, context);
  const credentials = { kind: "verified" as const, user, authenticatedAt: new Date() };
  const result = await signIn({ credentials, ...origin });
  if (result.kind === "session")
    await chooseWorkspace({ sessionId: result.sessionId, userId: user.id, workspaceId: joined.id });
  const response = await respondToSignIn({ request, origin, result, to: paths.overview() });
  const message = `${messages.team.accepted} of ${joined.name}`;
  response.headers.append("Set-Cookie", await serializeFlash({ kind: "success", message }));
  return response;
}

export function handleSignUpForm(request: Request, context: LoadContext) {
  const { clientAddress, requestId } = context;
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
        const registration = { ...input, preferences: { timezone, currency } };
        const { invitation } = input;
        const replaced = await readReplacedRegistration(request);
        try {
          if (invitation)
            return await registerAndJoin({ request, context, token: invitation, input: registration });
          await assertUsernameAvailable(input.username, replaced?.id ?? null);
          await consume([mailLimits.byEmail(input.email)]);
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
