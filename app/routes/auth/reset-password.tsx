import { parseWithZod } from "@conform-to/zod/v4";
import { Link, useLoaderData } from "@remix-run/react";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { PasswordField } from "#app/components/forms/password-field.tsx";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import text from "#app/components/ui/text.module.css";
import { anyone, requireSignedOut } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { tokenPageHeaders } from "#app/http/page-headers.ts";
import { describeAccessMethods } from "#app/lib/access-methods.ts";
import { paths } from "#app/paths.ts";
import { ResetForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { plainSentence } from "#app/schemas/shared/sentences.ts";
import { resetPassword } from "#app/services/auth/registration/password-reset.server.ts";

export const handle: PageHandle = {
  title: "Set a new password",
  description: "Choose a new password with the link from your email.",
  isUnlisted: true,
};

export const headers = tokenPageHeaders;

const readToken = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export const loader = page(requireSignedOut, async ({ request }) => {
  return { hasToken: readToken(request) !== "" };
});

export const clientAction = keepPageOnError(() => messages.auth.resetFailed);

export const action = page(anyone, async ({ request }) => {
  const fields = await readForm(request);
  fields.set("token", readToken(request));
  const failure = messages.auth.resetFailed;
  return handleForm(fields, anyone, ResetForm, {
    reset: {
      hide: ["password", "token"],
      failure,
      async onValid({ token, password }) {
        const stays = describeAccessMethods(await resetPassword({ token, password }));
        const message = [messages.auth.passwordReset, stays].filter(Boolean).join(" ");
        return redirectWithFlash(paths.login(), { kind: "success", message });
      },
    },
  });
});

const validate = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: ResetForm.pick({ password: true }), error: plainSentence });

export default function ResetPassword() {
  const { hasToken } = useLoaderData<typeof loader>();
  return (
    <AuthLayout title="Set a new password">
      {hasToken ? (
        <InputForm<typeof ResetForm>
          intent="reset"
          validate={validate}
          summary={{ isJoined: true, absent: ["token"], clearsOnInput: true }}
          submit="Set the password"
          pending="Setting"
        >
          {(fields, { reply }) => (
            <PasswordField
              key={reply?.requestId}
              label="New password"
              field={fields.password}
              autoComplete="new-password"
              hint="At least 8 characters. Avoid common passwords, your name and your email."
            />
          )}
        </InputForm>
      ) : (
        <p>{messages.auth.resetLinkInvalid}</p>
      )}
      <p className={text.secondary}>
        <Link to={paths.forgotPassword()}>Request a new link</Link>
      </p>
    </AuthLayout>
  );
}
