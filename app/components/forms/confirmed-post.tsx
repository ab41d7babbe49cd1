import { Confirmation, type ConfirmationProps } from "#app/components/ui/confirmation.tsx";
import { PostForm } from "./post-form.tsx";
import { SubmitButton } from "./submit-button.tsx";

type ConfirmedPostProps = Omit<ConfirmationProps, "act"> & {
  intent: string;
  /** The button that posts: verb and object. */
  label: string;
  pending: string;
  /** What the button adds to the form. */
  name?: string;
  value?: string | undefined;
};

/** Asks before it posts a form without fields. */
export function ConfirmedPost({ intent, label, pending, name, value, ...question }: ConfirmedPostProps) {
  const { isSmall } = question;
  return (
    <Confirmation
      {...question}
      act={
        <PostForm intent={intent}>
          <SubmitButton kind="danger" isSmall={isSmall} name={name} value={value} pending={pending}>
            {label}
          </SubmitButton>
        </PostForm>
      }
    />
  );
}
