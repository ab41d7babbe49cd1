import { paths } from "#app/paths.ts";
import { CenteredMessage } from "./centered-message.tsx";

const START_PAGE = { to: paths.landing(), label: "Go to the start page" };

export function NotFoundContent({ way = START_PAGE }: { way?: { to: string; label: string } }) {
  return (
    <CenteredMessage title="Page not found" sentence="It may have moved, or the link is wrong." way={way} />
  );
}
