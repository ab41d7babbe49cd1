import { data, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ApiKeyList } from "#app/components/auth/api-key-list.tsx";
import { CreateApiKey } from "#app/components/auth/create-api-key.tsx";
import { CreatedApiKey } from "#app/components/auth/created-api-key.tsx";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { LastAction, type PageHandle } from "#app/components/layout/page.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { isId, newId } from "#app/lib/ids.ts";
import { paths } from "#app/paths.ts";
import { presentApiKey } from "#app/presenters/api-key.ts";
import { type ApiKeyDraft, ApiKeyForm, type Lifetime } from "#app/schemas/api-keys.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  AlreadyCreated,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from "#app/services/auth/credentials/manage-api-keys.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { apiKeyDraft } from "./draft-cookies.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "API keys",
  description: "Keys with which your programs call the API.",
};

export const loader = page(requireMember("apiKeys:read"), async ({ request, member }) => {
  const typed = await apiKeyDraft.parse(request, member.sessionId);
  const settings = {
    apiKeys: (await listApiKeys(member.workspace.id)).map((apiKey) => ({
      ...presentApiKey(apiKey),
      ...(apiKey.createdByUserId === member.user.id ? { createdBy: null } : {}),
    })),
    isProven: isRecentlyAuthenticated(member),
    typed,
    onceId: newId(),
    now: new Date().toISOString(),
    timeZone: member.workspace.timeZone,
  };
  return data(settings, typed ? { headers: { "Set-Cookie": await apiKeyDraft.clear() } } : {});
});

const here = paths.settings({ section: "api-keys" });

/** The key travels in this one response: in no address and no cookie. */
type CreatedKeyReply = { form: "created"; name: string; key: string };

const toExpiry = (lifetime: Lifetime) =>
  lifetime === "never" ? null : new Date(Date.now() + Number(lifetime) * DAY).toISOString();

export const action = page(requireMember("apiKeys:write"), async ({ request, member }) => {
  return handleForm(request, member, ApiKeyForm, {
    create: { onValid: ({ onceId, ...draft }) => create(member, draft, onceId) },
    revoke: {
      async onValid({ keyId }) {
        await revokeApiKey({ access: member.access, keyId });
        return redirectWithFlash(here, { kind: "success", message: messages.apiKeys.revoked });
      },
    },
  });
});

async function create(member: Member, draft: ApiKeyDraft, onceId = "") {
  const { access, user, sessionId } = member;
  const { name, scopes, lifetime } = draft;
  if (!isRecentlyAuthenticated(member)) {
    const draftCookie = await apiKeyDraft.serialize({ sessionId, typed: { name, scopes, lifetime } });
    const headers = { "Set-Cookie": draftCookie };
    return redirect(paths.reauthenticate({ returnTo: here }), { status: 303, headers });
  }
  const input = { name, scopes, expiresAt: toExpiry(lifetime) };
  try {
    const id = isId(onceId) ? onceId : undefined;
    const { key } = await createApiKey({ access, user, input, id });
    return data<CreatedKeyReply>({ form: "created", name, key }, { status: 201 });
  } catch (error) {
    // Without script a reload sends the form once more.
    if (!(error instanceof AlreadyCreated)) throw error;
    return redirectWithFlash(here, { kind: "error", message: error.message });
  }
}

export default function ApiKeySettings() {
  const { apiKeys, isProven, typed, onceId, now, timeZone } = useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  const created = reply?.form === "created" ? reply : undefined;
  return (
    <>
      <LastAction errors={{ except: ["create"] }} />
      {created ? <CreatedApiKey name={created.name} value={created.key} /> : null}
      <CreateApiKey key={created?.key ?? "new"} isProven={isProven} typed={typed} onceId={onceId} />
      <p className={text.small}>
        What a key can do is in the <Link to={paths.apiReference()}>API reference</Link>.
      </p>
      <ApiKeyList apiKeys={apiKeys} now={now} timeZone={timeZone} />
    </>
  );
}
