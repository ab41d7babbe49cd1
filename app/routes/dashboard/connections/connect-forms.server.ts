import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { withProof } from "#app/http/auth/with-proof.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { paths } from "#app/paths.ts";
import type { AdPlatform } from "#app/services/ad-platforms/ad-platform.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
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
  { member, platform }: ConnectContext,
  { accessToken, assetId, password }: { accessToken: string; assetId?: string | null; password?: string },
): Promise<Response> {
  const { access } = member;
  const adPlatform = platform.id;
  const back = paths.integration({ adPlatform });
  return proveFirst({ member, platform }, password, async () => {
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
  return proveFirst(connecting, password, async () => {
    const { accountName } = await connectSpendAccount({ access: member.access, ...input });
    const message = `The spend of ${accountName} is read now, and every morning.`;
    return redirectWithFlash(paths.integration({ adPlatform: platform.id }), { kind: "success", message });
  });
}

/** Sends the owner to the platform to sign in there. */
export async function redirectToAdPlatform(connecting: ConnectContext, password?: string): Promise<Response> {
  const { sessionId, workspace } = connecting.member;
  return proveFirst(connecting, password, async () => {
    const started = { adPlatform: connecting.platform.id, redirectUri: redirectUri() };
    const { url, request } = await startAuthorization(started);
    const cookie = await oauthCookie.serialize({ sessionId, workspaceId: workspace.id, request });
    return redirect(url.href, { status: 303, headers: { "Set-Cookie": cookie } });
  });
}

/** The password is one of the form's fields. */
const proveFirst = (
  { member, platform }: Pick<ConnectContext, "member" | "platform">,
  password: string | undefined,
  work: () => Promise<Response>,
): Promise<Response> => {
  const returnTo = paths.integration({ adPlatform: platform.id });
  const withoutPassword = () => redirect(paths.reauthenticate({ returnTo }), 303);
  return withProof(member, { password, withoutPassword }, work);
};
