import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { SaveError } from "#app/components/accounts/save-error.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { keepPageOnNetworkError } from "#app/components/forms/network-error.ts";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useClearSecrets } from "#app/components/forms/use-clear-secrets.ts";
import { useForm } from "#app/components/forms/use-form.ts";
import { Flash } from "#app/components/layout/flash.tsx";
import { brandNameOf } from "#app/components/layout/root-data.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { Panel, PanelBody, panelBodyClass } from "#app/components/ui/panel.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { type FormReply, handleForm } from "#app/http/forms/handle-form.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { PasswordChange } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { renewCookieToken } from "#app/services/auth/credentials/reauthentication.server.ts";
import { changePassword } from "#app/services/auth/registration/change-password.server.ts";
import { requestPasswordReset } from "#app/services/auth/registration/password-reset.server.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle("Password", brandNameOf(matches)) }];

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { user } = await requireUser(request);
  return { hasPassword: user.passwordHash !== null };
});

export const clientAction = keepPageOnNetworkError((fields) =>
  fields.get("form") === "link" ? undefined : messages.profile.passwordFailed,
);

export const action = page(async ({ request, context }: ActionFunctionArgs) => {
  const { user, sessionId } = await requireUser(request);
  const fields = await readForm(request);
  const here = paths.settings({ section: "password" });
  if (fields.get("form") === "link") {
    return handleForm(
      {
        form: "link",
        sent: fields,
        schema: z.object({}),
      },
      async () => {
        await consume([mailLimits.byEmail(user.email)]);
        await requestPasswordReset(user.email);
        return redirectWithFlash(here, { kind: "success", message: messages.profile.passwordLinkSent });
      },
    );
  }
  return handleForm(
    {
      form: "password",
      sent: fields,
      schema: PasswordChange,
      failed: messages.profile.passwordFailed,
      hide: ["currentPassword", "newPassword"],
    },
    async (passwords) => {
      await consume([signInLimits.byAddress(context.clientAddress), signInLimits.bySignedIn(user.id)]);
      await changePassword({ user, sessionId, ...passwords });
      const headers = new Headers({
        "Set-Cookie": await sessionCookie.serialize(await renewCookieToken(sessionId)),
      });
      return redirectWithFlash(here, { kind: "success", message: messages.profile.passwordUpdated }, headers);
    },
  );
});

type Passwords = { currentPassword: string; newPassword: string };

export default function PasswordSettings() {
  const { hasPassword } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const [form, fields] = useForm<Passwords>({ id: "password", lastResult: reply });
  const element = useClearSecrets("currentPassword", "newPassword");
  return (
    <>
      <Flash isNote={!hasPassword} />
      <SaveError reply={reply} />
      <Panel title="Password">
        {hasPassword ? (
          <Form method="post" className={panelBodyClass} ref={element} {...getFormProps(form)}>
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
          <PanelBody>
            <ErrorSummary formId={form.id} lastResult={reply} />
            <Alert>{messages.profile.passwordNone}</Alert>
            <Form method="post">
              <SubmitButton name="form" value="link" pending="Sending">
                Mail me a link to set a password
              </SubmitButton>
            </Form>
          </PanelBody>
        )}
      </Panel>
    </>
  );
}
