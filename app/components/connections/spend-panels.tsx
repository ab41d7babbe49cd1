import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { PasswordProof } from "#app/components/forms/password-proof.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import type { ConnectionForm } from "#app/schemas/connections.ts";
import type { IntegrationCard, SpendAccountCard } from "#app/schemas/integration-card.ts";
import styles from "./connection-form.module.css";

type View = { now: string; timeZone: string };

type SpendPanelsProps = {
  integration: IntegrationCard;
  /** Null where spend comes by file only. */
  accounts: SpendAccountCard[] | null;
  canChange: boolean;
  isProven: boolean;
  hasPassword: boolean;
  view: View;
};

/** How the spend of an ad platform gets here: by a connection where it has one, or by file. */
export function SpendPanels({ integration, accounts, canChange, view, ...proof }: SpendPanelsProps) {
  if (accounts === null) return <SpendByFile name={integration.name} />;
  if (!integration.connection) return <SpendOnceConnected name={integration.name} />;
  return (
    <>
      {accounts.map((account) => (
        <AccountPanel key={account.id} account={account} canChange={canChange} view={view} />
      ))}
      {canChange ? <ConnectSpendPanel integration={integration} accounts={accounts} {...proof} /> : null}
    </>
  );
}

const UploadPanel = ({ children }: { children: React.ReactNode }) => (
  <Panel title="Spend">
    <PanelBody>
      <p className={text.secondary}>{children}</p>
      <div>
        <ButtonLink to={paths.spend()}>Upload spend</ButtonLink>
      </div>
    </PanelBody>
  </Panel>
);

const SpendByFile = ({ name }: { name: string }) => (
  <UploadPanel>
    What you spend on {name} comes by file: upload its export, or have {name} email you the export every day
    and upload that. {name} lets only a registered app read spend, and we do not have that yet.
  </UploadPanel>
);

const SpendOnceConnected = ({ name }: { name: string }) => (
  <UploadPanel>
    Once {name} is connected, you can connect your ad account here too. We then read what each ad spends every
    morning. Until then, upload the export.
  </UploadPanel>
);

type AccountPanelProps = { account: SpendAccountCard; canChange: boolean; view: View };

function AccountPanel({ account, canChange, view }: AccountPanelProps) {
  const { id, number, name, currency, tokenEnding, lastError, isRefused, lastReadAt, nextReadAt } = account;
  const at = (time: string) => formatDateTime({ at: time, ...view });
  const next = nextReadAt !== null && nextReadAt > view.now ? at(nextReadAt) : "now";
  return (
    <Panel title={`Spend of ${name}`}>
      <PanelBody>
        {lastError === null ? null : (
          <Alert tone={isRefused ? "alarm" : "copper"}>
            <b>{isRefused ? "Meta no longer lets us read this account." : "The last reading failed."}</b>{" "}
            {lastError} {isRefused && canChange ? "Enter the new token below, with the same number." : null}
          </Alert>
        )}
        <KeyValues
          facts={[
            { label: "Ad account", value: number },
            ...(currency === null ? [] : [{ label: "Currency", value: currency }]),
            { label: "Token", value: `ends in ${tokenEnding}` },
            { label: "Last reading", value: lastReadAt === null ? "none yet" : at(lastReadAt) },
            ...(isRefused ? [] : [{ label: "Next reading", value: next }]),
          ]}
        />
        {canChange ? (
          <div className={layout.row}>
            {account.isAtRest ? (
              <PostForm intent="read-spend">
                <SubmitButton pending="Reading" name="spendAccountId" value={id}>
                  Read now
                </SubmitButton>
              </PostForm>
            ) : null}
            <ConfirmedPost
              summary="Disconnect…"
              title={`Stop reading the spend of ${name}?`}
              opensAt="start"
              intent="disconnect-spend"
              label="Disconnect, keep spend"
              pending="Disconnecting"
              name="spendAccountId"
              value={id}
            >
              <p>Its token is deleted. What was read stays in your numbers.</p>
            </ConfirmedPost>
            <ConfirmedPost
              summary="Disconnect and delete spend…"
              title={`Delete all spend of ${name}?`}
              opensAt="start"
              intent="delete-spend"
              label="Delete its spend"
              pending="Deleting"
              name="spendAccountId"
              value={id}
            >
              <p>
                Its token and all that was read from it are deleted. Your costs change on every day of it.
              </p>
            </ConfirmedPost>
          </div>
        ) : null}
      </PanelBody>
    </Panel>
  );
}

type ConnectProps = Pick<SpendPanelsProps, "integration" | "isProven" | "hasPassword"> & {
  accounts: SpendAccountCard[];
};

function ConnectSpendPanel({ integration, accounts, isProven, hasPassword }: ConnectProps) {
  const { id, connection } = integration;
  const refused = accounts.find(({ isRefused }) => isRefused);
  if (!isProven && !hasPassword)
    return (
      <Panel title="Spend">
        <PanelBody>
          <p className={text.secondary}>Sign in again before you enter a token for spend.</p>
          <div>
            <ButtonLink to={paths.reauthenticate({ returnTo: paths.integration({ adPlatform: id }) })}>
              Confirm who you are…
            </ButtonLink>
          </div>
        </PanelBody>
      </Panel>
    );
  return (
    <FormPanel<typeof ConnectionForm>
      title={accounts.length === 0 ? "Spend" : "Another ad account, or a new token"}
      id="connect-spend"
      intent="connect-spend"
      className={styles.form}
      defaultValue={{ accountId: refused?.number ?? "", connectionId: connection?.id ?? "" }}
      // Before anything is accepted, the test event comes first.
      kind={accounts.length === 0 && connection?.lastAcceptedAt ? "primary" : "plain"}
      submit="Read this account’s spend"
      pending="Checking"
    >
      {(fields, { reply }) => (
        <>
          <p className={text.secondary}>
            We read what each ad spends every morning: the last 30 days first, then the last 5 again, because
            Meta revises them. This takes a token of its own, which may only read:
          </p>
          <ol className={styles.steps}>
            <li>In Meta’s Business settings, open Users, System users, and add one as an employee.</li>
            <li>Choose Assign assets, Ad accounts, your account, and “View performance”.</li>
            <li>Choose Generate token, your app, no expiry, and the permission ads_read. Copy the token.</li>
          </ol>
          <input type="hidden" name={fields.connectionId.name} value={connection?.id ?? ""} />
          <Field
            label="Ad account number"
            field={fields.accountId}
            autoComplete="off"
            spellCheck={false}
            hint="In Ads Manager beside the account’s name, with or without act_."
          />
          <Field
            key={reply?.requestId}
            label="Access token for spend"
            field={fields.accessToken}
            type="password"
            autoComplete="off"
            spellCheck={false}
            hint="We check it with Meta, then store it encrypted. It is never shown again."
          />
          <PasswordProof key={`password ${reply?.requestId}`} field={fields.password} isProven={isProven} />
        </>
      )}
    </FormPanel>
  );
}
