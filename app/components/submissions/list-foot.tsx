import { Link } from "@remix-run/react";
import { MoneySum } from "#app/components/exchange-rates/money.tsx";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { Pagination } from "#app/components/ui/pagination.tsx";
import text from "#app/components/ui/text.module.css";
import type { Money } from "#app/lib/commission.ts";
import type { PaginationResponse } from "#app/schemas/shared/query.ts";
import { withoutUnlikely } from "./claim-amount.tsx";
import styles from "./list-foot.module.css";

const SIZES = [20, 50, 100];

type ListFootProps = {
  pagination: PaginationResponse;
  isCapped: boolean;
  /** The sum of all matches; null if it is read on request only. */
  sum: { parts: Money[]; unlikely: number } | null;
  address: QueryLinks;
};

/** The sum and the count of all that match, the pages and their size. */
export function ListFoot({ pagination, isCapped, sum, address }: ListFootProps) {
  const { limit } = pagination;
  return (
    <div className={styles.foot}>
      <p className={styles.sum}>
        {sum === null ? (
          <Link to={address({ exact: "yes" })} preventScrollReset>
            {isCapped ? "Show the exact count and sum" : "Show the sum"}
          </Link>
        ) : sum.parts.length > 0 || sum.unlikely > 0 ? (
          <>
            <span className={text.small}>Total</span> <MoneySum parts={sum.parts} isTotal />{" "}
            {sum.unlikely > 0 ? <span className={text.small}>{withoutUnlikely(sum.unlikely)}</span> : null}
          </>
        ) : null}
      </p>
      <Pagination
        pagination={pagination}
        isCapped={isCapped}
        toPage={(number) => address({ page: number === 1 ? null : number, open: null, at: null })}
      />
      <p className={text.small}>
        Claims per page:{" "}
        {SIZES.map((size) => (
          <Link
            key={size}
            className={styles.size}
            to={address({ limit: size === SIZES[0] ? null : size, page: null, open: null, at: null })}
            aria-current={size === limit ? "true" : undefined}
          >
            {size}{" "}
          </Link>
        ))}
      </p>
    </div>
  );
}
