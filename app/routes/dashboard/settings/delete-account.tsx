import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { requireRecentAuthentication } from "#app/http/auth/guards.server.ts";
import { signedOutHeaders } from "#app/http/auth/signed-out-headers.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { USERNAME_MAX } from "#app/schemas/shared/limits.ts";
import { deleteAccount } from "#app/services/accounts/delete-account.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = { title: "Delete account" };

const DeleteForm = z.object({
  intent: z.literal("delete"),
  username: z.string(messages.leaving.typeUsername).trim().max(USERNAME_MAX, messages.leaving.typeUsername),
});

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { user } = await requireRecentAuthentication(request);
  return { username: user.username };
});

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const { user } = await requireRecentAuthentication(request);
  return handleForm(request, DeleteForm, {
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
  const reply = useFormReply<typeof action>();
  const errors = Object.values<string[] | null>(reply?.error ?? {}).flat();
  const isLastOwner = errors.includes(messages.workspaces.lastOwner);
  const [form, fields] = useForm<{ username: string }>({ intent: "delete", lastResult: reply });
  return (
    <>
      <Flash />
      <Panel title="Delete account">
        <PostForm intent="delete" className={panelBodyClass} {...getFormProps(form)}>
          <ErrorSummary formId={form.id} lastResult={reply} />
          <p>
            <b className={text.strong}>This can't be undone.</b> Your form is closed, your keys stop working
            and you are signed out everywhere, at once. Submissions, deliveries, platforms and connections are
            erased within minutes; events that wait are not sent any more.
          </p>
          <Field
            label={
              <>
                Type your username, <span className={text.code}>{username}</span>
              </>
            }
            field={fields.username}
            autoComplete="off"
            spellCheck={false}
          />
          {isLastOwner ? (
            <p>
              <Link to={paths.settings({ section: "team" })}>Go to the team page</Link> to make another member
              an owner, or to remove the others.
            </p>
          ) : null}
          <div className={layout.row}>
            <ButtonLink to={paths.settings({ section: "account" })}>Keep it</ButtonLink>
            <SubmitButton kind="danger" pending="Deleting">
              Delete account
            </SubmitButton>
          </div>
        </PostForm>
      </Panel>
    </>
  );
}
