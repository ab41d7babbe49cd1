import { ButtonLink } from "#app/components/ui/button.tsx";
import { monthAndYear } from "#app/lib/format-date.ts";

type MonthLinksProps = {
  previous: string;
  /** Null at the current month. */
  next: string | null;
  toMonth: (month: string) => string;
};

/** Lead to the months beside the one that is shown. */
export function MonthLinks({ previous, next, toMonth }: MonthLinksProps) {
  return (
    <>
      <ButtonLink isSmall to={toMonth(previous)}>
        {monthAndYear(previous)}
      </ButtonLink>{" "}
      {next ? (
        <ButtonLink isSmall to={toMonth(next)}>
          {monthAndYear(next)}
        </ButtonLink>
      ) : null}
    </>
  );
}
