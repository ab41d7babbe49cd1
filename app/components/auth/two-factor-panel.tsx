import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { FormReply } from "#app/lib/form-reply.ts";
import { day } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import { TwoFactorCodeForm } from "./two-factor-code-form.tsx";

/** Whether two-factor is on. `since` is null while it is off. */
export type TwoFactorState = { since: string | null; codesLeft: number };

type TwoFactorPanelProps = { twoFactor: TwoFactorState; now: string; timeZone: string };

type TwoFactorControlsProps = TwoFactorPanelProps & {
  results: { renew: FormReply | undefined; disable: FormReply | undefined };
};

const FEW_CODES = 3;

const setUp = (
  <PostForm intent="start" action={paths.twoFactor()}>
    <SubmitButton kind="primary" pending="Setting up">
      Set up
    </SubmitButton>
  </PostForm>
);

const whatItIs = (
  <p className={text.secondary}>
    Signing in will also need a code from your phone, so a stolen password isn't enough.
  </p>
);

/** On the security page: whether it is on, and the link or button that changes it. */
export function TwoFactorPanel({ twoFactor, now, timeZone }: TwoFactorPanelProps) {
  return (
    <Panel title="Two-step sign-in">
      <PanelBody>
        {twoFactor.since === null ? (
          <>
            {whatItIs}
            {setUp}
          </>
        ) : (
          <>
            <TwoFactorFacts twoFactor={twoFactor} now={now} timeZone={timeZone} />
            <div>
              <ButtonLink to={paths.twoFactor()}>Manage two-step sign-in</ButtonLink>
            </div>
          </>
        )}
      </PanelBody>
    </Panel>
  );
}

function TwoFactorFacts({ twoFactor: { since, codesLeft }, now, timeZone }: TwoFactorPanelProps) {
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
          <b className={text.strong}>Few recovery codes are left.</b> Without one, you cannot sign in if you
          lose your phone.
        </Alert>
      ) : null}
    </>
  );
}

/** On its own page: whether it is on, and the forms that change it. */
export function TwoFactorControls({ twoFactor, now, timeZone, results }: TwoFactorControlsProps) {
  if (twoFactor.since === null) {
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
          <TwoFactorFacts twoFactor={twoFactor} now={now} timeZone={timeZone} />
        </PanelBody>
      </Panel>
      <Panel title="New recovery codes">
        <PanelBody>
          <p className={text.secondary}>You get ten new codes, shown once. The old ones stop working.</p>
          <TwoFactorCodeForm
            intent="renew"
            lastResult={results.renew}
            label="Create new codes"
            pending="Creating codes"
          />
        </PanelBody>
      </Panel>
      <Panel title="Switch off two-step sign-in">
        <PanelBody>
          <p className={text.secondary}>
            You will sign in with your password alone. The entry in your app and the recovery codes stop
            working.
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
