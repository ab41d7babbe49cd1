import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import { type BadgeState, StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";

export type ConnectionSummary = {
  name: string;
  /** "accepted 4 min ago", "6 parked since 09:12"; null when there is nothing to say. */
  detail: string | null;
  state: Extract<BadgeState, "sent" | "failed" | "retrying" | "parked" | "test" | "off">;
  word: string;
};

export function ConnectionsPanel({ connections }: { connections: ConnectionSummary[] }) {
  return (
    <Panel title="Connections" aside={<Link to={paths.integrations()}>Manage</Link>}>
      {connections.length === 0 ? (
        <PanelBody>
          <p className={text.secondary}>
            No ad platform is connected yet. Claims are kept and can be checked.
          </p>
        </PanelBody>
      ) : (
        <Rows>
          {connections.map(({ name, detail, state, word }) => (
            <li key={name}>
              <span>
                <b>{name}</b>
                {detail ? <span className={clsx(text.small, text.block)}>{detail}</span> : null}
              </span>
              <StatusBadge state={state}>{word}</StatusBadge>
            </li>
          ))}
        </Rows>
      )}
    </Panel>
  );
}
