import { getFormProps } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { removePendingEmail } from "#app/browser/pending-email.ts";
import { OrWithProvider } from "#app/components/auth/provider-buttons.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { useRootData } from "#app/components/layout/root-data.ts";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { getSession } from "#app/http/auth/guards.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import { page } from "#app/http/page.server.ts";
import { addressKey, consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { RegisterForm } from "#app/schemas/accounts.ts";
import { plainSentence } from "#app/schemas/shared/sentences.ts";
import { registerAccount } from "#app/services/auth/registration/register-account.server.ts";
import { pendingEmailCookie } from "./pending-email-cookie.server.ts";
import { providerButtons, providerPageHeaders, providerPolicy } from "./provider-buttons.server.ts";
import { redirectToDashboard } from "./redirect-origin.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

type SignUpFields = { name: string; username: string; email: string; password: string };

export const handle: PageHandle = { title: "Create an account" };

export const loader = page(async ({ request, context }: LoaderFunctionArgs) => {
  if (await getSession(request)) throw await redirectToDashboard(request);
  return data({ providers: providerButtons() }, { headers: providerPolicy(context) });
});

export const headers = providerPageHeaders;

export const action = page(async ({ request, context }: ActionFunctionArgs) => {
  const limits = [mailLimits.byAddress(addressKey(context.clientAddress))];
  return handleForm(request, RegisterForm, {
    register: {
      limits,
      hide: ["password"],
      async onValid({ intent: _, ...input }) {
        await consume([mailLimits.byEmail(input.email)]);
        await registerAccount(input);
        return redirect(paths.verifyEmailPending(), {
          status: 303,
          headers: { "Set-Cookie": await pendingEmailCookie.serialize(input.email) },
        });
      },
    },
  });
});

export default function SignUp() {
  const brandName = useRootData()?.brandName ?? "";
  const { providers } = useLoaderData<typeof loader>();
  const lastResult = useFormReply<typeof action>();
  const [form, fields] = useForm<SignUpFields>({
    id: "signup",
    intent: "register",
    lastResult,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: RegisterForm, error: plainSentence }),
  });
  return (
    <AuthLayout brandName={brandName} title="Create an account">
      <ErrorSummary formId={form.id} lastResult={lastResult} />
      <PostForm
        intent="register"
        className={layout.stack}
        onSubmitCapture={removePendingEmail}
        {...getFormProps(form)}
      >
        <Field label="Name" field={fields.name} autoComplete="name" />
        <Field
          label="Username"
          field={fields.username}
          autoComplete="username"
          spellCheck={false}
          hint="3 to 30 letters without accents, digits, dots, underscores and hyphens."
        />
        <Field label="E-mail" field={fields.email} type="email" autoComplete="email" />
        <Field
          label="Password"
          field={fields.password}
          type="password"
          autoComplete="new-password"
          hint="8 to 128 characters. Anything but the common ones, your name or your address."
        />
        <SubmitButton kind="attest" pending="Creating">
          Create account
        </SubmitButton>
      </PostForm>
      <OrWithProvider providers={providers} />
      <p className={text.secondary}>
        Have an account? <Link to={paths.login()}>Sign in</Link>
      </p>
    </AuthLayout>
  );
}
