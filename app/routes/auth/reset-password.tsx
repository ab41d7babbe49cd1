import { getFormProps } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { keepingThePage } from "#app/components/forms/unanswered.ts";
import { useForm } from "#app/components/forms/use-form.ts";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import { brandNameOf, useRootData } from "#app/components/root-data.ts";
import { redirectToDashboard } from "#app/http/came-from.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { answerForm, type FormAnswer } from "#app/http/form-action.server.ts";
import { readForm } from "#app/http/forms.server.ts";
import { getSignedIn } from "#app/http/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { tokenPageHeaders } from "#app/http/token-page.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { saysWaysIn } from "#app/lib/ways-in.ts";
import { paths } from "#app/paths.ts";
import { ResetInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages.ts";
import { plainSentence } from "#app/schemas/sentences.ts";
import { resetPassword } from "#app/services/accounts/password-reset.server.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle("Set a new password", brandNameOf(matches)) },
  { name: "robots", content: "noindex" },
];

export const headers: HeadersFunction = () => tokenPageHeaders;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  if (await getSignedIn(request)) throw redirectToDashboard(request);
  return { hasToken: tokenOf(request) !== "" };
});

export const clientAction = keepingThePage(() => messages.auth.resetFailed);

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const fields = await readForm(request);
  fields.set("token", tokenOf(request));
  const failure = messages.auth.resetFailed;
  return answerForm(
    { sent: fields, schema: ResetInput, hide: ["password", "token"], failure },
    async (input) => {
      const stays = saysWaysIn(await resetPassword(input));
      const message = [messages.auth.passwordReset, stays].filter(Boolean).join(" ");
      return redirectWithFlash(paths.login(), { kind: "success", message });
    },
  );
});

export default function ResetPassword() {
  const brandName = useRootData()?.brandName ?? "";
  const { hasToken } = useLoaderData<typeof loader>();
  const lastResult = useActionData<FormAnswer>();
  const [form, fields] = useForm<{ password: string }>({
    id: "reset",
    lastResult,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) =>
      parseWithZod(formData, { schema: ResetInput.pick({ password: true }), error: plainSentence }),
  });
  return (
    <AuthLayout brandName={brandName} title="Set a new password">
      <ErrorSummary formId={form.id} lastResult={lastResult} isJoined absent={["token"]} />
      {hasToken ? (
        <Form method="post" className="stack" {...getFormProps(form)}>
          <Field
            label="New password"
            field={fields.password}
            type="password"
            autoComplete="new-password"
            hint="8 to 128 characters. Anything but the common ones, your name or your address."
          />
          <SubmitButton kind="primary" pending="Setting">
            Set the password
          </SubmitButton>
        </Form>
      ) : (
        <p>{messages.auth.resetLinkInvalid}</p>
      )}
      <p className="sub">
        <Link to={paths.forgotPassword()}>Ask for a new link</Link>
      </p>
    </AuthLayout>
  );
}
