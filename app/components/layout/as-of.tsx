import text from "#app/components/ui/text.module.css";
import { clockTime, clockTimeToTheSecond } from "#app/lib/format-date.ts";

type AsOfProps = { at: string; timeZone: string; isToTheSecond?: boolean };

/** When the figures of a page were read. */
export function AsOf({ at, timeZone, isToTheSecond }: AsOfProps) {
  const format = isToTheSecond ? clockTimeToTheSecond : clockTime;
  return (
    <span className={text.small}>
      as of <time dateTime={at}>{format({ at, timeZone })}</time>
    </span>
  );
}
