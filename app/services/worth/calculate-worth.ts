import type { Contract } from "#app/lib/contracts.ts";
import { createYield } from "#app/lib/create-yield.ts";
import { dayIn } from "#app/lib/dates.ts";
import { plusMonths } from "#app/lib/periods.ts";
import { type AssessedClient, assessClient } from "./assess-client.ts";
import { concludeClient, type LifeMonths } from "./conclude-client.ts";
import { sortParts } from "./contract-parts.ts";
import { listLacking, type MonthFigures } from "./figures.ts";
import { countFirstDeposit, payFees } from "./flat-fees.ts";
import { createCalendar } from "./moments.ts";
import { createMonthSums } from "./month-sums.ts";
import { leaveOpen, payMonths } from "./months.ts";
import type { ConvertOn, Worth, WorthClient, WorthEntry } from "./worth.ts";

type WorthInput = {
  /** Of one broker, in the order of their periods. */
  contracts: readonly Contract[];
  clients: readonly WorthClient[];
  /** The month since which the broker is known: fees of a contract from the beginning are due from then on. */
  since: string;
  convert: ConvertOn;
  now: Date;
};

/** What the clients of a broker are worth by its contracts, by rows and months that are the sums of them. */
export async function calculateWorth({
  contracts,
  clients,
  since,
  convert,
  now,
}: WorthInput): Promise<Worth> {
  const giveWay = createYield();
  const calendar = createCalendar(contracts);
  const parts = contracts.map(sortParts);
  const sums = createMonthSums(contracts);
  const thisMonth = dayIn(contracts.at(-1)?.timeZone ?? "UTC", now).slice(0, 7);
  const nextMonths = new Map<string, string>();
  const places = new Map<string, ReturnType<typeof calendar.findOn>>();
  const drafts: { assessed: AssessedClient; months: LifeMonths }[] = [];
  let firstMonth = since;

  for (const client of clients) {
    await giveWay();
    // The figures go: of many clients they would take most of the memory.
    const { figures, ...assessed } = assessClient(client, { calendar, parts, convert, now });
    countDeposit(assessed);
    drafts.push({ assessed, months: walkMonths(assessed, figures) });
    for (const day of [assessed.startsOn, client.confirmedOn])
      if (day.slice(0, 7) < firstMonth) firstMonth = day.slice(0, 7);
  }

  const shared: WorthEntry[] = [];
  for (const { contract, monthly, flat } of parts) {
    for (const own of monthly) shared.push(...(await payMonths(own, giveWay)));
    const last = dayIn(contract.timeZone, now).slice(0, 7);
    for (const own of flat) shared.push(...payFees(own, { first: firstMonth, last }));
  }

  const entries: WorthEntry[] = [];
  const worths = [];
  for (const { assessed, months } of drafts) {
    await giveWay();
    for (const entry of assessed.entries) {
      entries.push(entry);
      sums.add(entry);
    }
    worths.push(concludeClient(assessed, months, convert));
  }
  for (const entry of shared) {
    entries.push(entry);
    sums.add(entry);
  }
  return { clients: worths, entries, months: sums.list() };

  function countDeposit({ client, firstDeposit, start }: AssessedClient): void {
    if (!firstDeposit || !start) return;
    for (const own of parts[start.index]?.flat ?? []) {
      const group = own.steps.find(client.country);
      if (group) countFirstDeposit(own, group, start.day.slice(0, 7));
    }
  }

  /** Goes through the months in which somebody is a client, as far as anybody knows. */
  function walkMonths(
    { client, startsOn, start, entries: own, life }: AssessedClient,
    figures: readonly MonthFigures[],
  ): LifeMonths {
    const known = start && parts[start.index];
    let isCovered = (known && !known.isUnknown) || own.length > 0;
    let paysByFigures = false;
    let lacksFrom: string | null = null;
    const leftIn = life.leftAt && dayIn(contracts.at(-1)?.timeZone ?? "UTC", life.leftAt).slice(0, 7);
    const last = leftIn !== null && leftIn < thisMonth ? leftIn : thisMonth;
    const first = startsOn < client.confirmedOn ? startsOn : client.confirmedOn;
    for (let month = first.slice(0, 7); month <= last; month = toNext(month)) {
      const place = findPlace(month);
      const ofMonth = place && parts[place.index];
      if (!ofMonth?.monthly.length) continue;
      isCovered = true;
      paysByFigures = true;
      const figure = figures.find((one) => one.index === place?.index && one.month === month);
      const lacking = listLacking(ofMonth, client.country, figure);
      if (lacking.length === 0) continue;
      for (const one of lacking) leaveOpen(one, one.steps.find(client.country), month);
      lacksFrom ??= month;
      sums.addLacking(ofMonth.contract.id, month, client.submissionId);
    }
    return { isCovered: isCovered === true, paysByFigures, hasFigures: figures.length > 0, lacksFrom };
  }

  function toNext(month: string): string {
    const next = nextMonths.get(month) ?? plusMonths(month, 1);
    nextMonths.set(month, next);
    return next;
  }

  function findPlace(month: string) {
    const known = places.get(month);
    if (known !== undefined) return known;
    const place = calendar.findOn(`${month}-01`);
    places.set(month, place);
    return place;
  }
}
