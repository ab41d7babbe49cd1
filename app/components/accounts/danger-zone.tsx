import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { Confirmation } from "#app/components/ui/confirmation.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import { paths } from "#app/paths.ts";

/** All of one's data as a file. Where the last proof is too old the link leads to the question for the password first. */
export function ExportPanel() {
  return (
    <Panel title="Export my data">
      <div className="panel-b">
        <p className="sub">
          Everything that is yours as one JSON file: account, forms, platforms, submissions and their
          deliveries. Passwords, keys and credentials are not in it.
        </p>
        <div>
          <ExportLink />
        </div>
      </div>
    </Panel>
  );
}

/** On top of the page for who has just confirmed the password for it. */
export function ReadyToExport() {
  return (
    <Alert role="status" action={<ExportLink isSmall />}>
      <b className="strong">Your password is confirmed.</b> Your file is ready.
    </Alert>
  );
}

const ExportLink = ({ isSmall = false }: { isSmall?: boolean }) => (
  <a className={buttonClass({ isSmall })} href={paths.settingsExport()}>
    Download my data
  </a>
);

export function DangerZone() {
  return (
    <Panel title="Leave">
      <div className="panel-b">
        <p className="sub">
          A deactivated account keeps its data, but nobody signs in to it and its form is closed. A deleted
          one is gone with everything it owns.
        </p>
        <div className="row asks">
          <Confirmation
            opensAt="start"
            summary="Deactivate account…"
            title="Deactivate your account?"
            act={
              <PostForm intent="deactivate">
                <SubmitButton kind="danger" pending="Deactivating">
                  Deactivate account
                </SubmitButton>
              </PostForm>
            }
          >
            <p className="sub">
              You are signed out everywhere. Your form and your keys stop working at once. Your data stays.
            </p>
          </Confirmation>
          <ButtonLink kind="danger" to={paths.deleteAccount()}>
            Delete account…
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}
