import { Link } from "@remix-run/react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import type { PostbackRefusal } from "#app/lib/postbacks.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { PostbackResponse } from "#app/schemas/postbacks.ts";

type PostbackLogProps = {
  platformId: string;
  postbacks: PostbackResponse[];
  nextCursor: string | null;
  cursor: string | null;
  refused: Partial<Record<PostbackRefusal, number>>;
  now: string;
  timeZone: string;
};

const outcomes: Record<PostbackResponse["outcome"], string> = {
  waiting: "Waits to be read",
  row: "Matched with claims",
  repeated: "Came before",
  nothing: "Nothing to match",
  unmapped: "Not said what it means",
  unreadable: "Unreadable",
};
const refusals: Record<PostbackRefusal, string> = {
  token: "an unknown address",
  secret: "a wrong secret or signature",
  address: "another address",
  size: "more than 64 KiB",
  rate: "too many a minute",
};

/** What the broker called in the last 30 days. */
export function PostbackLogPanel({
  platformId,
  postbacks,
  nextCursor,
  cursor,
  refused,
  ...times
}: PostbackLogProps) {
  const columns: Column<PostbackResponse>[] = [
    { head: "Received", cell: ({ at }) => formatDateTime({ at, ...times }) },
    {
      head: "Call",
      isWide: true,
      cell: ({ query }) => <bdi className={text.breakable}>{query || "–"}</bdi>,
    },
    {
      head: "Result",
      isWide: true,
      cell: ({ outcome, problem }) => (
        <>
          {outcomes[outcome]}
          {problem ? <span className={text.block}>{problem}</span> : null}
        </>
      ),
    },
  ];
  const counted = Object.entries(refused) as [PostbackRefusal, number][];
  return (
    <Panel title="Calls of the last 30 days">
      <PanelBody>
        {postbacks.length === 0 ? (
          <p className={text.secondary}>
            No call yet. Send a test from your network now, then{" "}
            <Link to={paths.platformPostbacks({ platformId })}>look again</Link>.
          </p>
        ) : null}
        {counted.length > 0 ? (
          <p className={text.small}>
            Refused and not stored:{" "}
            {counted.map(([reason, count]) => `${formatNumber(count)} for ${refusals[reason]}`).join(", ")}.
          </p>
        ) : null}
      </PanelBody>
      {postbacks.length > 0 ? (
        <Table
          caption="Calls of the last 30 days"
          columns={columns}
          groups={[{ rows: postbacks }]}
          getKey={({ id }) => id}
        />
      ) : null}
      {nextCursor || cursor ? (
        <PanelBody>
          <div className={layout.row}>
            {cursor ? <ButtonLink to={paths.platformPostbacks({ platformId })}>Newest</ButtonLink> : null}
            {nextCursor ? (
              <ButtonLink to={paths.platformPostbacks({ platformId, cursor: nextCursor })}>
                Earlier
              </ButtonLink>
            ) : null}
          </div>
        </PanelBody>
      ) : null}
    </Panel>
  );
}
