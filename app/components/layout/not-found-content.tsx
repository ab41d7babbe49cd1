import { paths } from "#app/paths.ts";
import { CenteredMessage } from "./centered-message.tsx";

export function NotFoundContent() {
  return (
    <CenteredMessage
      title="There is nothing at this address"
      sentence="It may have moved, or it was never here."
      way={{ to: paths.landing(), label: "Go to the start page" }}
    />
  );
}
