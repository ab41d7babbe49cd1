import { formatNumber } from "#app/lib/regional-formats.ts";
import { ButtonLink, buttonClass } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { CaretLeftIcon, CaretRightIcon } from "./icons.ts";
import layout from "./layout.module.css";
import styles from "./pagination.module.css";
import text from "./text.module.css";

type PaginationProps = {
  pagination: { total: number; page: number; limit: number; pages: number };
  toPage: (page: number) => string;
  /** Text search counts to a ceiling and says "more than" beyond it. */
  isCapped?: boolean;
  suffix?: string;
};

/** "1 – 20 of 214", previous and next. The missing one is dashed, not hidden. */
export function Pagination({ pagination, toPage, isCapped, suffix }: PaginationProps) {
  const { total, page, limit, pages } = pagination;
  const first = total === 0 ? 0 : (page - 1) * limit + 1;
  const last = Math.max(first, Math.min(page * limit, total));
  const label = `${formatNumber(first)} – ${formatNumber(last)} of ${isCapped ? "more than " : ""}${formatNumber(total)}`;
  return (
    <nav className={styles.pagination} aria-label="Pages">
      <span className={text.small}>{suffix ? `${label} ${suffix}` : label}</span>
      <span className={layout.spacer} />{" "}
      <Step to={page > 1 ? toPage(page - 1) : null}>
        <Icon of={CaretLeftIcon} />
        Previous
      </Step>{" "}
      <Step to={page < pages ? toPage(page + 1) : null}>
        Next
        <Icon of={CaretRightIcon} />
      </Step>
    </nav>
  );
}

function Step({ to, children }: { to: string | null; children: React.ReactNode }) {
  if (to === null) {
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: a disabled link takes no focus
      // biome-ignore lint/a11y/useSemanticElements: an anchor without an address has no link role
      <span className={buttonClass({ isSmall: true })} role="link" aria-disabled="true">
        {children}
      </span>
    );
  }
  return (
    <ButtonLink isSmall to={to}>
      {children}
    </ButtonLink>
  );
}
