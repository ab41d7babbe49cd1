import type { Icon as Drawing } from "@phosphor-icons/react";

export type { Drawing };

/** An icon beside words that say the same, so readers of the page by ear do not get it twice. */
export function Icon({ of: Shape, className }: { of: Drawing; className?: string }) {
  return <Shape className={className ? `i ${className}` : "i"} aria-hidden="true" />;
}
