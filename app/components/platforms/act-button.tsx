import { Form } from "@remix-run/react";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import type { ButtonLook } from "#app/components/ui/button.tsx";
import type { PlatformActName } from "#app/schemas/platforms.ts";

type ActButtonProps = ButtonLook & {
  platformId: string;
  act: PlatformActName;
  pending: string;
  children: React.ReactNode;
};

/** One press, one thing done with a platform. */
export function ActButton({ platformId, act, children, ...button }: ActButtonProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="platformId" value={platformId} />
      <SubmitButton name="act" value={act} {...button}>
        {children}
      </SubmitButton>
    </Form>
  );
}
