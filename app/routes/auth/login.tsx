import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useSearchParams } from "@remix-run/react";
import { Flash } from "#app/components/flash.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import { brandNameOf, useRootData } from "#app/components/root-data.ts";
import { InfoIcon } from "#app/components/ui/icons.ts";
import { Note } from "#app/components/ui/note.tsx";
import { pageTitle } from "#app/lib/page-title.ts";
import { messages } from "#app/schemas/messages.ts";

type LoginFields = { usernameOrEmail: string; password: string };

/** What the action answers with 400: conform's `submission.reply({ hideFields: ["password"] })`. */
export type ActionData = SubmissionResult<string[]>;

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle("Sign in", brandNameOf(matches)) }];

export async function loader(_: LoaderFunctionArgs): Promise<null> {
  throw new Response(null, { status: 501 });
}

export async function action(): Promise<ActionData> {
  throw new Response(null, { status: 501 });
}

export default function Login() {
  const brandName = useRootData()?.brandName ?? "";
  const lastResult = useActionData<ActionData>();
  const [search] = useSearchParams();
  const [form, fields] = useForm<LoginFields>({ id: "login", lastResult });
  return (
    <AuthLayout
      brandName={brandName}
      title="Sign in"
      footer={`${brandName} keeps you signed in on this device for 14 days.`}
    >
      <ErrorSummary form={form} />
      <Flash />
      {search.get("session") === "expired" && !lastResult ? (
        <Note tone="copper" icon={InfoIcon} role="status">
          {messages.auth.sessionExpired}
        </Note>
      ) : null}
      <Form method="post" className="stack" {...getFormProps(form)}>
        <Field
          label="E-mail or username"
          field={fields.usernameOrEmail}
          autoComplete="username"
          spellCheck={false}
        />
        <Field
          label="Password"
          field={fields.password}
          type="password"
          autoComplete="current-password"
        />
        <SubmitButton kind="primary" pending="Signing in">
          Sign in
        </SubmitButton>
      </Form>
    </AuthLayout>
  );
}
