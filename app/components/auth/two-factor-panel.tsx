import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import type { FormResult } from "#app/components/forms/use-form-reply.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
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
  <p className="sub">
    After the password you are asked for a code from an app on your phone. Whoever learns the password alone
    cannot sign in.
  </p>
);

/** On the security page: the state in a sentence, and the way to change it. */
export function TwoFactorPanel({ twoStep, now, timeZone }: TwoStepPanelProps) {
  return (
    <Panel title="Two-step sign-in">
      <div className="panel-b stack">
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
      </div>
    </Panel>
  );
}

function TwoStepFacts({ twoStep: { since, codesLeft }, now, timeZone }: TwoStepPanelProps) {
  return (
    <>
      <p>
        <b className="strong">On since {day({ at: since ?? now, timeZone, now })}.</b>{" "}
        <span className="sub">
          {codesLeft} of 10 recovery {codesLeft === 1 ? "code is" : "codes are"} left.
        </span>
      </p>
      {codesLeft < FEW_CODES ? (
        <Alert tone="copper">
          <b className="strong">Few recovery codes are left.</b> Without one, a lost phone locks you out.
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
        <div className="panel-b stack">
          {whatItIs}
          {setUp}
        </div>
      </Panel>
    );
  }
  return (
    <>
      <Panel title="Two-step sign-in is on">
        <div className="panel-b stack">
          <TwoStepFacts twoStep={twoStep} now={now} timeZone={timeZone} />
        </div>
      </Panel>
      <Panel title="New recovery codes">
        <div className="panel-b stack">
          <p className="sub">Ten new ones are made and shown once. The old ones end.</p>
          <TwoFactorCodeForm
            intent="renew"
            lastResult={results.renew}
            label="Make new codes"
            pending="Making codes"
          />
        </div>
      </Panel>
      <Panel title="Switch it off">
        <div className="panel-b stack">
          <p className="sub">
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
        </div>
      </Panel>
    </>
  );
}
