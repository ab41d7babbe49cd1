import { requireMember } from "#app/http/auth/guards.server.ts";
import { type Flash, redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { page } from "#app/http/page.server.ts";
import { DomainError } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { consumeAuthorization } from "#app/services/auth/providers/used-authorizations.server.ts";
import { connectAsset } from "#app/services/connections/connect-platform.server.ts";
import { completeAuthorization } from "#app/services/connections/oauth.server.ts";
import { savePendingConnection } from "#app/services/connections/pending-connections.server.ts";
import { oauthCookie } from "./authorization.server.ts";

/** Where an ad platform redirects to. With one asset it is connected; with several the owner chooses. */
export const loader = page(requireMember("connections:write"), async ({ request, context, member }) => {
  const { access, workspace, sessionId } = member;
  const started = await oauthCookie.parse(request.headers.get("cookie"));
  const headers = new Headers({ "Set-Cookie": await oauthCookie.clear() });
  const isOwn = started?.sessionId === sessionId && started.workspaceId === workspace.id;
  if (!started || !isOwn) {
    const flash: Flash = { kind: "error", message: messages.connections.expired };
    return redirectWithFlash(paths.integrations(), flash, headers);
  }
  const { adPlatform, state } = started.request;
  const back = paths.integration({ adPlatform });
  const { searchParams } = new URL(request.url);
  if (searchParams.get("error") === "access_denied")
    return redirectWithFlash(back, { kind: "blank", message: messages.connections.cancelled }, headers);
  try {
    await consumeAuthorization(state);
    const { credential, assets } = await completeAuthorization(started.request, searchParams);
    const target = { access, adPlatform };
    const [only, ...others] = assets;
    if (!only || others.length > 0) {
      await savePendingConnection({ ...target, sessionId }, { credential, assets });
      return redirectWithFlash(
        back,
        { kind: "blank", message: "Almost done. Choose what receives the events." },
        headers,
      );
    }
    await connectAsset({ ...target, credential, assetId: only.id });
    const message = `${adPlatformName(adPlatform)} is connected.`;
    return redirectWithFlash(back, { kind: "success", message }, headers);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { body } = toErrorResponse(error, context.requestId);
    return redirectWithFlash(back, { kind: "error", message: body.error }, headers);
  }
});
