import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { DoorResponse } from "#app/schemas/telegram-doors.ts";
import { describeNeeds } from "./door-fields.tsx";

type DoorListProps = { doors: DoorResponse[]; platforms: { id: string; name: string }[] };

/** The channels and groups that the bot lets people into. */
export function DoorList({ doors, platforms }: DoorListProps) {
  const number = { isNumber: true, isLabelled: true };
  const columns: Column<DoorResponse>[] = [
    {
      head: "Door",
      isWide: true,
      cell: ({ id, title, problem }) => (
        <>
          <Link className={clsx(text.strong, text.breakable)} to={paths.telegramDoor({ doorId: id })}>
            <bdi>{title}</bdi>
          </Link>{" "}
          {problem ? (
            <span className={clsx(text.small, text.block, text.breakable, text.copper)}>{problem}</span>
          ) : null}
        </>
      ),
    },
    { head: "Opens for", isLabelled: true, cell: ({ needs }) => describeNeeds(needs, platforms) },
    {
      head: "Confirmed",
      isLabelled: true,
      cell: ({ needs, confirmedAt }) =>
        needs.state === "claimed" ? "Not needed" : confirmedAt === null ? "Not yet" : "Yes",
    },
    { head: "Came through", ...number, cell: ({ cameThrough }) => formatNumber(cameThrough) },
    { head: "To decide", ...number, cell: ({ due }) => formatNumber(due) },
  ];
  return (
    <Panel title="Doors">
      {doors.length > 0 ? (
        <Table caption="Doors" columns={columns} groups={[{ rows: doors }]} getKey={({ id }) => id} />
      ) : null}
      <PanelBody>
        {doors.length === 0 ? <p>No doors yet.</p> : null}
        <p className={text.small}>
          A door is a private channel or group. It opens to exactly the Telegram account that made the claim.
          We know and touch only people who came through a door.
        </p>
      </PanelBody>
    </Panel>
  );
}
