import { type Contract, contractOn } from "#app/lib/contracts.ts";
import { DAY, dayIn, EAST, type Interval, MINUTE, WEST } from "#app/lib/dates.ts";
import { plusDays, plusMonths } from "#app/lib/periods.ts";

/**
 * The clocks of all zones differ by whole quarters of an hour, and so do the moments at which their days
 * begin.
 */
const QUARTER = 15 * MINUTE;

export type ReadDay = (at: number) => string;

/** Reads days of a time zone, each quarter of an hour once: a broker has millions of facts. */
function createReadDay(timeZone: string): ReadDay {
  const known = new Map<number, string>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER);
    let day = known.get(quarter);
    if (day === undefined) {
      day = dayIn(timeZone, new Date(quarter * QUARTER));
      known.set(quarter, day);
    }
    return day;
  };
}

/** Longer than any day that was written without a zone. */
const LONG = 3 * DAY;

/**
 * The day of an interval in a contract's zone. A day that was written without a time is that day, whichever zone
 * it was written in. What is of a longer time counts on its last day, in the month of its middle.
 */
export function readFactDay({ from, to }: Interval, readDay: ReadDay): string {
  const [start, end] = [+from, +to];
  if (start === end) return readDay(start);
  const middle = (start + end) / 2;
  if (end - start >= LONG) {
    const [day, month] = [readDay(end), readDay(middle).slice(0, 7)];
    return day.startsWith(month) ? day : endOfMonth(month);
  }
  // Without a zone it begins and ends as it does somewhere on earth.
  if (end - start >= EAST + WEST) return new Date(start + EAST).toISOString().slice(0, 10);
  return readDay(middle);
}

export const endOfMonth = (month: string): string => plusDays(`${plusMonths(month, 1)}-01`, -1);

export type ContractDay = { index: number; contract: Contract; day: string };

export type Calendar = ReturnType<typeof createCalendar>;

/** Finds the contract of a fact, or of a month. */
export function createCalendar(contracts: readonly Contract[]) {
  const byZone = new Map<string, ReadDay>();
  const readDays = contracts.map(({ timeZone }) => {
    const read = byZone.get(timeZone) ?? createReadDay(timeZone);
    byZone.set(timeZone, read);
    return read;
  });
  const isFollowed = contracts.map(
    ({ endsOn }, index) => endsOn !== null && contracts[index + 1]?.startsOn === plusDays(endsOn, 1),
  );
  const place = (index: number, day: string): ContractDay | null => {
    const contract = contracts[index];
    if (!contract) return null;
    const { endsOn } = contract;
    if (endsOn === null || day <= endsOn) return { index, contract, day };
    // Between two that follow each other in different zones, the earlier one goes on until the later one begins.
    return isFollowed[index] ? { index, contract, day: endsOn } : null;
  };

  return {
    readDays,
    /** Null before the first contract and in a gap. */
    findAt: (at: Interval): ContractDay | null => {
      for (let index = contracts.length - 1; index >= 0; index -= 1) {
        const readDay = readDays[index];
        const day = readDay && readFactDay(at, readDay);
        if (day && day >= (contracts[index]?.startsOn ?? "")) return place(index, day);
      }
      return null;
    },
    findOn: (day: string): ContractDay | null => {
      const contract = contractOn(contracts, day);
      return contract && { index: contracts.indexOf(contract), contract, day };
    },
  };
}
