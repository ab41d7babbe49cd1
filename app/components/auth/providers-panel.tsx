import clsx from "clsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { ButtonLink, UnavailableButton } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { day } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import { type ProviderButton, ProviderButtons } from "./provider-buttons.tsx";

type ConnectedProvider = { id: string; name: string; email: string | null; connectedAt: string };

type ProvidersPanelProps = {
  connected: ConnectedProvider[];
  /** Those that are configured and not connected yet. */
  others: ProviderButton[];
  /** Nothing else opens the account: the last one stays. */
  isOnlyWayIn: boolean;
  now: string;
  timeZone: string;
};

/** The security page's panel of sign-in providers. */
export function ProvidersSummary({ names }: { names: string[] }) {
  return (
    <Panel title="Sign-in providers">
      <PanelBody>
        <p className={text.secondary}>
          {names.length === 0 ? "None is connected." : `${names.join(", ")} can sign you in.`}
        </p>
        <div>
          <ButtonLink to={paths.connectedProviders()}>Manage providers</ButtonLink>
        </div>
      </PanelBody>
    </Panel>
  );
}

const REASON = "only-way-in";

/** The providers that sign the owner in, and those that could. */
export function ProvidersPanel({ connected, others, isOnlyWayIn, now, timeZone }: ProvidersPanelProps) {
  return (
    <Panel title="Sign-in providers">
      {connected.length === 0 ? (
        <PanelBody>
          <p className={text.secondary}>None is connected. You sign in with your password.</p>
        </PanelBody>
      ) : (
        <Rows isWrapping>
          {connected.map(({ id, name, email, connectedAt }) => (
            <li key={id}>
              <div>
                <b>{name}</b>
                <p className={clsx(text.small, text.truncated)}>
                  {email ? `${email}, connected` : "Connected"} {day({ at: connectedAt, timeZone, now })}
                </p>
              </div>
              {isOnlyWayIn ? (
                <UnavailableButton isSmall reasonId={REASON}>
                  Disconnect
                </UnavailableButton>
              ) : (
                <PostForm intent="disconnect" action={paths.connectedProviders()}>
                  <SubmitButton kind="danger" isSmall pending="Disconnecting" name="identityId" value={id}>
                    Disconnect
                  </SubmitButton>
                </PostForm>
              )}
            </li>
          ))}
        </Rows>
      )}
      {isOnlyWayIn || others.length > 0 ? (
        <PanelBody>
          {isOnlyWayIn ? (
            <p className={text.small} id={REASON}>
              It is the only way into your account, so it stays.
            </p>
          ) : null}
          <ProviderButtons
            providers={others}
            returnTo={paths.connectedProviders()}
            intent="connect-provider"
            verb="Connect"
          />
        </PanelBody>
      ) : null}
    </Panel>
  );
}
