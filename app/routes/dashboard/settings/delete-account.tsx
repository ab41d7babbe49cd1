import { Link, useLoaderData } from "@remix-run/react";
import { TypedDeletion } from "#app/components/accounts/typed-deletion.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import text from "#app/components/ui/text.module.css";
import { requireRecentAuthentication } from "#app/http/auth/guards.server.ts";
import { signedOutHeaders } from "#app/http/auth/signed-out-headers.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { DeleteAccountForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { deleteAccount } from "#app/services/accounts/delete-account.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Delete account",
  description: "Deletes your account and everything that belongs to it.",
};

export const loader = page(requireRecentAuthentication(), async ({ member }) => {
  const { user } = member;
  return { username: user.username };
});

export const action = page(requireRecentAuthentication(), async ({ request, member }) => {
  const { user } = member;
  return handleForm(request, member, DeleteAccountForm, {
    delete: {
      async onValid({ username }) {
        if (username !== user.username)
          throw new Invalid([{ field: "username", message: messages.leaving.typeUsername }]);
        await deleteAccount({ userId: user.id });
        const headers = new Headers(await signedOutHeaders());
        const message = messages.leaving.deleted;
        return redirectWithFlash(paths.login(), { kind: "success", message }, headers);
      },
    },
  });
});

export default function DeleteAccount() {
  const { username } = useLoaderData<typeof loader>();
  const label = (
    <>
      Type your username, <span className={text.code}>{username}</span>
    </>
  );
  const below = (errors: string[]) =>
    errors.includes(messages.workspaces.lastOwner) ? (
      <p>
        <Link to={paths.settings({ section: "team" })}>Go to the team page</Link> to make another member an
        owner, or to remove the others.
      </p>
    ) : null;
  return (
    <TypedDeletion
      title="Delete account"
      field="username"
      keepTo={paths.settings({ section: "account" })}
      label={label}
      below={below}
    >
      Your form is closed, your keys stop working and you are signed out everywhere, at once. Submissions,
      deliveries, platforms and connections are erased within minutes; events that are still waiting will not
      be sent.
    </TypedDeletion>
  );
}
