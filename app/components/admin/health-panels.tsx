import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { FailingLine, JobLine, QueueLine, ShapeLine, SourceLine } from "#app/schemas/admin-pages.ts";
import styles from "./admin-table.module.css";

type View = { now: string; timeZone: string };

/** The number of waiting rows, and since when the oldest is due. */
export function QueuesPanel({ queues, now, timeZone }: View & { queues: QueueLine[] }) {
  const waiting = queues.filter(({ count }) => count > 0);
  const used = new Set(waiting.map(({ name }) => name));
  const empty = new Set(queues.map(({ name }) => name).filter((name) => !used.has(name)));
  const columns: Column<QueueLine>[] = [
    { head: "Queue", isWide: true, className: styles.main, cell: ({ name }) => name },
    { head: "State", isLabelled: true, cell: ({ state }) => state },
    { head: "Rows", isLabelled: true, cell: ({ count }) => formatNumber(count) },
    {
      head: "Oldest due",
      isLabelled: true,
      cell: ({ dueAt }) => (dueAt ? formatDateTime({ at: dueAt, timeZone, now }) : "–"),
    },
  ];
  return (
    <Panel title="Queues">
      {waiting.length > 0 ? (
        <Table
          caption="Queues by state"
          columns={columns}
          groups={[{ rows: waiting }]}
          getKey={({ name, state }) => name + state}
          className={styles.table}
        />
      ) : null}
      {empty.size > 0 ? (
        <PanelBody>
          <p className={text.small}>{`Empty queues: ${[...empty].join(", ")}.`}</p>
        </PanelBody>
      ) : null}
    </Panel>
  );
}

/** The last run of each job, of all processes. */
export function JobsPanel({ jobs, now, timeZone }: View & { jobs: JobLine[] }) {
  const when = (at: string) => formatDateTime({ at, timeZone, now });
  const columns: Column<JobLine>[] = [
    { head: "Job", isWide: true, className: styles.main, cell: ({ name }) => name },
    {
      head: "Result",
      isLabelled: true,
      cell: ({ error, lastSuccessAt }) =>
        error ? (
          <>
            <StatusBadge state="failed" />
            <span className={text.small}>
              {" "}
              {error}
              {lastSuccessAt ? `, last OK ${when(lastSuccessAt)}` : ""}
            </span>
          </>
        ) : (
          <StatusBadge state="handled">OK</StatusBadge>
        ),
    },
    { head: "Last run", isLabelled: true, cell: ({ startedAt }) => when(startedAt) },
    { head: "Took", isLabelled: true, cell: ({ durationMs }) => `${formatNumber(durationMs)} ms` },
  ];
  return (
    <Panel title="Jobs">
      {jobs.length > 0 ? (
        <Table
          caption="Jobs with their last run"
          columns={columns}
          groups={[{ rows: jobs }]}
          getKey={({ name }) => name}
          className={styles.table}
        />
      ) : (
        <PanelBody>
          <p className={text.secondary}>No job has run yet. Does a worker run?</p>
        </PanelBody>
      )}
      <PanelBody>
        <p className={text.small}>A run is written once a minute, and at once when a job fails.</p>
      </PanelBody>
    </Panel>
  );
}

export function FailingPanel({
  connections,
  total,
  now,
  timeZone,
}: View & { connections: FailingLine[]; total: number }) {
  return (
    <Panel title="Failing connections" aside={<span className={text.small}>{formatNumber(total)}</span>}>
      {connections.length > 0 ? (
        <Rows isWrapping>
          {connections.map(({ id, workspaceName, platformName, problem, lastAcceptedAt }) => (
            <li key={id}>
              <div>
                <b>{platformName}</b> of {workspaceName}
                <p className={text.small}>
                  {lastAcceptedAt
                    ? `last accepted ${formatDateTime({ at: lastAcceptedAt, timeZone, now })}`
                    : "nothing accepted yet"}
                </p>
              </div>
              <StatusBadge state="failed">{problem}</StatusBadge>
            </li>
          ))}
        </Rows>
      ) : (
        <PanelBody>
          <p className={text.secondary}>Every connection works.</p>
        </PanelBody>
      )}
    </Panel>
  );
}

/** What the APIs of brokers have answered in a shape that is not known. */
export function ShapesPanel({ shapes, total, now, timeZone }: View & { shapes: ShapeLine[]; total: number }) {
  return (
    <Panel
      title="Brokers’ answers in a new shape"
      aside={<span className={text.small}>{formatNumber(total)}</span>}
    >
      <Rows isWrapping>
        {shapes.map(({ id, brokerName, call, shape, createdAt }) => (
          <li key={id}>
            <div>
              <b>{brokerName}</b> {call}
              <p className={text.small}>first seen {formatDateTime({ at: createdAt, timeZone, now })}</p>
              <code className={text.code}>{shape}</code>
            </div>
          </li>
        ))}
      </Rows>
      <PanelBody>
        <p className={text.small}>
          Field names and types, without values. Such an answer changes nothing, and the broker is asked again
          until its shape is known.
        </p>
      </PanelBody>
    </Panel>
  );
}

/** The exchange rates and each news feed. */
export function SourcesPanel({ sources, now, timeZone }: View & { sources: SourceLine[] }) {
  return (
    <Panel title="Rates and news">
      <Rows isWrapping>
        {sources.map(({ id, name, fetchedAt, error }) => (
          <li key={id}>
            <div>
              <b>{name}</b>
              <p className={text.small}>
                {fetchedAt
                  ? `last fetched ${formatDateTime({ at: fetchedAt, timeZone, now })}`
                  : "not fetched yet"}
                {error ? `: ${error}` : ""}
              </p>
            </div>
            {error ? (
              <StatusBadge state="failed">Failing</StatusBadge>
            ) : (
              <StatusBadge state={fetchedAt ? "handled" : "pending"}>
                {fetchedAt ? "OK" : "Waiting"}
              </StatusBadge>
            )}
          </li>
        ))}
      </Rows>
    </Panel>
  );
}

type ServicesPanelProps = {
  database: { name: string; version: string; responseMs: number; problems: string[] };
  mail: { isUp: boolean; goesTo: string };
};

export function ServicesPanel({ database, mail }: ServicesPanelProps) {
  const state = (isWell: boolean) => (
    <StatusBadge state={isWell ? "handled" : "failed"}>{isWell ? "OK" : "Failing"}</StatusBadge>
  );
  return (
    <Panel title="Database and mail">
      <PanelBody>
        <KeyValues
          facts={[
            { label: "Database", value: state(database.problems.length === 0) },
            { label: "Version", value: `${database.name} ${database.version}` },
            { label: "Response", value: `${formatNumber(database.responseMs)} ms` },
            ...database.problems.map((problem) => ({ label: "Problem", value: problem })),
            { label: "Mail", value: state(mail.isUp) },
            { label: "Emails go to", value: mail.goesTo },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
