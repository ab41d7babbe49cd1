import type { StatementRow } from "../matching/types.ts";

/** A row that says nothing. */
export const EMPTY_ROW: Omit<StatementRow, "line"> = {
  kind: null,
  account: null,
  submissionId: null,
  clickId: null,
  subIds: [],
  email: null,
  emailMasked: null,
  emailSha256: null,
  emailMd5: null,
  phone: null,
  phoneEnding: null,
  name: null,
  userName: null,
  country: null,
  amount: null,
  net: null,
  fee: null,
  currency: null,
  convertedAmount: null,
  convertedCurrency: null,
  commission: null,
  commissionCurrency: null,
  at: null,
  count: null,
};

const NOTHING_TRADED = { lots: null, trades: null, turnover: null, revenue: null };

/** What a row says, as JSON without what it does not say. */
export const toFacts = ({ line: _, subIds, ...row }: StatementRow): string =>
  JSON.stringify({ ...row, ...(subIds.length > 0 ? { subIds } : {}) }, (_name, value) => value ?? undefined);

type Said = Partial<StatementRow>;

const toTime = (at: StatementRow["at"] | undefined) =>
  at ? { from: new Date(at.from), to: new Date(at.to) } : null;

const toRow = (line: number, { at, traded, ...said }: Said): StatementRow => ({
  ...EMPTY_ROW,
  ...said,
  ...(traded && { traded: { ...NOTHING_TRADED, ...traded, qualifiedAt: toTime(traded.qualifiedAt) } }),
  line,
  at: toTime(at),
});

export const fromFacts = (line: number, facts: string): StatementRow => toRow(line, JSON.parse(facts));

/** The rows of one key, without what names their client. */
export const fromKeyFacts = (rows: string): StatementRow[] =>
  (JSON.parse(rows) as (Said & Pick<StatementRow, "line">)[]).map((said) => toRow(said.line, said));
