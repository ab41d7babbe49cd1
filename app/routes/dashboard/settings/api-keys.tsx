import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ApiKeyList } from "#app/components/auth/api-key-list.tsx";
import { CreateApiKey } from "#app/components/auth/create-api-key.tsx";
import { CreatedApiKey } from "#app/components/auth/created-api-key.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import { brandNameOf } from "#app/components/layout/root-data.ts";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { type FormReply, handleForm } from "#app/http/forms/handle-form.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { isId, newId } from "#app/lib/ids.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { presentApiKey } from "#app/presenters/api-key.ts";
import { ApiKeyForm, type Lifetime } from "#app/schemas/api-keys.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  AlreadyCreated,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from "#app/services/auth/credentials/manage-api-keys.server.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { apiKeyDraft } from "./draft-cookies.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle("API keys", brandNameOf(matches)) }];

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const signedIn = await requireMember(request, "apiKeys:read");
  const typed = await apiKeyDraft.parse(request, signedIn.sessionId);
  const settings = {
    apiKeys: (await listApiKeys(signedIn.workspace.id)).map((apiKey) => ({
      ...presentApiKey(apiKey),
      ...(apiKey.createdByUserId === signedIn.user.id ? { createdBy: null } : {}),
    })),
    isProven: isRecentlyAuthenticated(signedIn),
    typed,
    onceId: newId(),
    now: new Date().toISOString(),
    timeZone: signedIn.workspace.timeZone,
  };
  return data(settings, typed ? { headers: { "Set-Cookie": await apiKeyDraft.clear() } } : {});
});

const here = paths.settings({ section: "api-keys" });

/** The form brings the id that its key will have: sent twice, it makes one. */
function onceIdOf(fields: URLSearchParams): string | undefined {
  const id = fields.get("onceId");
  return id && isId(id) ? id : undefined;
}

/** The key travels in this one answer: in no address and no cookie. */
type Made = { form: "made"; name: string; key: string };

const expiryOf = (lifetime: Lifetime) =>
  lifetime === "never" ? null : new Date(Date.now() + Number(lifetime) * DAY).toISOString();

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const signedIn = await requireMember(request, "apiKeys:write");
  const { user, workspace, sessionId } = signedIn;
  const fields = await readForm(request);
  const revoked = fields.get("key");
  if (revoked !== null) {
    await revokeApiKey({ workspaceId: workspace.id, keyId: revoked });
    return redirectWithFlash(here, { kind: "success", message: messages.apiKeys.revoked });
  }
  return handleForm(
    {
      form: "new-key",
      sent: fields,
      schema: ApiKeyForm,
    },
    async (typed) => {
      if (!isRecentlyAuthenticated(signedIn)) {
        const headers = { "Set-Cookie": await apiKeyDraft.serialize({ sessionId, typed }) };
        return redirect(paths.reauthenticate({ returnTo: here }), { status: 303, headers });
      }
      const { name, scopes, lifetime } = typed;
      const input = { name, scopes, expiresAt: expiryOf(lifetime) };
      try {
        const { key } = await createApiKey({
          workspaceId: workspace.id,
          user,
          input,
          id: onceIdOf(fields),
        });
        return data<Made>({ form: "made", name, key }, { status: 201 });
      } catch (error) {
        // Without script a reload sends the form once more.
        if (!(error instanceof AlreadyCreated)) throw error;
        return redirectWithFlash(here, { kind: "error", message: error.message });
      }
    },
  );
});

export default function ApiKeySettings() {
  const { apiKeys, isProven, typed, onceId, now, timeZone } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply | Made>();
  return (
    <>
      <Flash />
      {reply?.form === "made" && "key" in reply ? (
        <CreatedApiKey name={reply.name} value={reply.key} />
      ) : null}
      <CreateApiKey
        key={reply?.form === "made" && "key" in reply ? reply.key : "new"}
        isProven={isProven}
        typed={typed}
        onceId={onceId}
        lastResult={reply && "status" in reply ? reply : undefined}
      />
      <ApiKeyList apiKeys={apiKeys} now={now} timeZone={timeZone} />
    </>
  );
}
