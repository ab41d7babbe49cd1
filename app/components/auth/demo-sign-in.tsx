import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useReplyTo } from "#app/components/forms/use-form-reply.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";

/** The demo's accounts, each with one click. */
export function DemoSignIn() {
  const problem = useReplyTo("sign-in-demo")?.error?.[""];
  return (
    <>
      {problem ? (
        <Alert tone="alarm" role="alert">
          {problem.join(" ")}
        </Alert>
      ) : null}
      <PostForm intent="sign-in-demo" className={layout.row}>
        <SubmitButton kind="primary" pending="Signing in" name="account" value="owner">
          Sign in as owner
        </SubmitButton>
        <SubmitButton pending="Signing in" name="account" value="admin">
          Sign in as administrator
        </SubmitButton>
      </PostForm>
    </>
  );
}
