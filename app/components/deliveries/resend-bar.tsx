import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import type { AttemptsQuery } from "#app/schemas/deliveries.ts";
import styles from "./resend-bar.module.css";

/** The form that the checkboxes of the log belong to. */
export const RESEND_FORM = "resend";

/** Sends the selected events, or all that match, to the page that previews sending them again. */
export function ResendBar({ query }: { query: AttemptsQuery }) {
  const { platform, outcome, from, to, search } = query;
  return (
    <Form id={RESEND_FORM} method="get" action={paths.replay()} className={styles.bar}>
      <p className={text.small}>
        Failed events that are still in time can be sent again. You see what would happen first.
      </p>
      {Object.entries({ platform, outcome, from, to, search }).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Button type="submit" name="of" value="matching">
        Send all that match again…
      </Button>
      <Button type="submit" kind="primary" name="of" value="chosen">
        Send selected again…
      </Button>
    </Form>
  );
}
