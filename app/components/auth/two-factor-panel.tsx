import type { FieldMetadata } from "@conform-to/react";
import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { day } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import type { TwoFactorForm } from "#app/schemas/two-factor.ts";

/** Whether two-factor is on. `since` is null while it is off. */
type TwoFactorState = { since: string | null; codesLeft: number };

type TwoFactorPanelProps = { twoFactor: TwoFactorState; now: string; timeZone: string };

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

/** The security page's panel of two-step sign-in. */
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

/** The forms that switch two-step sign-in on and off. */
export function TwoFactorControls({ twoFactor, now, timeZone }: TwoFactorPanelProps) {
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
      <FormPanel<typeof TwoFactorForm>
        title="New recovery codes"
        intent="renew"
        submit="Create new codes"
        pending="Creating codes"
        kind="plain"
      >
        {({ code }, { reply }) => (
          <>
            <p className={text.secondary}>You get ten new codes, shown once. The old ones stop working.</p>
            <CodeField key={reply?.requestId} field={code} />
          </>
        )}
      </FormPanel>
      <FormPanel<typeof TwoFactorForm>
        title="Switch off two-step sign-in"
        intent="disable"
        submit="Switch off"
        pending="Switching off"
        kind="danger"
      >
        {({ code }, { reply }) => (
          <>
            <p className={text.secondary}>
              You will sign in with your password alone. The entry in your app and the recovery codes stop
              working.
            </p>
            <CodeField key={reply?.requestId} field={code} />
          </>
        )}
      </FormPanel>
    </>
  );
}

/** Changing two-factor needs a code, as signing in does. */
function CodeField({ field }: { field: FieldMetadata<string> }) {
  return (
    <Field
      label="Code"
      hint="Enter the 6-digit code from your app, or one of your recovery codes."
      field={field}
      autoComplete="one-time-code"
      spellCheck={false}
    />
  );
}
