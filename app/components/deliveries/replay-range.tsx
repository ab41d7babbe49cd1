import { Form } from "@remix-run/react";
import { DaysFilter, SelectFilter } from "#app/components/filters/filter-fields.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { ReplayQuery } from "#app/schemas/replays.ts";
import styles from "./replay-range.module.css";

type ReplayRangeProps = { query: ReplayQuery; platforms: { value: string; label: string }[] };

/** Which failed events to send again. */
export function ReplayRange({ query, platforms }: ReplayRangeProps) {
  const { platform, from, to } = query;
  return (
    <Panel title="Which events">
      <PanelBody>
        <Form method="get" className={styles.form} key={JSON.stringify(query)}>
          <SelectFilter
            label="Ad platform"
            name="platform"
            value={platform}
            choices={platforms}
            none="All ad platforms"
          />
          <DaysFilter from={from} to={to} />
          <Button type="submit">Preview</Button>
        </Form>
        <p className={text.small}>By the day you verified them, in your time zone.</p>
      </PanelBody>
    </Panel>
  );
}
