import { Form } from "@remix-run/react";
import clsx from "clsx";
import { useMemo, useRef, useState } from "react";
import { Select } from "#app/components/forms/control.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { FieldError } from "#app/components/forms/field-error.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useDraft } from "#app/components/forms/use-draft.ts";
import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import { useLeaveWarning } from "#app/components/forms/use-leave-warning.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { PlusIcon } from "#app/components/ui/icons.ts";
import { panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { useFocusNext } from "#app/components/ui/use-focus-next.ts";
import { useHydrated } from "#app/components/ui/use-hydrated.ts";
import { tierWords } from "#app/lib/commission.ts";
import { displayMoney } from "#app/lib/money.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { TIERS_MAX } from "#app/schemas/shared/limits.ts";
import {
  checkTierRows,
  findGaps,
  newTierRow,
  type TierConflict,
  type TierDraft,
  type TierRow,
} from "#app/schemas/tiers.ts";
import styles from "./tier-editor.module.css";
import { TierPreview } from "./tier-preview.tsx";
import { TierRowFields } from "./tier-row.tsx";
import table from "./tier-table.module.css";

const words = messages.tiers;
const ADD = "#tiers-add";
const SAVE = "#tiers-save";
const firstField = (index: number) => `#tiers-name-${index}`;

type TierEditorProps = {
  saved: TierDraft;
  /** What the server sent back of it, unsaved. */
  reply: TierDraft | undefined;
  /** That other tiers were saved since these were seen. */
  conflict: TierConflict | null;
  currencies: string[];
};

/**
 * The commission tiers as rows. Every button posts, so that rows come and go without script too; with it they do so at once, and what is
 * wrong is said as it is typed. What is not saved stays, whatever else of the platform changes.
 */
export function TierEditor({ saved, reply, conflict, currencies }: TierEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  const focusNext = useFocusNext();
  const [draft, setDraft] = useState(reply ?? saved);
  const [answered, setAnswered] = useState(reply);
  const [known, setKnown] = useState(saved);
  const isUnsaved = !isSame(draft, saved);
  if (!isSame(known, saved)) {
    setKnown(saved);
    // Another window saved them: only where nothing was typed here do they show.
    if (isSame(draft, known)) setDraft({ ...saved, trial: draft.trial });
  }
  // What the server sends back stands above what was typed before it. That it is forgotten later, as by a link within the page, changes nothing.
  if (reply && reply !== answered) {
    setAnswered(reply);
    setDraft(reply);
  }
  const refused = useMemo(() => answered?.isChecked && refusalOf(answered), [answered]);
  const conflicting = useMemo(() => (conflict ? errorOf({ "": conflict.message }) : undefined), [conflict]);
  useFormSettled(
    () => form.current,
    () => {
      if (reply) return;
      setAnswered(undefined);
      setDraft({ ...saved, trial: draft.trial });
      // The field that had the focus may have gone with an empty row.
      if (document.activeElement === document.body) focusNext(SAVE);
    },
  );
  useDraft("tiers", isUnsaved ? draft : null, setDraft);
  useLeaveWarning(isUnsaved, words.leaveUnsaved);
  const { rows, currency, isChecked } = draft;
  const { tiers, faults } = checkTierRows(rows, currency);
  const said = isChecked && faults ? faults : {};
  const gaps = tiers ? findGaps(tiers) : [];
  const hintsOf = (index: number) => {
    const ofGaps = gaps.filter((gap) => gap.row === index).map(({ sentence }) => sentence);
    const isOpenInside = index < rows.length - 1 && rows[index]?.maxAmount.trim() === "";
    return isOpenInside && !said[`maxAmount-${index}`] ? [...ofGaps, words.endFirst] : ofGaps;
  };
  const setRows = (next: TierRow[]) => setDraft({ ...draft, rows: next });
  return (
    <Form
      method="post"
      className={clsx(panelBodyClass, styles.form)}
      preventScrollReset
      noValidate
      data-draft=""
      ref={form}
    >
      {/* The first button of a form is the one that Enter presses. Without script it cannot know where: it only shows what comes of it. */}
      <button
        type="submit"
        name="intent"
        value={isHydrated ? "save-tiers" : "try-tiers"}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
      />
      <input type="hidden" name="tiersSeen" value={draft.seen} />
      {refused && faults ? <ErrorSummary formId="tiers" lastResult={refused} /> : null}
      {conflict && conflicting && isUnsaved ? (
        <>
          <ErrorSummary formId="tiers" lastResult={conflicting} />
          <p className={text.secondary}>Saved by now: {savedInWords(conflict.saved)}</p>
        </>
      ) : null}
      <FieldBox label="Amounts in" htmlFor="tiers-currency" className={styles.currency}>
        <Select
          id="tiers-currency"
          name="tierCurrency"
          value={currency}
          onChange={(event) => setDraft({ ...draft, currency: event.target.value })}
        >
          {currencies.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </Select>
        <FieldError id="tiers-currency-error" errors={said.currency ? [said.currency] : undefined} />
      </FieldBox>
      {rows.length === 0 ? (
        <p className={text.secondary}>
          No tiers yet, so this platform earns nothing. Most start with one: from 0, without an end.
        </p>
      ) : (
        <table className={table.table}>
          <caption className="visually-hidden">Commission tiers, the lowest first</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Month's total from</th>
              <th scope="col">to</th>
              <th scope="col">Earns</th>
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          {rows.map((row, index) => (
            <TierRowFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its values are all in the draft
              key={index}
              row={row}
              index={index}
              faults={said}
              hints={hintsOf(index)}
              onChange={(changed) => setRows(rows.map((other, at) => (at === index ? changed : other)))}
              onRemove={() => {
                setRows(rows.filter((_, at) => at !== index));
                focusNext(rows.length > 1 ? firstField(Math.max(index - 1, 0)) : ADD);
              }}
            />
          ))}
        </table>
      )}
      <FieldError id="tiers-rows" errors={said.rows ? [said.rows] : undefined} />
      <p>
        {rows.length < TIERS_MAX ? (
          <Button
            type="submit"
            name="intent"
            value="add-tier"
            id="tiers-add"
            onClick={(event) => {
              event.preventDefault();
              setRows([...rows, newTierRow(rows)]);
              focusNext(firstField(rows.length));
            }}
          >
            <Icon of={PlusIcon} />
            Add a tier
          </Button>
        ) : (
          <span className={text.small}>There can be at most {TIERS_MAX} tiers.</span>
        )}
      </p>
      <TierPreview
        tiers={tiers}
        currency={currency}
        trial={draft.trial}
        onChange={(trial) => setDraft({ ...draft, trial })}
      />
      <p>
        <SubmitButton kind="primary" id="tiers-save" name="intent" value="save-tiers" pending="Saving">
          Save tiers
        </SubmitButton>
        {isUnsaved ? <span className={text.small}>Not saved yet.</span> : null}
      </p>
    </Form>
  );
}

/** Whether two drafts say the same tiers. */
function isSame(a: TierDraft, b: TierDraft): boolean {
  const told = ({ rows, currency }: TierDraft) =>
    rows.length > 0 && [
      currency,
      ...rows.flatMap(({ id, name, minAmount, maxAmount, type, value }) => [
        ...[id, name, minAmount],
        ...[maxAmount, type, value],
      ]),
    ];
  return JSON.stringify(told(a)) === JSON.stringify(told(b));
}

function refusalOf({ rows, currency }: TierDraft) {
  const faults = Object.entries(checkTierRows(rows, currency).faults ?? {});
  return errorOf(
    Object.fromEntries(
      faults.map(([field, message]) => {
        const row = /-(\d+)$/.exec(field)?.[1];
        return [
          field,
          row === undefined || rows.length === 1 ? message : `Tier ${Number(row) + 1}: ${message}`,
        ];
      }),
    ),
  );
}

const errorOf = (messages: Record<string, string>) => ({
  status: "error" as const,
  error: Object.fromEntries(Object.entries(messages).map(([field, message]) => [field, [message]])),
});

function savedInWords({ rows, currency }: TierConflict["saved"]): string {
  if (rows.length === 0) return "no tiers.";
  const words = rows.map(({ name, minAmount, maxAmount, type, value }) => {
    const range =
      maxAmount === ""
        ? `from ${displayMoney(minAmount, currency)}`
        : `${displayMoney(minAmount, currency)} to ${displayMoney(maxAmount, currency)}`;
    return `${name}, ${range}: ${tierWords({ type, value, currency })}`;
  });
  return `${words.join("; ")}.`;
}
