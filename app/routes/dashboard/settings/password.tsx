import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Flash } from "#app/components/flash.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { keepingThePage } from "#app/components/forms/unanswered.ts";
import { useForgottenFields } from "#app/components/forms/use-forgotten-fields.ts";
import { useForm } from "#app/components/forms/use-form.ts";
import { brandNameOf } from "#app/components/root-data.ts";
import { FailedNote } from "#app/components/settings/failed-note.tsx";
import { Note } from "#app/components/ui/note.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { answerForm, type FormAnswer } from "#app/http/form-action.server.ts";
import { readForm } from "#app/http/forms.server.ts";
import { requireUser } from "#app/http/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { addressKey, consume, mailLimits, signInLimits } from "#app/http/rate-limits.server.ts";
import { sessionCookie } from "#app/http/session-cookie.server.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { PasswordChange } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages.ts";
import { changePassword } from "#app/services/accounts/change-password.server.ts";
import { requestReset } from "#app/services/accounts/password-reset.server.ts";
import { renewCookieToken } from "#app/services/accounts/prove-password.server.ts";

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle("Password", brandNameOf(matches)) }];

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { user } = await requireUser(request);
  return { hasPassword: user.passwordHash !== null };
});

export const clientAction = keepingThePage((fields) =>
  fields.get("form") === "link" ? undefined : messages.profile.passwordFailed,
);

export const action = page(async ({ request, context }: ActionFunctionArgs) => {
  const { user, sessionId } = await requireUser(request);
  const fields = await readForm(request);
  const here = paths.settings({ section: "password" });
  if (fields.get("form") === "link") {
    return answerForm(
      {
        form: "link",
        sent: fields,
        schema: z.object({}),
      },
      async () => {
        await consume([mailLimits.byEmail(user.email)]);
        await requestReset(user.email);
        return redirectWithFlash(here, { kind: "success", message: messages.profile.passwordLinkSent });
      },
    );
  }
  return answerForm(
    {
      form: "password",
      sent: fields,
      schema: PasswordChange,
      failed: messages.profile.passwordFailed,
      hide: ["currentPassword", "newPassword"],
    },
    async (passwords) => {
      await consume([
        signInLimits.byAddress(addressKey(context.clientAddress)),
        signInLimits.byAccount(`proof:${user.id}`),
      ]);
      await changePassword({ user, sessionId, ...passwords });
      const headers = new Headers({ "Set-Cookie": sessionCookie.issue(await renewCookieToken(sessionId)) });
      return redirectWithFlash(here, { kind: "success", message: messages.profile.passwordUpdated }, headers);
    },
  );
});

type Passwords = { currentPassword: string; newPassword: string };

export default function PasswordSettings() {
  const { hasPassword } = useLoaderData<typeof loader>();
  const reply = useActionData<FormAnswer>();
  const [form, fields] = useForm<Passwords>({ id: "password", lastResult: reply });
  const element = useForgottenFields("currentPassword", "newPassword");
  return (
    <>
      <Flash isNote={!hasPassword} />
      <FailedNote reply={reply} />
      <Panel title="Password">
        {hasPassword ? (
          <Form method="post" className="panel-b" ref={element} {...getFormProps(form)}>
            <ErrorSummary formId={form.id} lastResult={reply} />
            <Field
              label="Current password"
              field={fields.currentPassword}
              type="password"
              autoComplete="current-password"
            />
            <Field
              label="New password"
              field={fields.newPassword}
              type="password"
              autoComplete="new-password"
              hint="8 to 128 characters, without your name or address. Your other devices are signed out."
            />
            <SubmitButton kind="primary" pending="Changing">
              Change password
            </SubmitButton>
          </Form>
        ) : (
          <div className="panel-b">
            <ErrorSummary formId={form.id} lastResult={reply} />
            <Note>{messages.profile.passwordNone}</Note>
            <Form method="post">
              <SubmitButton name="form" value="link" pending="Sending">
                Mail me a link to set a password
              </SubmitButton>
            </Form>
          </div>
        )}
      </Panel>
    </>
  );
}
