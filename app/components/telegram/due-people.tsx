import { Link } from "@remix-run/react";
import clsx from "clsx";
import { usePageLinks } from "#app/components/filters/use-query-links.ts";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import type { EntryProblem, EntryWait } from "#app/lib/telegram.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { PresentedDueEntry } from "#app/schemas/telegram-doors.ts";

const WHY: Record<EntryWait | EntryProblem, string> = {
  evidence: "What the broker says does not prove enough.",
  account: "Another Telegram account has a claim with this account number.",
  country: messages.telegram.countryNotServed,
  confirmation: messages.telegram.needsConfirmation,
  withdrawn: "The claim was withdrawn.",
  charged_back: "The deposit was charged back.",
  reversed: "A broker’s file takes the money back.",
  undone: "The claim is not what the door asks for any more.",
  left: "The person is no longer your client at the broker.",
};

type View = { timeZone: string; now: string };
type DuePeopleProps = View & {
  people: PresentedDueEntry[];
  pagination: { total: number; page: number; limit: number; pages: number };
  mayDecide: boolean;
};

/** Who waits at doors, and who is in although something speaks against the claim. */
export function DuePeople({ people, pagination, mayDecide, timeZone, now }: DuePeopleProps) {
  const toPage = usePageLinks();
  const columns: Column<PresentedDueEntry>[] = [
    {
      head: "Claim",
      isWide: true,
      cell: ({ claim, door, since }) => (
        <>
          <ClaimLink {...claim} />{" "}
          <span className={clsx(text.small, text.block, text.breakable)}>
            <bdi>{door.title}</bdi>, since {formatDateTime({ at: since, timeZone, now })}
          </span>
        </>
      ),
    },
    {
      head: "Why",
      isWide: true,
      cell: ({ isIn, reason, other }) => (
        <>
          {isIn ? "Is in. " : "Waits. "}
          {reason ? WHY[reason] : null}{" "}
          {other ? (
            <span className={text.block}>
              The other claim: <ClaimLink {...other} />
            </span>
          ) : null}
        </>
      ),
    },
    ...(mayDecide
      ? [{ head: null, isWide: true, cell: (one: PresentedDueEntry) => <Decisions person={one} /> }]
      : []),
  ];
  return (
    <>
      <Panel title="You decide">
        <Table
          caption="People about whom you decide"
          columns={columns}
          groups={[{ rows: people }]}
          getKey={({ id }) => id}
        />
      </Panel>
      {pagination.pages > 1 ? <Pagination pagination={pagination} toPage={toPage} /> : null}
    </>
  );
}

const ClaimLink = ({ id, email }: { id: string; email: string }) => (
  <Link className={text.breakable} to={paths.submission({ submissionId: id })}>
    {email || "Erased person"}
  </Link>
);

/** What a press can do: nothing for whom another step has to come first. */
function Decisions({ person: { id, isIn, reason, claim } }: { person: PresentedDueEntry }) {
  const who = <span className="visually-hidden"> for {claim.email}</span>;
  if (isIn)
    return (
      <div className={layout.row}>
        <PostForm intent="keep">
          <SubmitButton isSmall name="entryId" value={id} pending="Keeping">
            Keep<span className="visually-hidden"> {claim.email}</span>
          </SubmitButton>
        </PostForm>{" "}
        <PostForm intent="remove">
          <SubmitButton isSmall kind="danger" name="entryId" value={id} pending="Removing">
            Remove<span className="visually-hidden"> {claim.email}</span>
          </SubmitButton>
        </PostForm>
      </div>
    );
  if (reason === "confirmation" || reason === "country") return null;
  return (
    <PostForm intent="open">
      <SubmitButton isSmall name="entryId" value={id} pending="Opening">
        Open the door{who}
      </SubmitButton>
    </PostForm>
  );
}
