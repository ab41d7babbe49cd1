import type { Contract } from "#app/lib/contracts.ts";
import { dayOf, monthOf } from "./back-office/calendar.ts";
import { type Broker, createAccounts } from "./back-office/clients.ts";
import { createContracts, createMonths } from "./back-office/contracts.ts";
import { createDice, type Dice } from "./back-office/dice.ts";
import { Ledger, settle } from "./back-office/ledger.ts";
import { createRates } from "./back-office/market.ts";
import { type Reporting, tell } from "./back-office/reports.ts";
import type { Account, Client, Fact, Owner } from "./back-office/types.ts";

/** In some of them a month begins or ends with a change of the clocks, in Asunción at midnight itself. */
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Sydney",
  "America/Asuncion",
  "Asia/Kolkata",
  "Asia/Beirut",
  "Pacific/Auckland",
];

/** As exact as the contracts need: nobody can tell 24 hours from days, or a day of the month from its sum. */
function chooseReporting(dice: Dice, contracts: readonly Contract[]): Reporting {
  const parts = contracts.flatMap((contract) => contract.parts);
  const has = (...kinds: string[]) => parts.some(({ kind }) => kinds.includes(kind));
  const asks = parts.map(({ qualification }) => qualification).filter((one) => one !== null);
  const asksTrades = asks.some(({ lotsMin, tradesMin }) => lotsMin !== null || tradesMin !== null);
  const paysTrades = has("share_of_revenue", "per_lot");
  const trades = dice.pick(["trade", "day", "month", paysTrades ? "month" : null] as const);
  const mustSay = asksTrades && (trades === "month" || trades === null);
  return {
    deposits: asks.some(({ within }) => within === "24h") ? "moment" : dice.pick(["moment", "day"] as const),
    trades,
    saysQualified: mustSay || dice.happens(0.3),
    claimsAll: has("percent_of_deposits", "per_deposit"),
  };
}

/** The days on which the ledger owes a payment for a qualification. */
function findQualifiedDays({ contracts, rates }: Broker, account: Account): string[] {
  const ledger = new Ledger(contracts, rates);
  for (const entry of account.entries) ledger.post(account, entry);
  const due = ledger.listDueDays(account).filter(({ part }) => part.kind === "cpa");
  return [...new Set(due.map(({ day }) => day))];
}

/** One owner with a broker of 24 months: what both agreed, what the owner is told, and what is paid. */
export function createOwner(seed: number, index: number, clients = 40): Owner {
  const name = `owner-${index}`;
  const dice = createDice(seed * 104_729 + index * 7_919 + 1);
  const timeZone = ZONES[(index + Math.floor(index / ZONES.length)) % ZONES.length] as string;
  const months = createMonths(dice, timeZone);
  const rates = createRates(dice, months);
  const contracts = createContracts(dice, { index, months, timeZone });
  const reporting = chooseReporting(dice, contracts);
  const books = reporting.trades === "month" ? "contract" : "client";
  const broker: Broker = { contracts, months, timeZone, rates, books };
  const accounts = createAccounts(dice, broker, clients, name);
  return {
    name,
    timeZone,
    months,
    contracts,
    clients: accounts.map((one) =>
      tell(one, findQualifiedDays(broker, one), { reporting, timeZone, months }),
    ),
    rates,
    payouts: settle(contracts, accounts, rates, months),
  };
}

type Part = { clients: Client[]; touched: { clientId: string; month: string }[] };

/**
 * Removes a fifth of what an owner was told.
 * @param by single rows, or all rows of a client and month
 * @returns `touched`: the clients and months of which something is gone
 */
export function removeFifth(owner: Owner, seed: number, by: "fact" | "month"): Part {
  const dice = createDice(seed * 15_485_863 + 1);
  const monthOfFact = ({ at }: Fact) => monthOf(dayOf(at.from.getTime(), owner.timeZone));
  const rows = owner.clients.flatMap(({ id: clientId, facts }) =>
    facts.map((fact) => ({ fact, clientId, month: monthOfFact(fact) })),
  );
  const toKey = ({ fact, clientId, month }: (typeof rows)[number]) =>
    by === "fact" ? fact.id : `${clientId} ${month}`;
  const kept = [...new Set(rows.map(toKey))];
  const removed = new Set<string>();
  for (let number = Math.round(kept.length / 5); number > 0; number--)
    removed.add(kept.splice(dice.whole(0, kept.length - 1), 1)[0] as string);
  const gone = rows.filter((row) => removed.has(toKey(row)));
  const touched = new Map(gone.map(({ clientId, month }) => [`${clientId} ${month}`, { clientId, month }]));
  const facts = new Set(gone.map(({ fact }) => fact));
  const clients = owner.clients.map((client) => ({
    ...client,
    facts: client.facts.filter((fact) => !facts.has(fact)),
  }));
  return { clients, touched: [...touched.values()] };
}
