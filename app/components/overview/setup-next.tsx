import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { CreateForm } from "#app/components/layout/create-form.tsx";
import { useOwnForm } from "#app/components/layout/own-form-context.ts";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { SetupStepName } from "#app/lib/domain.ts";
import { actionOf, type SetupStep, setupTexts } from "./setup-steps.ts";

/** What the visitors do next, or the owner once they have. */
const LATER: SetupStepName[] = ["check", "statement"];

type SetupNextProps = {
  /** The step that the page is about. */
  after: SetupStepName;
  /** None where no steps are to be led through. */
  steps: SetupStep[];
};

/** On the page of a step that is done: the step that comes next, by one button. */
export function SetupNext({ after, steps }: SetupNextProps) {
  const { url } = useOwnForm();
  const next = steps.find(({ isDone }) => !isDone);
  const isDone = steps.some((one) => one.step === after && one.isDone);
  if (!isDone || !next || LATER.includes(next.step)) return null;
  const { title, why, others } = setupTexts[next.step];
  const action = actionOf(next);
  return (
    <Panel title={`Next: ${title.charAt(0).toLowerCase()}${title.slice(1)}`}>
      <PanelBody>
        {next.step === "share" && url !== null ? (
          <>
            <p>
              <a className={text.breakable} href={url} target="_blank" rel="noreferrer">
                {url}
              </a>
            </p>
            <p className={layout.row}>
              <CopyButton text={url} copied="Form link copied">
                Copy form link
              </CopyButton>
            </p>
          </>
        ) : (
          <>
            <p className={text.secondary}>{why}</p>
            {action ? (
              <p className={layout.row}>
                <ButtonLink kind="primary" to={action.to}>
                  {action.label}
                </ButtonLink>{" "}
                {others ? <ButtonLink to={others.to}>{others.label}</ButtonLink> : null}
              </p>
            ) : (
              <CreateForm />
            )}
          </>
        )}
      </PanelBody>
    </Panel>
  );
}
