import clsx from "clsx";
import { OwnFormButton } from "#app/components/layout/own-form.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { CircleDashedIcon, SealCheckIcon } from "#app/components/ui/icons.ts";
import { Panel } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import styles from "./checklist.module.css";
import { actionOf, type SetupStep, setupTexts } from "./setup-steps.ts";

type ChecklistProps = {
  steps: SetupStep[];
  /** Whether it has the button that creates the form, which the page has once. */
  offersForm: boolean;
};

/** The first half hour: each step is ticked once it is done, and the list goes when all are. */
export function Checklist({ steps, offersForm }: ChecklistProps) {
  const hasBroker = steps.every(({ step, isDone }) => step !== "platform" || isDone);
  const done = steps.filter(({ isDone }) => isDone);
  if (done.length === steps.length) return null;
  return (
    <Panel
      title="Get started"
      aside={
        <span className={text.small}>
          {done.length} of {steps.length} done
        </span>
      }
    >
      <ol className={styles.steps}>
        {done.length > 0 ? (
          <li>
            <span className={text.verd}>
              <Icon of={SealCheckIcon} />
            </span>
            <span className={styles.done}>
              <span className="visually-hidden">Done: </span>
              {done.map(({ step }) => setupTexts[step].done).join(", ")}
            </span>
          </li>
        ) : null}
        {steps.map((one) =>
          one.isDone ? null : <OpenStep key={one.step} of={one} offersForm={offersForm && hasBroker} />,
        )}
      </ol>
    </Panel>
  );
}

function OpenStep({ of, offersForm }: { of: SetupStep; offersForm: boolean }) {
  const { title, minutes } = setupTexts[of.step];
  const action = actionOf(of);
  return (
    <li>
      <span className={text.copper}>
        <Icon of={CircleDashedIcon} />
      </span>
      <span>
        {title} <span className={clsx(text.small, text.block)}>{minutes} min</span>
      </span>
      {action ? (
        <ButtonLink isSmall to={action.to}>
          {action.label}
        </ButtonLink>
      ) : offersForm ? (
        <OwnFormButton place="page" />
      ) : null}
    </li>
  );
}
