import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { day, formatDateTime } from "#app/lib/format-date.ts";
import { type ApiKeyResponse, SCOPE_LABELS } from "#app/schemas/api-keys.ts";

type ApiKeyListProps = { apiKeys: ApiKeyResponse[]; now: string; timeZone: string };

export function ApiKeyList({ apiKeys, now, timeZone }: ApiKeyListProps) {
  if (apiKeys.length === 0) {
    return (
      <EmptyState title="No keys yet">
        API keys let other tools read or change only what you allow.
      </EmptyState>
    );
  }
  const date = (at: string) => day({ at, timeZone, now });
  return (
    <Panel title="Your keys">
      <Rows isWrapping>
        {apiKeys.map((key) => {
          const isExpired = key.expiresAt !== null && key.expiresAt <= now;
          const isUsable = key.revokedAt === null && !isExpired;
          return (
            <li key={key.id}>
              <div>
                <b>{key.name}</b> <span className={text.code}>{key.prefix}…</span>
                <p>{key.scopes.map((scope) => SCOPE_LABELS[scope]).join(", ")}</p>
                <p className={text.small}>
                  created {date(key.createdAt)}
                  {key.createdBy ? (
                    <>
                      {" "}
                      by <bdi>{key.createdBy}</bdi>
                    </>
                  ) : null}{" "}
                  ·{" "}
                  {key.lastUsedAt
                    ? `last used ${formatDateTime({ at: key.lastUsedAt, timeZone, now })}`
                    : "never used"}{" "}
                  ·{" "}
                  {key.revokedAt
                    ? `revoked ${date(key.revokedAt)}`
                    : key.expiresAt
                      ? `${isExpired ? "expired" : "works until"} ${date(key.expiresAt)}`
                      : "works until it is revoked"}
                </p>
              </div>
              {isUsable ? <Revoke id={key.id} name={key.name} /> : null}
            </li>
          );
        })}
      </Rows>
    </Panel>
  );
}

/** A question first: programs stop working at once. */
function Revoke({ id, name }: { id: string; name: string }) {
  return (
    <ConfirmedPost
      isSmall
      keepsTo="inRow"
      summary={
        <>
          Revoke…<span className="visually-hidden"> {name}</span>
        </>
      }
      title={
        <>
          Revoke <bdi>{name}</bdi>?
        </>
      }
      intent="revoke"
      label="Revoke key"
      pending="Revoking"
      name="keyId"
      value={id}
    >
      <p className={text.secondary}>
        Anything that uses this key stops working right away. This can't be undone.
      </p>
    </ConfirmedPost>
  );
}
