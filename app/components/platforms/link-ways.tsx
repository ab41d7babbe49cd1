import { Link } from "@remix-run/react";
import layout from "#app/components/ui/layout.module.css";
import { paths } from "#app/paths.ts";

const WAYS = [
  { id: "links", label: "Links", to: paths.platformLinks },
  { id: "postbacks", label: "Postbacks", to: paths.platformPostbacks },
  { id: "connection", label: "API", to: paths.platformConnection },
] as const;

type LinkWaysProps = { platformId: string; current: (typeof WAYS)[number]["id"] };

/** The other pages of the tab: how a broker says what its clients did. */
export function LinkWays({ platformId, current }: LinkWaysProps) {
  return (
    <p className={layout.row}>
      {WAYS.filter(({ id }) => id !== current).map(({ id, label, to }) => (
        <span key={id}>
          <Link to={to({ platformId })}>{label} of this broker</Link>{" "}
        </span>
      ))}
    </p>
  );
}
