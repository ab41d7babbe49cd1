import Decimal from "decimal.js-light";
import { type Contract, type ContractPart, type PartKind, TIER_KINDS } from "#app/lib/contracts.ts";
import { dayOf, firstDay, monthOf, plusDays } from "./calendar.ts";
import { findGroup, findStep, type Group, listGroups } from "./steps.ts";
import type { Account, Entry, Payout, Qualification, Rates } from "./types.ts";

const Exact = Decimal.clone({ precision: 60 });
const ZERO = new Exact(0);
const DAY_MS = 24 * 60 * 60 * 1000;
const DIGITS: Record<string, number> = { JPY: 0 };

type Trade = Extract<Entry, { kind: "trade" }>;
/** A deposit, or what is charged back of one. */
type Deposit = Exclude<Entry, { kind: "trade" | "approval" | "left" }>;

/** What a client did in a month, in the contract's currency. */
type Line = { account: Account; lots: Decimal; revenue: Decimal };
type Sheet = {
  /** By currency: what was deposited so far. */
  deposited: Map<string, Decimal>;
  newClients: Account[];
  lines: Map<string, Line>;
};
type Book = { contract: Contract; sheets: Map<string, Sheet>; losses: Map<string, Decimal> };

/** How far a new client is with one condition of payment. */
type Card = {
  part: ContractPart;
  contract: Contract;
  firstAt: number;
  firstAmount: Decimal;
  /** The last day that counts; null without one. */
  until: string | null;
  ofFirst24Hours: Decimal;
  deposited: Decimal;
  lots: Decimal;
  trades: number;
  qualifiedOn: string | null;
};

/** A payment for one client that a charge-back can take back. */
type Owed = {
  account: Account;
  contract: Contract;
  part: ContractPart;
  day: string;
  /** Asked when the books are closed: the first 24 hours may not be over. */
  getAmount: () => Decimal;
  deposit: Deposit | null;
  takenBackOn: string | null;
};

/** The contract that is in force at a moment. */
export const findContract = (contracts: readonly Contract[], at: number): Contract | undefined =>
  contracts.find((contract) => {
    const day = dayOf(at, contract.timeZone);
    return contract.startsOn <= day && (contract.endsOn === null || day <= contract.endsOn);
  });

const DEPOSIT_KINDS: readonly PartKind[] = TIER_KINDS;

export class Ledger {
  readonly #rates: Rates;
  readonly #books: Book[];
  readonly #cards = new Map<string, Card[]>();
  readonly #owed: Owed[] = [];
  readonly #payouts: Payout[] = [];

  constructor(contracts: readonly Contract[], rates: Rates) {
    this.#rates = rates;
    this.#books = contracts.map((contract) => ({ contract, sheets: new Map(), losses: new Map() }));
  }

  /** Books an entry; entries come in the order of their time. */
  post(account: Account, entry: Entry): void {
    if (entry.kind === "deposit") this.#postDeposit(account, entry);
    if (entry.kind === "trade") this.#postTrade(account, entry);
    if (entry.kind === "approval")
      for (const card of this.#cards.get(account.id) ?? []) this.#qualify(account, card, entry.at);
    if (entry.kind === "chargeBack") this.#postChargeBack(account, entry);
  }

  /** The days on which payments for a client became due. */
  listDueDays = (account: Account): { part: ContractPart; day: string; contract: Contract }[] =>
    this.#owed.filter((owed) => owed.account === account);

  /** Runs the months one after the other. */
  close(months: readonly string[]): Payout[] {
    for (const month of months)
      for (const book of this.#books) {
        const { startsOn, endsOn } = book.contract;
        const day = firstDay(month);
        if (startsOn <= day && (endsOn === null || day <= endsOn)) this.#closeMonth(book, month);
      }
    for (const owed of this.#owed) {
      const amount = owed.getAmount();
      const reason = owed.deposit ? `deposit of ${owed.day}` : `qualified on ${owed.day}`;
      this.#pay(owed.contract, owed.part.kind, owed.account.id, monthOf(owed.day), amount, reason);
      if (owed.takenBackOn === null) continue;
      const taken = `charged back on ${owed.takenBackOn}`;
      const back = this.#round(owed.contract, amount).neg();
      this.#pay(owed.contract, owed.part.kind, owed.account.id, monthOf(owed.takenBackOn), back, taken);
    }
    return this.#payouts.filter(({ month }) => months.includes(month));
  }

  #bookAt(at: number): Book | undefined {
    const contract = findContract(
      this.#books.map((book) => book.contract),
      at,
    );
    return this.#books.find((book) => book.contract === contract);
  }

  #sheetAt(book: Book, at: number): Sheet {
    const month = monthOf(dayOf(at, book.contract.timeZone));
    const sheet = book.sheets.get(month) ?? { deposited: new Map(), newClients: [], lines: new Map() };
    book.sheets.set(month, sheet);
    return sheet;
  }

  #convert(amount: string | Decimal, currency: string, contract: Contract, at: number): Decimal {
    const day = dayOf(at, contract.timeZone);
    return new Exact(amount).mul(this.#rates(day, currency, contract.currency));
  }

  #postDeposit(account: Account, entry: Deposit): void {
    const book = this.#bookAt(entry.at);
    let cards = this.#cards.get(account.id);
    if (!cards) {
      if (book) this.#sheetAt(book, entry.at).newClients.push(account);
      cards = book ? this.#openCards(book.contract, entry) : [];
      this.#cards.set(account.id, cards);
    }
    for (const card of cards) {
      const amount = this.#convert(entry.amount, entry.currency, card.contract, entry.at);
      if (entry.at - card.firstAt <= DAY_MS) card.ofFirst24Hours = card.ofFirst24Hours.plus(amount);
      if (this.#isInTime(card, entry.at)) card.deposited = card.deposited.plus(amount);
      this.#check(account, card, entry.at);
    }
    if (book) this.#payDeposit(account, entry, book);
  }

  #openCards(contract: Contract, first: Deposit): Card[] {
    const day = dayOf(first.at, contract.timeZone);
    return contract.parts
      .filter(({ kind }) => kind === "cpa")
      .map((part) => {
        const days = part.qualification?.days ?? null;
        return {
          part,
          contract,
          firstAt: first.at,
          firstAmount: this.#convert(first.amount, first.currency, contract, first.at),
          until: days === null ? null : plusDays(day, days),
          ofFirst24Hours: ZERO,
          deposited: ZERO,
          lots: ZERO,
          trades: 0,
          qualifiedOn: null,
        };
      });
  }

  #isInTime({ until, contract }: Card, at: number): boolean {
    return until === null || dayOf(at, contract.timeZone) <= until;
  }

  #check(account: Account, card: Card, at: number): void {
    const asked = card.part.qualification;
    const isMet = !asked || this.#meets(card, asked);
    if (isMet) this.#qualify(account, card, at);
  }

  #meets(card: Card, { depositMin, within, lotsMin, tradesMin }: Qualification): boolean {
    const deposited = within === "24h" ? card.ofFirst24Hours : card.deposited;
    if (depositMin !== null && deposited.lt(depositMin)) return false;
    if (lotsMin !== null && card.lots.lt(lotsMin)) return false;
    return tradesMin === null || card.trades >= tradesMin;
  }

  #qualify(account: Account, card: Card, at: number): void {
    if (card.qualifiedOn !== null) return;
    const { contract, part } = card;
    card.qualifiedOn = dayOf(at, contract.timeZone);
    const getAmount = () => {
      const chosenBy = part.qualification?.within === "24h" ? card.ofFirst24Hours : card.firstAmount;
      return new Exact(findStep(findGroup(part, account.country)?.steps ?? [], chosenBy)?.value ?? 0);
    };
    const day = card.qualifiedOn;
    this.#owed.push({ account, contract, part, day, getAmount, deposit: null, takenBackOn: null });
  }

  /** The whole deposit earns the step that the month's deposits, this one included, reach. */
  #payDeposit(account: Account, entry: Deposit, book: Book): void {
    const { contract } = book;
    const { deposited } = this.#sheetAt(book, entry.at);
    deposited.set(entry.currency, (deposited.get(entry.currency) ?? ZERO).plus(entry.amount));
    const total = [...deposited].reduce(
      (sum, [currency, amount]) => sum.plus(this.#convert(amount, currency, contract, entry.at)),
      ZERO,
    );
    const parts = contract.parts.filter(({ kind }) => DEPOSIT_KINDS.includes(kind));
    const step = findStep(
      parts.flatMap(({ steps }) => steps),
      total,
    );
    const part = parts.find(({ steps }) => steps.some((one) => one === step));
    if (!step || !part) return;
    const percentage = this.#convert(entry.amount, entry.currency, contract, entry.at)
      .mul(step.value)
      .div(100);
    const amount = part.kind === "per_deposit" ? new Exact(step.value) : percentage;
    const day = dayOf(entry.at, contract.timeZone);
    this.#owed.push({
      account,
      contract,
      part,
      day,
      getAmount: () => amount,
      deposit: entry,
      takenBackOn: null,
    });
  }

  #postTrade(account: Account, entry: Trade): void {
    for (const card of this.#cards.get(account.id) ?? []) {
      if (!this.#isInTime(card, entry.at)) continue;
      card.lots = card.lots.plus(entry.lots);
      card.trades++;
      this.#check(account, card, entry.at);
    }
    const book = this.#bookAt(entry.at);
    if (!book) return;
    const { lines } = this.#sheetAt(book, entry.at);
    const line = lines.get(account.id) ?? { account, lots: ZERO, revenue: ZERO };
    line.lots = line.lots.plus(entry.lots);
    line.revenue = line.revenue.plus(this.#convert(entry.revenue, entry.currency, book.contract, entry.at));
    lines.set(account.id, line);
  }

  /** Takes back what was paid for the client's qualification, and for the deposit itself. */
  #postChargeBack(account: Account, { at, amount, currency }: Deposit): void {
    for (const owed of this.#owed) {
      if (owed.account !== account || owed.takenBackOn !== null) continue;
      const { deposit, part, contract } = owed;
      if (deposit && (deposit.currency !== currency || !new Exact(deposit.amount).eq(amount))) continue;
      const day = dayOf(at, contract.timeZone);
      if (part.clawBackDays === null || day <= plusDays(owed.day, part.clawBackDays)) owed.takenBackOn = day;
    }
  }

  #closeMonth(book: Book, month: string): void {
    const sheet = book.sheets.get(month) ?? { deposited: new Map(), newClients: [], lines: new Map() };
    for (const part of book.contract.parts)
      for (const group of listGroups(part)) {
        const isOf = (account: Account) => findGroup(part, account.country)?.key === group.key;
        const lines = [...sheet.lines.values()].filter(({ account }) => isOf(account));
        if (part.kind === "share_of_revenue") this.#closeShare(book, part, group, month, lines);
        if (part.kind === "per_lot") this.#closeLots(book, group, month, lines);
        if (part.kind === "flat") {
          const clients = sheet.newClients.filter(isOf).length;
          const fee = new Exact(findStep(group.steps, new Exact(clients))?.value ?? 0);
          this.#pay(book.contract, part.kind, null, month, fee, `${clients} new clients`);
        }
      }
  }

  #closeShare(book: Book, part: ContractPart, group: Group, month: string, lines: Line[]): void {
    const loss = book.losses.get(group.key) ?? ZERO;
    const total = lines.reduce((sum, { revenue }) => sum.plus(revenue), loss);
    book.losses.set(group.key, part.carriesLosses && total.lt(0) ? total : ZERO);
    const step = total.gt(0) ? findStep(group.steps, total) : undefined;
    if (!step) return;
    const pay = (clientId: string | null, revenue: Decimal, reason: string) =>
      this.#pay(book.contract, part.kind, clientId, month, revenue.mul(step.value).div(100), reason);
    for (const { account, revenue } of lines) pay(account.id, revenue, `${step.value}% of revenue`);
    pay(null, loss, "loss of the months before");
  }

  #closeLots({ contract }: Book, { steps }: Group, month: string, lines: Line[]): void {
    const total = lines.reduce((sum, { lots }) => sum.plus(lots), ZERO);
    const step = findStep(steps, total);
    if (!step) return;
    for (const { account, lots } of lines)
      this.#pay(contract, "per_lot", account.id, month, lots.mul(step.value), `${lots} lots`);
  }

  #round({ currency }: Contract, amount: Decimal): Decimal {
    return amount.toDecimalPlaces(DIGITS[currency] ?? 2, Decimal.ROUND_HALF_EVEN);
  }

  #pay(
    contract: Contract,
    kind: PartKind,
    clientId: string | null,
    month: string,
    exact: Decimal,
    reason: string,
  ): void {
    const amount = this.#round(contract, exact);
    if (amount.isZero()) return;
    const { currency } = contract;
    this.#payouts.push({
      clientId,
      month,
      kind,
      currency,
      amount: amount.toFixed(DIGITS[currency] ?? 2),
      reason,
    });
  }
}

/** Books all entries in the order of their time and runs the months. */
export function settle(
  contracts: readonly Contract[],
  accounts: readonly Account[],
  rates: Rates,
  months: readonly string[],
): Payout[] {
  const ledger = new Ledger(contracts, rates);
  const entries = accounts.flatMap((account) => account.entries.map((entry) => ({ account, entry })));
  for (const { account, entry } of entries.sort((one, other) => one.entry.at - other.entry.at))
    ledger.post(account, entry);
  return ledger.close(months);
}
