import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import type { ButtonVariant } from "#app/components/ui/button.tsx";
import type { PlatformActionName } from "#app/schemas/form-failures.ts";

type ActionButtonProps = ButtonVariant & {
  platformId: string;
  action: PlatformActionName;
  pending: string;
  className?: string;
  children: React.ReactNode;
};

export function ActionButton({ platformId, action, children, ...button }: ActionButtonProps) {
  return (
    <PostForm intent={action} preventScrollReset>
      <SubmitButton name="platformId" value={platformId} {...button}>
        {children}
      </SubmitButton>
    </PostForm>
  );
}
