import { Link } from "@remix-run/react";
import clsx from "clsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import { type BadgeState, StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";

type ConnectionSummary = {
  id: string;
  name: string;
  /** "accepted 4 min ago", "6 parked since 09:12"; null when there is nothing to say. */
  detail: string | null;
  /** "24 h: 12 accepted, 1 refused"; null for a day without an attempt. */
  day: string | null;
  state: Extract<BadgeState, "sent" | "handled" | "failed" | "retrying" | "parked" | "test" | "off">;
  word: string;
};

type ConnectionsPanelProps = { connections: ConnectionSummary[]; canConnect: boolean };

export function ConnectionsPanel({ connections, canConnect }: ConnectionsPanelProps) {
  return (
    <Panel title="Connections" aside={<Link to={paths.integrations()}>Manage</Link>}>
      {connections.every(({ state }) => state === "off") ? (
        <PanelBody>
          <p className={text.secondary}>
            No ad platform is connected yet. Claims are kept and can be checked.
          </p>
        </PanelBody>
      ) : null}
      <Rows>
        {connections.map(({ id, name, detail, day, state, word }) => (
          <li key={id}>
            <span>
              <Link to={paths.integration({ adPlatform: id })}>
                <b>{name}</b>
              </Link>{" "}
              {detail ? <span className={clsx(text.small, text.block)}>{detail}</span> : null}{" "}
              {day ? <span className={clsx(text.small, text.block)}>{day}</span> : null}
            </span>
            {state === "off" && canConnect ? (
              <ButtonLink isSmall to={paths.integration({ adPlatform: id })}>
                Connect<span className="visually-hidden"> {name}</span>
              </ButtonLink>
            ) : (
              <StatusBadge state={state}>{word}</StatusBadge>
            )}
          </li>
        ))}
      </Rows>
    </Panel>
  );
}
