import { type ComponentPropsWithoutRef, useState } from "react";
import { type CurrencyContext, useCurrency } from "#app/components/exchange-rates/currency-context.tsx";
import { NoRate } from "#app/components/exchange-rates/no-rate.tsx";
import { Input } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { Button } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import { readInRegion } from "#app/lib/amount-in-region.ts";
import { previewCommission, tierLabel } from "#app/lib/commission.ts";
import { convert, findRate } from "#app/lib/exchange.ts";
import { dayInYear } from "#app/lib/format-date.ts";
import { displayMoney, fitsCurrency } from "#app/lib/money.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { TierInput } from "#app/schemas/tiers.ts";
import styles from "./tier-preview.module.css";

type Trial = { amount: string; total: string };
type TierPreviewProps = {
  /** Null while they are invalid. */
  tiers: TierInput[] | null;
  currency: string;
  first: Trial;
  /** The button that updates the sentence without script. */
  tryIt: ComponentPropsWithoutRef<"button"> | null;
};

/** What a deposit would earn after a month's total, in the tiers' currency and in the account's. */
export function TierPreview({ tiers, currency, first, tryIt }: TierPreviewProps) {
  const [trial, setTrial] = useState(first);
  const field = (name: keyof Trial, id: string, label: string) => (
    <FieldBox label={label} htmlFor={id}>
      <Input
        id={id}
        // With script the amounts are not part of the form, so saving does not reset them.
        name={tryIt ? `trial.${name}` : undefined}
        className={text.number}
        inputMode="decimal"
        autoComplete="off"
        value={trial[name]}
        onChange={(event) => setTrial({ ...trial, [name]: event.target.value })}
        // Enter would press the form's own button and save.
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
      />
    </FieldBox>
  );
  return (
    <fieldset className={styles.preview}>
      <legend>Try it</legend>
      <div className={styles.pair}>
        {field("amount", "trialAmount", `Deposit (${currency})`)}
        {field("total", "trialTotal", `Verified earlier this month (${currency})`)}
      </div>
      <p role="status">{describeEarnings(tiers, currency, trial, useCurrency())}</p>
      {tryIt ? (
        <Button {...tryIt} type="submit" isSmall>
          Show what it earns
        </Button>
      ) : null}
    </fieldset>
  );
}

function describeEarnings(
  tiers: TierInput[] | null,
  currency: string,
  trial: Trial,
  context: CurrencyContext | null,
): React.ReactNode {
  if (!tiers) return <span className={text.small}>Fix the tiers above to see a result.</span>;
  let question: string | null = null;
  const read = (typed: string) => {
    const reading = readInRegion(typed, currency);
    if (reading === null) return null;
    if ("amount" in reading) return reading.amount;
    question ??= messages.fields.amountDoubtful(typed, reading, currency);
    return null;
  };
  const amount = read(trial.amount);
  const before = /^0*([.,]0*)?$/.test(trial.total.trim()) ? "0" : read(trial.total);
  if (question) return <span className={text.small}>{question}.</span>;
  if (amount === null || before === null)
    return <span className={text.small}>Enter two amounts to see what you earn.</span>;
  if (![amount, before].every((typed) => fitsCurrency(typed, currency)))
    return <span className={text.small}>{messages.fields.amountDigits}.</span>;
  const { total, tier, earned } = previewCommission(tiers, amount, before);
  const reached = displayMoney(total, currency);
  if (!tier || earned === null) return <>Earns nothing: no tier covers a monthly total of {reached}.</>;
  const inAccount =
    context && context.currency !== currency
      ? convert({ amount: earned, currency }, context.currency, context.conversion)
      : null;
  const isLacking = context && context.currency !== currency && inAccount === null;
  return (
    <>
      You earn <b className={text.strong}>{displayMoney(earned, currency)}</b>
      {context && inAccount !== null ? (
        <>
          , about <b className={text.strong}>{displayMoney(inAccount, context.currency)}</b> at{" "}
          {nameRate(currency, context)}
        </>
      ) : null}
      {isLacking ? (
        <>
          , <NoRate from={[currency]} to={context.currency} />
        </>
      ) : null}{" "}
      (<bdi>{tier.name}</bdi>, {tierLabel(tier)}): this month reaches {reached}.
    </>
  );
}

/** "the 24 Nov rate", "your rate" */
const nameRate = (currency: string, context: CurrencyContext) =>
  findRate(currency, context.currency, context.conversion)?.isOfBank
    ? `the ${dayInYear(context.date)} rate`
    : "your rate";
