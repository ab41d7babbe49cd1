import type { FieldMetadata } from "@conform-to/react";
import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { PasswordProof } from "#app/components/forms/password-proof.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { FoldedPanel, panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { BrokerKind } from "#app/lib/broker-states.ts";
import type { BrokerConnectionForm } from "#app/schemas/broker-connections.ts";

type Way = {
  id: string;
  label: string;
  hint: string;
  fields: readonly { name: string; label: string; isSecret: boolean }[];
};
type OfferedApi = {
  id: BrokerKind;
  name: string;
  warning: string | null;
  proves: string;
  ways: readonly Way[];
};

type ConnectBrokerProps = {
  api: OfferedApi;
  isConnected: boolean;
  /** The API whose place it would take. */
  replaced: string | null;
  /** Whether the last sign-in is recent. */
  isProven: boolean;
  hasSandbox: boolean;
};

/** The fields of a credential. A secret that was typed never comes back to the page. */
function CredentialFields({
  way,
  fields,
  resetKey,
}: {
  way: Way;
  fields: Record<string, FieldMetadata<string>>;
  resetKey: string | undefined;
}) {
  return way.fields.map(({ name, label, isSecret }) => {
    const field = fields[name];
    return field ? (
      <Field
        key={`${name} ${isSecret ? resetKey : ""}`}
        label={label}
        field={field}
        type={isSecret ? "password" : "text"}
        autoComplete="off"
        spellCheck={false}
      />
    ) : null;
  });
}

/** Connects a broker's API: by what can do least first, by a login only after a fresh proof. */
export function ConnectBroker(props: ConnectBrokerProps) {
  const { api, isConnected, replaced, isProven, hasSandbox } = props;
  const { id, name, warning, proves, ways } = api;
  const [first, login] = ways;
  const verb = isConnected ? "Replace the credential of" : "Connect";
  if (!first) return null;
  return (
    <>
      <FormPanel<typeof BrokerConnectionForm>
        title={`${verb} ${name}`}
        id="connect"
        intent="connect"
        defaultValue={{ kind: id }}
        submit={isConnected ? "Replace it" : `Connect ${name}`}
        pending="Asking the broker"
      >
        {(fields, { reply }) => (
          <>
            {warning ? <Alert tone="copper">{warning}</Alert> : null}
            <p className={text.secondary}>
              {first.hint} We ask {name} whether it takes it, then store it encrypted. It is never shown
              again.
            </p>
            {replaced ? (
              <Alert>
                This replaces {replaced}, because a broker can have only one API. Evidence from {replaced} is
                kept.
              </Alert>
            ) : null}
            {hasSandbox ? <SandboxHint /> : null}
            <input type="hidden" name={fields.kind.name} value={id} />
            <CredentialFields
              way={first}
              fields={{
                apiKey: fields.apiKey,
                apiSecret: fields.apiSecret,
                passphrase: fields.passphrase,
                token: fields.token,
              }}
              resetKey={reply?.requestId}
            />
            <p className={text.small}>{proves}</p>
          </>
        )}
      </FormPanel>
      {login ? (
        <FoldedPanel
          title={`${login.label} in place of it`}
          note="Only if a token is not enough"
          name="login"
        >
          <InputForm<typeof BrokerConnectionForm>
            id="login"
            intent="login"
            className={panelBodyClass}
            defaultValue={{ kind: id }}
            submit={`Connect ${name} by login`}
            pending="Asking the broker"
          >
            {(fields, { reply }) => (
              <>
                <p className={text.secondary}>{login.hint}</p>
                <input type="hidden" name={fields.kind.name} value={id} />
                <CredentialFields
                  way={login}
                  fields={{ login: fields.login, password: fields.brokerPassword }}
                  resetKey={reply?.requestId}
                />
                <PasswordProof
                  key={`password ${reply?.requestId}`}
                  field={fields.password}
                  isProven={isProven}
                />
              </>
            )}
          </InputForm>
        </FoldedPanel>
      ) : null}
    </>
  );
}

/** What to type where a sandbox plays the broker: in the demo and in development. */
function SandboxHint() {
  return (
    <Alert>
      <b className={text.strong}>A sandbox plays the broker here.</b> Use any key or token that begins with{" "}
      <code>sandbox-</code>, such as <code>sandbox-key</code>, the secret <code>sandbox-secret</code> and the
      passphrase <code>sandbox-passphrase</code>.
    </Alert>
  );
}
