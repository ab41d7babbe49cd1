import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { Invalid } from "#app/lib/errors.ts";
import { countFailures } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { AdPlatform } from "#app/services/ad-platforms/ad-platform.ts";
import {
  checkPassword,
  markReauthenticated,
  renewCookieToken,
} from "#app/services/auth/credentials/reauthentication.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import { AssetNeeded, connectWithToken } from "#app/services/connections/connect-platform.server.ts";
import { startAuthorization } from "#app/services/connections/oauth.server.ts";
import { savePendingConnection } from "#app/services/connections/pending-connections.server.ts";
import { connectSpendAccount } from "#app/services/spend/accounts/manage-accounts.server.ts";
import { oauthCookie, redirectUri } from "./authorization.server.ts";

export type ConnectContext = {
  member: Member;
  platform: AdPlatform;
  context: Pick<LoadContext, "clientAddress">;
};
export type ConnectArguments = Pick<ActionFunctionArgs, "request"> & ConnectContext;

/** Connects by the pasted token. If only its asset is missing or wrong, the page keeps the token and asks for it. */
export async function connect(
  { member, platform, context }: ConnectContext,
  { accessToken, assetId, password }: { accessToken: string; assetId?: string | null; password?: string },
): Promise<Response> {
  const { access } = member;
  const adPlatform = platform.id;
  const back = paths.integration({ adPlatform });
  return withProof({ member, platform, context }, password, async () => {
    try {
      await connectWithToken({ access, adPlatform, accessToken, assetId });
    } catch (error) {
      if (!(error instanceof AssetNeeded)) throw error;
      const owner = { access, adPlatform, sessionId: member.sessionId };
      await savePendingConnection(owner, error);
      if (assetId || error.assets.length === 0) throw error;
      return redirect(back, 303);
    }
    return redirectWithFlash(back, { kind: "success", message: `${platform.name} is connected.` });
  });
}

/** Has an ad account's spend read by the pasted token. */
export async function connectSpend(
  connecting: ConnectContext,
  { password, ...input }: { connectionId: string; accountId: string; accessToken: string; password?: string },
): Promise<Response> {
  const { member, platform } = connecting;
  return withProof(connecting, password, async () => {
    const { accountName } = await connectSpendAccount({ access: member.access, ...input });
    const message = `The spend of ${accountName} is read now, and every morning.`;
    return redirectWithFlash(paths.integration({ adPlatform: platform.id }), { kind: "success", message });
  });
}

/** Sends the owner to the platform to sign in there. */
export async function redirectToAdPlatform(connecting: ConnectContext, password?: string): Promise<Response> {
  const { sessionId, workspace } = connecting.member;
  return withProof(connecting, password, async () => {
    const started = { adPlatform: connecting.platform.id, redirectUri: redirectUri() };
    const { url, request } = await startAuthorization(started);
    const cookie = await oauthCookie.serialize({ sessionId, workspaceId: workspace.id, request });
    return redirect(url.href, { status: 303, headers: { "Set-Cookie": cookie } });
  });
}

/**
 * Runs what needs a recent sign-in, after the password of the same form. The session counts as authenticated,
 * under a new cookie, once all is done: a form that comes back is still of the old cookie.
 */
async function withProof(
  { member, platform, context }: ConnectContext,
  password: string | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  const { user, sessionId } = member;
  if (isRecentlyAuthenticated(member)) return work();
  if (user.passwordHash === null)
    return redirect(paths.reauthenticate({ returnTo: paths.integration({ adPlatform: platform.id }) }), 303);
  if (!password) throw new Invalid([{ field: "password", message: messages.fields.passwordRequired }]);
  const limits = [signInLimits.byAddress(context.clientAddress), signInLimits.bySignedIn(user.id)];
  await countFailures(limits, () => checkPassword({ user, password }));
  const response = await work();
  await markReauthenticated(sessionId);
  response.headers.append("Set-Cookie", await sessionCookie.serialize(await renewCookieToken(sessionId)));
  return response;
}
