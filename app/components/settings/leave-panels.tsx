import { Form } from "@remix-run/react";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import { paths } from "#app/paths.ts";

/** All of one's data as a file. Without a fresh proof the password is asked for first. */
export function ExportPanel({ isProven }: { isProven: boolean }) {
  return (
    <Panel title="Export my data">
      <div className="panel-b">
        <p className="sub">
          Everything that is yours as one JSON file: account, forms, platforms, submissions and their
          deliveries. Passwords, keys and credentials are not in it.
        </p>
        <div>
          {isProven ? (
            <a className={buttonClass({})} href={paths.exportData()} download>
              Download my data
            </a>
          ) : (
            <ButtonLink to={paths.reauthenticate({ returnTo: paths.settings({ section: "account" }) })}>
              Confirm password to export…
            </ButtonLink>
          )}
        </div>
      </div>
    </Panel>
  );
}

export function LeavePanel() {
  return (
    <Panel title="Leave">
      <div className="panel-b">
        <p className="sub">
          A deactivated account keeps its data, but nobody signs in to it and its form is closed. A deleted
          one is gone with everything it owns.
        </p>
        <div className="row">
          <details className="menu menu-start">
            <summary className={buttonClass({})}>Deactivate account…</summary>
            <Form method="post" className="pop confirm">
              <p>You are signed out everywhere. Your form and your keys stop working at once.</p>
              <SubmitButton kind="danger" name="form" value="deactivate" pending="Deactivating">
                Deactivate account
              </SubmitButton>
            </Form>
          </details>
          <ButtonLink kind="danger" to={paths.deleteAccount()}>
            Delete account…
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}
