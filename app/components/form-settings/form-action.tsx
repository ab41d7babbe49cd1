import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import type { ButtonVariant } from "#app/components/ui/button.tsx";
import type { FormAction as Action } from "#app/schemas/form-settings.ts";

type FormActionProps = ButtonVariant & {
  formId: string;
  action: Action;
  pending: string;
  children: React.ReactNode;
};

export function FormAction({ formId, action, children, ...button }: FormActionProps) {
  return (
    <PostForm intent={action} preventScrollReset>
      <SubmitButton name="formId" value={formId} {...button}>
        {children}
      </SubmitButton>
    </PostForm>
  );
}
