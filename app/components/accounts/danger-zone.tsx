import clsx from "clsx";
import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
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
          All your data as one JSON file: account, forms, brokers, claims and their deliveries. It contains no
          passwords, keys or credentials.
        </p>
        <div>
          <ExportLink />
        </div>
      </PanelBody>
    </Panel>
  );
}

/** Shown on top of the page to users who have just entered their password for it. */
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
    <Panel title="Close account">
      <PanelBody>
        <p className={text.secondary}>
          Deactivating keeps your data but blocks sign-in and closes your form. Deleting removes everything.
        </p>
        <div className={clsx(layout.row, styles.actions)}>
          <ConfirmedPost
            opensAt="start"
            keepsTo="besideButtons"
            summary="Deactivate account…"
            title="Deactivate your account?"
            intent="deactivate"
            label="Deactivate account"
            pending="Deactivating"
          >
            <p className={text.secondary}>
              You will be signed out everywhere. Your form and your keys stop working right away. We keep your
              data.
            </p>
          </ConfirmedPost>
          <ButtonLink kind="danger" to={paths.deleteAccount()}>
            Delete account…
          </ButtonLink>
        </div>
      </PanelBody>
    </Panel>
  );
}
