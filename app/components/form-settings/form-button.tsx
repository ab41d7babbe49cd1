import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import type { ButtonVariant } from "#app/components/ui/button.tsx";
import type { FormAction } from "#app/schemas/form-settings.ts";

type FormButtonProps = ButtonVariant & {
  formId: string;
  action: FormAction;
  pending: string;
  children: React.ReactNode;
};

export function FormButton({ formId, action, children, ...button }: FormButtonProps) {
  return (
    <PostForm intent={action} preventScrollReset>
      <SubmitButton name="formId" value={formId} {...button}>
        {children}
      </SubmitButton>
    </PostForm>
  );
}
