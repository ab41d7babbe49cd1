import clsx from "clsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { Confirmation } from "#app/components/ui/confirmation.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import styles from "./danger-zone.module.css";

/** All of the account's data as a file. The link asks for the password first if the last proof is too old. */
export function ExportPanel() {
  return (
    <Panel title="Export my data">
      <PanelBody>
        <p className={text.secondary}>
          Everything that is yours as one JSON file: account, forms, platforms, submissions and their
          deliveries. Passwords, keys and credentials are not in it.
        </p>
        <div>
          <ExportLink />
        </div>
      </PanelBody>
    </Panel>
  );
}

/** On top of the page for who has just confirmed the password for it. */
export function ReadyToExport() {
  return (
    <Alert role="status" action={<ExportLink isSmall />}>
      <b className={text.strong}>Your password is confirmed.</b> Your file is ready.
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
      <PanelBody>
        <p className={text.secondary}>
          A deactivated account keeps its data, but nobody signs in to it and its form is closed. A deleted
          one is gone with everything it owns.
        </p>
        <div className={clsx(layout.row, styles.actions)}>
          <Confirmation
            opensAt="start"
            keepsTo="besideButtons"
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
            <p className={text.secondary}>
              You are signed out everywhere. Your form and your keys stop working at once. Your data stays.
            </p>
          </Confirmation>
          <ButtonLink kind="danger" to={paths.deleteAccount()}>
            Delete account…
          </ButtonLink>
        </div>
      </PanelBody>
    </Panel>
  );
}
