import { Panel } from "#app/components/ui/panel.tsx";
import { type BadgeState, StatusBadge } from "#app/components/ui/status-badge.tsx";

export type ConnectionSummary = {
  name: string;
  /** "accepted 4 min ago", "6 parked since 09:12"; null when there is nothing to say. */
  detail: string | null;
  state: Extract<BadgeState, "sent" | "failed" | "retrying" | "parked" | "test" | "off">;
  word: string;
};

/** The ad platforms and how each stands. */
export function ConnectionsPanel({ connections }: { connections: ConnectionSummary[] }) {
  return (
    <Panel title="Connections">
      {connections.length === 0 ? (
        <p className="panel-b sub">No ad platform is connected yet. Claims are kept and can be checked.</p>
      ) : (
        <ul className="rows">
          {connections.map(({ name, detail, state, word }) => (
            <li key={name}>
              <span className="t">
                <b>{name}</b>
                {detail ? <span className="meta block">{detail}</span> : null}
              </span>
              <StatusBadge state={state}>{word}</StatusBadge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
