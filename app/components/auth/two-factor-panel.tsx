import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import type { FormResult } from "#app/components/forms/use-form-reply.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { day } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import { TwoFactorCodeForm } from "./two-factor-code-form.tsx";

/** Where two-step sign-in stands. `since` is null while it is off. */
export type TwoFactorState = { since: string | null; codesLeft: number };

type TwoStepPanelProps = { twoStep: TwoFactorState; now: string; timeZone: string };

type TwoStepControlsProps = TwoStepPanelProps & {
  results: { renew: FormResult | undefined; disable: FormResult | undefined };
};

const FEW_CODES = 3;

const setUp = (
  <PostForm intent="start" action={paths.twoStep()}>
    <SubmitButton kind="primary" pending="Setting up">
      Set up
    </SubmitButton>
  </PostForm>
);

const whatItIs = (
  <p className={text.secondary}>
    After the password you are asked for a code from an app on your phone. Whoever learns the password alone
    cannot sign in.
  </p>
);

/** On the security page: the state in a sentence, and the way to change it. */
export function TwoFactorPanel({ twoStep, now, timeZone }: TwoStepPanelProps) {
  return (
    <Panel title="Two-step sign-in">
      <PanelBody>
        {twoStep.since === null ? (
          <>
            {whatItIs}
            {setUp}
          </>
        ) : (
          <>
            <TwoStepFacts twoStep={twoStep} now={now} timeZone={timeZone} />
            <div>
              <ButtonLink to={paths.twoStep()}>Manage two-step sign-in</ButtonLink>
            </div>
          </>
        )}
      </PanelBody>
    </Panel>
  );
}

function TwoStepFacts({ twoStep: { since, codesLeft }, now, timeZone }: TwoStepPanelProps) {
  return (
    <>
      <p>
        <b className={text.strong}>On since {day({ at: since ?? now, timeZone, now })}.</b>{" "}
        <span className={text.secondary}>
          {codesLeft} of 10 recovery {codesLeft === 1 ? "code is" : "codes are"} left.
        </span>
      </p>
      {codesLeft < FEW_CODES ? (
        <Alert tone="copper">
          <b className={text.strong}>Few recovery codes are left.</b> Without one, a lost phone locks you out.
        </Alert>
      ) : null}
    </>
  );
}

/** The page of its own: on or off, with what can be done about it. */
export function TwoFactorControls({ twoStep, now, timeZone, results }: TwoStepControlsProps) {
  if (twoStep.since === null) {
    return (
      <Panel title="Two-step sign-in is off">
        <PanelBody>
          {whatItIs}
          {setUp}
        </PanelBody>
      </Panel>
    );
  }
  return (
    <>
      <Panel title="Two-step sign-in is on">
        <PanelBody>
          <TwoStepFacts twoStep={twoStep} now={now} timeZone={timeZone} />
        </PanelBody>
      </Panel>
      <Panel title="New recovery codes">
        <PanelBody>
          <p className={text.secondary}>Ten new ones are made and shown once. The old ones end.</p>
          <TwoFactorCodeForm
            intent="renew"
            lastResult={results.renew}
            label="Make new codes"
            pending="Making codes"
          />
        </PanelBody>
      </Panel>
      <Panel title="Switch it off">
        <PanelBody>
          <p className={text.secondary}>
            Then a password is enough again. The app's entry and the recovery codes are worth nothing any
            more.
          </p>
          <TwoFactorCodeForm
            intent="disable"
            kind="danger"
            lastResult={results.disable}
            label="Switch off"
            pending="Switching off"
          />
        </PanelBody>
      </Panel>
    </>
  );
}
