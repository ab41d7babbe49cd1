import { Link } from "@remix-run/react";
import { Icon } from "./icon.tsx";
import { XIcon } from "./icons.ts";

/** A filter in force. The chip is a link to the same list without it. */
export function Chip({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link className="chip" to={to}>
      <span className="cut">{children}</span>
      <span className="sr">, remove this filter</span>
      <Icon of={XIcon} />
    </Link>
  );
}
