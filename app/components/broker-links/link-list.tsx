import { Link } from "@remix-run/react";
import clsx from "clsx";
import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { BrokerLinkResponse } from "#app/schemas/broker-links.ts";

/** A broker's links, each with what came by it. */
export function BrokerLinkList({ links }: { links: BrokerLinkResponse[] }) {
  return (
    <Panel title="Links that you give people">
      <PanelBody>
        <p className={text.secondary}>
          Each leads to your broker with a click ID of ours. Where the broker’s file names that click again,
          it confirms the claim of the same visit, whatever the visitor typed.
        </p>
        {links.length === 0 ? <p className={text.secondary}>No links yet.</p> : null}
      </PanelBody>
      {links.length > 0 ? (
        <Table
          caption="Links that you give people"
          columns={columns}
          groups={[{ rows: links }]}
          getKey={({ id }) => id}
        />
      ) : null}
    </Panel>
  );
}

const number = { isNumber: true, isLabelled: true };

const columns: Column<BrokerLinkResponse>[] = [
  {
    head: "Link",
    isWide: true,
    cell: ({ id, platformId, name, address, isArchived, host }) => (
      <>
        <Link className={clsx(text.strong, text.breakable)} to={paths.brokerLink({ platformId, linkId: id })}>
          <bdi>{name}</bdi>
        </Link>{" "}
        <span className={clsx(text.code, text.block)}>{address}</span>{" "}
        {isArchived ? <span className={text.small}>Archived</span> : null}
        {!isArchived && host.state !== "allowed" ? (
          <span className={text.small}>
            {host.state === "asked" ? "Asks people first" : "Stopped by the administrator"}
          </span>
        ) : null}
      </>
    ),
  },
  { head: "Clicks", ...number, cell: ({ clicks }) => formatNumber(clicks) },
  { head: "Claims", ...number, cell: ({ claims }) => formatNumber(claims) },
  { head: "Deposits", ...number, cell: ({ deposits }) => formatNumber(deposits) },
  {
    head: null,
    cell: ({ name, address }) => (
      <CopyButton text={address} copied={`${name}: link copied`}>
        Copy<span className="visually-hidden"> the link {name}</span>
      </CopyButton>
    ),
  },
];
