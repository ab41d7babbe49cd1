import { Link } from "@remix-run/react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { TimeLeft } from "#app/components/ui/time-left.tsx";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";

type WaitingBroker = {
  platformId: string;
  name: string;
  /** Its claims that a file of the next days can check in time. */
  count: number;
  firstExpiresAt: string;
  dueAt: string;
  lastUploadAt: string | null;
};

type DueTableProps = {
  brokers: WaitingBroker[];
  canUpload: boolean;
  view: { now: string; timeZone: string };
};

/** The brokers of which claims wait for a statement, the most urgent first. */
export function DueTable({ brokers, canUpload, view }: DueTableProps) {
  const when = (at: string) => formatDateTime({ at, ...view });
  const columns: Column<WaitingBroker>[] = [
    { head: "Broker", isWide: true, cell: ({ name }) => <bdi className={text.strong}>{name}</bdi> },
    {
      head: "Due",
      isLabelled: true,
      cell: ({ dueAt }) =>
        dueAt <= view.now ? <b className={text.copper}>now</b> : <time dateTime={dueAt}>{when(dueAt)}</time>,
    },
    {
      head: "Claims that wait",
      isLabelled: true,
      isNumber: true,
      cell: ({ platformId, count }) => (
        <Link to={paths.submissions({ status: "pending", platform: platformId, sort: "sendBefore" })}>
          {formatNumber(count)}
        </Link>
      ),
    },
    {
      head: "First expires",
      isLabelled: true,
      cell: ({ firstExpiresAt }) => (
        <TimeLeft sendBefore={firstExpiresAt} now={view.now} title={when(firstExpiresAt)} />
      ),
    },
    {
      head: "Last file",
      isLabelled: true,
      cell: ({ lastUploadAt }) =>
        lastUploadAt === null ? (
          <span className={text.small}>none yet</span>
        ) : (
          <time dateTime={lastUploadAt}>{when(lastUploadAt)}</time>
        ),
    },
  ];
  const upload: Column<WaitingBroker> = {
    head: null,
    isWide: true,
    cell: ({ platformId, name }) => (
      <ButtonLink isSmall to={paths.statements({ platform: platformId })}>
        Upload
        <span className="visually-hidden"> a statement of {name}</span>
      </ButtonLink>
    ),
  };
  return (
    <Table
      caption="Statements due"
      groups={[{ rows: brokers }]}
      getKey={({ platformId }) => platformId}
      columns={canUpload ? [...columns, upload] : columns}
    />
  );
}
