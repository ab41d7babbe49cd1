import { OwnFormButton } from "#app/components/layout/own-form.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { actionOf, type SetupStep, setupTexts } from "./setup-steps.ts";

type NextStepProps = {
  steps: SetupStep[];
  /** The button that shows sample claims. */
  samples: React.ReactNode;
};

/** In place of claims that cannot come yet: the step that is missing. */
export function NextStep({ steps, samples }: NextStepProps) {
  const next = steps.find(({ isDone }) => !isDone);
  if (!next || next.step === "check") {
    return (
      <EmptyState
        title="No claims yet"
        actions={
          <>
            <OwnFormButton place="page" />
            {samples}
          </>
        }
      >
        Claims appear here as soon as someone fills in your form.
      </EmptyState>
    );
  }
  const { title, why, others } = setupTexts[next.step];
  const action = actionOf(next);
  return (
    <EmptyState
      title={title}
      actions={
        <>
          {action ? (
            <ButtonLink kind="primary" to={action.to}>
              {action.label}
            </ButtonLink>
          ) : (
            <OwnFormButton place="page" />
          )}
          {others ? <ButtonLink to={others.to}>{others.label}</ButtonLink> : null}
          {samples}
        </>
      }
    >
      {why}
    </EmptyState>
  );
}
