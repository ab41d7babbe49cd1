import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { NO_VALUE } from "#app/lib/sources.ts";

type Campaign = { campaign: string | null; clients: number };

/** Clients whom the broker's files name with a click of a link, and of whom there is no claim. */
export function NeverClaimedPanel({ campaigns }: { campaigns: Campaign[] }) {
  return (
    <Panel title="Deposited, never claimed">
      <PanelBody>
        <p className={text.secondary}>
          The broker names these clients with a click on your links and a deposit, and nobody has claimed it.
          They are counted by the campaign of the click.
        </p>
      </PanelBody>
      <Table
        caption="Deposited, never claimed"
        columns={[
          { head: "Campaign", isRowHead: true, cell: ({ campaign }) => <bdi>{campaign ?? NO_VALUE}</bdi> },
          { head: "Clients", isNumber: true, cell: ({ clients }) => formatNumber(clients) },
        ]}
        groups={[{ rows: campaigns }]}
        getKey={({ campaign }) => String(campaign)}
        isNarrow
      />
    </Panel>
  );
}
