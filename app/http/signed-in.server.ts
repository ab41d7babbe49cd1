import { redirect } from "@remix-run/node";
import type { User } from "#app/models/user.server.ts";
import { paths } from "#app/paths.ts";
import type { Origin } from "#app/services/accounts/known-devices.server.ts";
import { completeSignIn } from "#app/services/accounts/sign-in.server.ts";
import { safeRedirect } from "./flash.server.ts";
import { sessionCookie } from "./session-cookie.server.ts";
import { themeCookie } from "./theme.server.ts";
import { newVisitor } from "./visitor-cookie.server.ts";

type SignedInArguments = {
  request: Request;
  /** Who has proven to be the account's owner, with all steps it asks for. */
  user: User;
  origin: Origin;
  previousSessionId: string | null;
  /** Where to go; else where the request's `returnTo` says. */
  to?: string;
};

/** Opens the browser's session and goes to where its owner wanted to go. The browser is known to the account from now on. */
export async function signedIn({
  request,
  user,
  origin,
  previousSessionId,
  to,
}: SignedInArguments): Promise<Response> {
  const visitor = origin.cookieId ? null : newVisitor();
  const cookieId = origin.cookieId ?? visitor?.id ?? null;
  const { token } = await completeSignIn({
    user,
    origin: { ...origin, cookieId, deviceId: origin.deviceId ?? cookieId },
    previousSessionId,
  });
  const headers = new Headers();
  headers.append("Set-Cookie", sessionCookie.issue(token));
  headers.append("Set-Cookie", themeCookie(user.theme));
  if (visitor) headers.append("Set-Cookie", visitor.cookie);
  const returnTo = safeRedirect(to ?? new URL(request.url).searchParams.get("returnTo"), paths.overview());
  return redirect(returnTo, { status: 303, headers });
}
