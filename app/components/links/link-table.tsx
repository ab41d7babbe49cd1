import { Link } from "@remix-run/react";
import clsx from "clsx";
import { SearchField } from "#app/components/filters/search-field.tsx";
import { useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import text from "#app/components/ui/text.module.css";
import { shortDate } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { describeTruth } from "#app/lib/truth.ts";
import { paths } from "#app/paths.ts";
import type { CountedLinkResponse, LinkSort } from "#app/schemas/links.ts";
import styles from "./link-table.module.css";

export type LinkList = {
  links: CountedLinkResponse[];
  /** How many there are without the search. */
  total: number;
  /** How many are archived. */
  archived: number;
  /** The first day whose views are those of people only; null if all are. */
  viewsOfPeopleFrom: string | null;
  query: { search: string; sort: LinkSort; archived: boolean };
};

/** With fewer, all are seen at once. */
const SEARCHED_FROM = 10;

/** The links that the owner has named, each with what came by it. */
export function LinkTable({ links, total, archived, viewsOfPeopleFrom, query }: LinkList) {
  const { search, sort } = query;
  const address = useQueryLinks();
  const here = (changes: Record<string, string | null>) => `${address(changes)}#links`;
  return (
    <Panel title="Your links" id="links">
      <PanelBody>
        <p className={text.secondary}>
          A link with a name tells you what each story, video or newsletter brings: its views, its claims, and
          how many of them are true. A view is a page that a person saw: previews of a link, robots and pages
          that a browser fetches ahead are none
          {viewsOfPeopleFrom === null
            ? "."
            : `, from ${shortDate(viewsOfPeopleFrom)} on. Views of earlier days may include them.`}
        </p>
        {archived > 0 ? (
          <Tabs
            label="Links"
            tabs={[
              { label: "In use", to: here({ archived: null, search: null }), isCurrent: !query.archived },
              {
                label: "Archived",
                count: archived,
                isCurrent: query.archived,
                to: here({ archived: "yes", search: null }),
              },
            ]}
          />
        ) : null}
        {total > SEARCHED_FROM ? (
          <SearchField label="Search links" placeholder="Name or label" value={search} shortcut={undefined}>
            {sort === "claims" ? null : <input type="hidden" name="sort" value={sort} />}
            {query.archived ? <input type="hidden" name="archived" value="yes" /> : null}
          </SearchField>
        ) : null}
        {links.length === 0 ? (
          <p className={text.secondary}>
            {total === 0 ? "No links yet. Create the first one below." : `No link matches “${search}”.`}
          </p>
        ) : null}
      </PanelBody>
      {links.length > 0 ? (
        <Table
          caption="Your links"
          columns={toColumns(sort, (to) => here({ sort: to === "claims" ? null : to }))}
          groups={[{ rows: links }]}
          getKey={({ id }) => id}
          className={styles.table}
        />
      ) : null}
    </Panel>
  );
}

const claimsOf = ({ id }: CountedLinkResponse, more: Record<string, string> = { status: "all" }) =>
  paths.submissions({ link: id, ...more });

function toColumns(sorted: LinkSort, to: (sort: LinkSort) => string): Column<CountedLinkResponse>[] {
  const by = (sort: LinkSort) => ({
    to: to(sort),
    sorted: sort === sorted ? (sort === "label" ? ("ascending" as const) : ("descending" as const)) : null,
  });
  const number = { isNumber: true, isLabelled: true };
  return [
    {
      head: "Link",
      sort: by("label"),
      isWide: true,
      cell: (link) => (
        <>
          <Link className={clsx(text.strong, text.breakable)} to={paths.link({ linkId: link.id })}>
            <bdi>{link.label}</bdi>
          </Link>{" "}
          <span className={clsx(text.code, text.block)}>?l={link.name}</span>
        </>
      ),
    },
    { head: "Views", sort: by("views"), ...number, cell: ({ views }) => formatNumber(views) },
    {
      head: "Claims",
      sort: by("claims"),
      ...number,
      cell: (link) => <Link to={claimsOf(link)}>{formatNumber(link.claims)}</Link>,
    },
    {
      head: "Verified",
      sort: by("verified"),
      ...number,
      cell: (link) => <Link to={claimsOf(link, { truth: "verified" })}>{formatNumber(link.verified)}</Link>,
    },
    { head: "Truth rate", sort: by("truth"), ...number, cell: (link) => <TruthRate link={link} /> },
    {
      head: null,
      cell: ({ label, url }) => (
        <CopyButton text={url} copied={`${label}: link copied`}>
          Copy<span className="visually-hidden"> the link {label}</span>
        </CopyButton>
      ),
    },
  ];
}

/** The truth rate of a link's claims, which it leads to. */
export function TruthRate({ link }: { link: CountedLinkResponse }) {
  const { rate, interval } = describeTruth(link.truth);
  if (link.truth.share === null) return <span className={text.small}>–</span>;
  return (
    <>
      <Link to={claimsOf(link, { truth: "decided" })}>{rate}</Link>{" "}
      {interval ? <span className={clsx(text.small, text.unbroken)}>{interval}</span> : null}
    </>
  );
}
