import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { ButtonLink, UnavailableButton } from "#app/components/ui/button.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import { day } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import { type ProviderButton, ProviderButtons } from "./provider-buttons.tsx";

export type ConnectedProvider = { id: string; name: string; email: string | null; connectedAt: string };

type ProvidersPanelProps = {
  connected: ConnectedProvider[];
  /** Those that are configured and not connected yet. */
  others: ProviderButton[];
  /** Nothing else opens the account: the last one stays. */
  isOnlyWayIn: boolean;
  now: string;
  timeZone: string;
};

/** On the security page: who else can sign the owner in, and the way to change it. */
export function ProvidersSummary({ names }: { names: string[] }) {
  return (
    <Panel title="Sign-in providers">
      <div className="panel-b stack">
        <p className="sub">
          {names.length === 0 ? "None is connected." : `${names.join(", ")} can sign you in.`}
        </p>
        <div>
          <ButtonLink to={paths.connectedProviders()}>Manage providers</ButtonLink>
        </div>
      </div>
    </Panel>
  );
}

const REASON = "only-way-in";

/** The providers that sign the owner in, and those that could. */
export function ProvidersPanel({ connected, others, isOnlyWayIn, now, timeZone }: ProvidersPanelProps) {
  return (
    <Panel title="Sign-in providers">
      {connected.length === 0 ? (
        <p className="panel-b sub">None is connected. You sign in with your password.</p>
      ) : (
        <ul className="rows">
          {connected.map(({ id, name, email, connectedAt }) => (
            <li key={id}>
              <div className="t">
                <b>{name}</b>
                <p className="meta cut">
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
        </ul>
      )}
      {isOnlyWayIn || others.length > 0 ? (
        <div className="panel-b stack">
          {isOnlyWayIn ? (
            <p className="meta" id={REASON}>
              It is the only way into your account, so it stays.
            </p>
          ) : null}
          <ProviderButtons
            providers={others}
            returnTo={paths.connectedProviders()}
            intent="link"
            verb="Connect"
          />
        </div>
      ) : null}
    </Panel>
  );
}
