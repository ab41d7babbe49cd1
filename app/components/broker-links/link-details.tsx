import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { BrokerLinkResponse } from "#app/schemas/broker-links.ts";

type BrokerLinkDetailsProps = {
  link: BrokerLinkResponse;
  target: { finished: string; expected: { system: string; parameters: string[] } | null };
  now: string;
  timeZone: string;
};

/** What people are given, where it leads, and what came by it. */
export function BrokerLinkDetails({ link, target, now, timeZone }: BrokerLinkDetailsProps) {
  const { address, host, clicks, claims, deposits, countries, isArchived, createdAt } = link;
  const { finished, expected } = target;
  return (
    <Panel title="Address">
      <PanelBody isRoomy>
        {isArchived ? <Alert tone="copper">This link is archived: its address leads nowhere.</Alert> : null}
        {!isArchived && host.state === "asked" ? (
          <Alert tone="copper">
            Nobody here knows {host.name}: people see its name and press a button before the link leads there,
            until an administrator has allowed it.
          </Alert>
        ) : null}
        {!isArchived && host.state === "stopped" ? (
          <Alert tone="copper">
            An administrator has stopped links to {host.name}: this one leads nowhere.
          </Alert>
        ) : null}
        {expected ? (
          <Alert tone="copper">
            {expected.system} takes a click ID in {expected.parameters.join(", ")}, and not in{" "}
            {link.parameter}: its files would not name the click.
          </Alert>
        ) : null}
        <p className={text.code}>{address}</p>
        <div className={layout.row}>
          <CopyButton text={address} copied="Link copied">
            Copy link
          </CopyButton>
        </div>
        <KeyValues
          facts={[
            { label: "Leads to", value: <span className={text.code}>{finished}</span> },
            {
              label: "Click ID",
              value:
                "20 lower-case letters and digits, another one for each click. Every system that we know takes it whole.",
            },
            {
              label: "Countries",
              value:
                countries === null
                  ? "All"
                  : "only" in countries
                    ? `Only ${countries.only.join(", ")}`
                    : `All but ${countries.except.join(", ")}`,
            },
            { label: "Clicks in 180 days", value: formatNumber(clicks) },
            { label: "Claims of these visits", value: formatNumber(claims) },
            { label: "Deposits that the broker names", value: formatNumber(deposits) },
            { label: "Created", value: formatDateTime({ at: createdAt, timeZone, now }) },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
