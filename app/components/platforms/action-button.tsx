import { Form } from "@remix-run/react";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import type { ButtonVariant } from "#app/components/ui/button.tsx";
import type { PlatformActionName } from "#app/schemas/platforms.ts";

type ActButtonProps = ButtonVariant & {
  platformId: string;
  act: PlatformActionName;
  pending: string;
  className?: string;
  children: React.ReactNode;
};

/** One press, one thing done with a platform. */
export function ActionButton({ platformId, act, children, ...button }: ActButtonProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="platformId" value={platformId} />
      <SubmitButton name="act" value={act} {...button}>
        {children}
      </SubmitButton>
    </Form>
  );
}
