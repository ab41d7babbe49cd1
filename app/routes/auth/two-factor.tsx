import { redirect } from "@remix-run/node";
import { Link, useSearchParams } from "@remix-run/react";
import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { useBrandName } from "#app/components/layout/root-data.ts";
import text from "#app/components/ui/text.module.css";
import { anyone, requireSignedOut } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { paths } from "#app/paths.ts";
import type { SecondFactorForm } from "#app/schemas/two-factor.ts";
import { backToLogin, handleSecondFactorForm, readPending } from "./second-factor-form.server.ts";

const TITLE = "Two-step sign-in";

export const handle: PageHandle = {
  title: TITLE,
  description: "Enter the code from your authenticator app, or a recovery code.",
  isUnlisted: true,
};

export const headers = pageHeaders;

export const loader = page(requireSignedOut, async ({ request }) => {
  if (!(await readPending(request))) throw redirect(backToLogin(request));
  return null;
});

export const action = page(anyone, ({ request, context }) => handleSecondFactorForm(request, context));

export default function TwoFactor() {
  const brandName = useBrandName();
  const [search] = useSearchParams();
  const isRecovery = search.get("with") === "recovery-code";
  const other = new URLSearchParams(search);
  if (isRecovery) other.delete("with");
  else other.set("with", "recovery-code");
  return (
    <AuthLayout title={TITLE} footer={`${brandName} keeps you signed in on this device for 14 days.`}>
      <InputForm<typeof SecondFactorForm>
        id="two-factor"
        intent="second-factor"
        submit="Sign in"
        pending="Signing in"
      >
        {(fields, { reply }) => (
          <Field
            key={`${isRecovery ? "recovery" : "app"}${reply?.requestId ?? ""}`}
            label={isRecovery ? "Recovery code" : "Code"}
            hint={
              isRecovery
                ? "One of the ten codes that were shown when two-step sign-in was set up. Each works once."
                : "The six digits that your authenticator app shows now."
            }
            field={fields.code}
            autoComplete={isRecovery ? "off" : "one-time-code"}
            inputMode={isRecovery ? "text" : "numeric"}
            spellCheck={false}
          />
        )}
      </InputForm>
      <p className={text.secondary}>
        <Link to={{ search: other.toString() }} replace>
          {isRecovery ? "Use the app's code instead" : "Use a recovery code instead"}
        </Link>
      </p>
      <p className={text.secondary}>
        <Link to={paths.login()}>Sign in as someone else</Link>
      </p>
    </AuthLayout>
  );
}

export { clientAction } from "#app/components/forms/network-error.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
