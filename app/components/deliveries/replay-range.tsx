import { Form, Link } from "@remix-run/react";
import { FilterErrors } from "#app/components/filters/filter-errors.tsx";
import { SelectFilter, TextFilter } from "#app/components/filters/filter-fields.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { FieldError } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import type { ReplayPageQuery } from "#app/schemas/replays.ts";
import styles from "./replay-range.module.css";

type ReplayRangePanelProps = {
  /** As given in the URL, even if they are invalid. */
  given: { platform?: string; from?: string; to?: string };
  errors: FieldError[];
  platforms: { value: string; label: string }[];
  timeZone: string;
};

/** Which failed events to send again. */
export function ReplayRangePanel({ given, errors, platforms, timeZone }: ReplayRangePanelProps) {
  const { platform, from, to } = given;
  return (
    <Panel title="Which events">
      <PanelBody>
        <FilterErrors errors={errors} />
        <Form method="get" className={styles.form} key={JSON.stringify(given)}>
          <SelectFilter
            label="Ad platform"
            name="platform"
            value={platform}
            choices={platforms}
            none="All ad platforms"
          />
          <TextFilter label="From" name="from" value={from?.slice(0, 10)} type="date" />
          <TextFilter label="To" name="to" value={to?.slice(0, 10)} type="date" />
          <Button type="submit">Preview</Button>
        </Form>
        <p className={text.small}>By verification date ({timeZone}).</p>
      </PanelBody>
    </Panel>
  );
}

type ReplayChoiceProps = { query: ReplayPageQuery; platforms: { value: string; label: string }[] };

/** The selection of the delivery log, with the link back to it, or the claims that an ad platform never got. */
export function ReplayChoice({ query, platforms }: ReplayChoiceProps) {
  const { of, ids = [], platform, outcome, from, to, search } = query;
  if (of === "neverSent") {
    const name = platforms.find(({ value }) => value === platform)?.label ?? "a connected ad platform";
    return (
      <Panel title="Which events">
        <PanelBody>
          <p>{`Verified claims that were never sent to ${name} and are still in time.`}</p>
        </PanelBody>
      </Panel>
    );
  }
  const back = { platform, outcome, from, to, search };
  const log = Object.fromEntries(Object.entries(back).map(([name, value]) => [name, value ?? null]));
  const chosen = ids.length === 1 ? "1 event" : `${ids.length} events`;
  return (
    <Panel title="Which events">
      <PanelBody>
        <p>
          {of === "matching"
            ? "All events that match the filters of the delivery log and were not accepted."
            : ids.length === 0
              ? "No event was selected."
              : `${chosen} selected in the delivery log.`}{" "}
          <Link to={paths.deliveries(log)}>Select others</Link>
        </p>
      </PanelBody>
    </Panel>
  );
}
