import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";

/** Says that the plan has no room for one more form. */
export function FormsLimit({ limit, planName }: { limit: number; planName: string }) {
  return (
    <Alert
      action={
        <ButtonLink isSmall to={paths.pricing()}>
          Compare the plans
        </ButtonLink>
      }
    >
      {messages.formSettings.tooMany(limit, planName)}
    </Alert>
  );
}
