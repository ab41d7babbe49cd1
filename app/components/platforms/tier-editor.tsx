import { getFormProps, getSelectProps } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import clsx from "clsx";
import { useState } from "react";
import type { z } from "zod";
import { Select } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { FieldError } from "#app/components/forms/field-error.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useDraft } from "#app/components/forms/use-draft.ts";
import { useForm } from "#app/components/forms/use-form.ts";
import type { FormResult } from "#app/components/forms/use-form-reply.ts";
import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import { useLeaveWarning } from "#app/components/forms/use-leave-warning.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { PlusIcon } from "#app/components/ui/icons.ts";
import { panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { useFocusNext } from "#app/components/ui/use-focus-next.ts";
import { useHydrated } from "#app/components/ui/use-hydrated.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { TIERS_MAX } from "#app/schemas/shared/limits.ts";
import {
  nextTierRow,
  type SavedTiers,
  type TierConflict,
  type TierFields,
  TiersForm,
} from "#app/schemas/tier-form.ts";
import { findGaps } from "#app/schemas/tiers.ts";
import styles from "./tier-editor.module.css";
import { TierErrors } from "./tier-errors.tsx";
import { TierPreview } from "./tier-preview.tsx";
import { TierRowFields } from "./tier-row.tsx";
import table from "./tier-table.module.css";

const ADD = "#tiers-add";
const SAVE = "#tiers-save";
const firstField = (index: number) => `[name="tiers[${index}].name"]`;

type TierEditorProps = {
  saved: SavedTiers & {
    /** Their version. */
    seen: string;
    /** The month's total so far, for the preview. */
    total: string;
  };
  lastResult: (FormResult & { conflict?: TierConflict }) | undefined;
  currencies: string[];
};

/** Errors of a save come from the server, which also knows of other windows. */
function validate({ formData }: { formData: FormData }) {
  const submission = parseWithZod(formData, { schema: TiersForm });
  return submission.status === "error" ? { ...submission, error: null } : submission;
}

/**
 * The commission tiers as a list of rows. Its buttons post, so they work without script; with script they act
 * at once. Unsaved rows stay if anything else of the platform changes.
 */
export function TierEditor({ saved, lastResult, currencies }: TierEditorProps) {
  const isHydrated = useHydrated();
  const focusNext = useFocusNext();
  const [form, fields, resetForm] = useForm<TierFields, z.output<typeof TiersForm>>({
    id: "tiers",
    intent: "tiers",
    lastResult,
    defaultValue: { intent: "tiers", currency: saved.currency, tiers: saved.tiers },
    shouldRevalidate: "onInput",
    shouldDirtyConsider: (name) => /^(intent|currency|tiers)\b/.test(name),
    onValidate: validate,
  });
  const rows = fields.tiers.getFieldList();
  const isUnsaved = form.dirty && rows.length + saved.tiers.length > 0;
  // The version that the rows were made of. Once a conflict is shown, saving replaces that one.
  const [seen, setSeen] = useState(saved.seen);
  const [latest, setLatest] = useState(saved.seen);
  const conflict = lastResult?.conflict;
  if (conflict && conflict.seen !== seen) setSeen(conflict.seen);
  if (saved.seen !== latest) {
    setLatest(saved.seen);
    if (!isUnsaved) {
      setSeen(saved.seen);
      resetForm();
    }
  }
  useFormSettled((sent) => {
    if (sent.get("intent") !== "tiers" || lastResult) return;
    setSeen(saved.seen);
    // The reset replaces the fields.
    if (document.activeElement?.closest("#tiers table")) focusNext(SAVE);
  });
  const currency = fields.currency.value ?? saved.currency;
  const typed = rows.map((row) => row.value ?? {});
  const draft = { seen, value: { intent: "tiers" as const, currency, tiers: typed } };
  useDraft("tiers", isUnsaved ? draft : null, ({ seen, value }) => {
    setSeen(seen);
    form.update({ value });
  });
  useLeaveWarning(isUnsaved, messages.tiers.leaveUnsaved);
  const parsed = TiersForm.safeParse({ intent: "tiers", currency, tiers: typed });
  const tiers = parsed.success ? parsed.data.tiers : null;
  const gaps = tiers ? findGaps(tiers) : [];
  const hintsOf = (index: number) => {
    const ofGaps = gaps.filter((gap) => gap.row === index).map(({ sentence }) => sentence);
    const { maxAmount } = rows[index]?.getFieldset() ?? {};
    const isOpenInside = index < rows.length - 1 && !typed[index]?.maxAmount?.trim();
    return isOpenInside && !maxAmount?.errors ? [...ofGaps, messages.tiers.endFirst] : ofGaps;
  };
  const { amount, total } = fields.trial.getFieldset();
  const trial = fields.trial.initialValue
    ? { amount: amount.initialValue ?? "", total: total.initialValue ?? "" }
    : { amount: "250", total: saved.total };
  const tryIt = form.validate.getButtonProps({ name: "trial" });
  const { key: currencyKey, ...select } = getSelectProps(fields.currency);
  return (
    <PostForm
      intent="tiers"
      className={clsx(panelBodyClass, styles.form)}
      preventScrollReset
      data-draft=""
      {...getFormProps(form)}
      noValidate
    >
      {/* Enter presses the first button. Without script it knows no field and only updates the preview. */}
      <button
        type="submit"
        {...(isHydrated ? {} : tryIt)}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
      />
      <input type="hidden" name="seen" value={seen} />
      <TierErrors lastResult={lastResult} isSingle={rows.length === 1} />
      <FieldBox
        label="Amounts in"
        htmlFor={fields.currency.id}
        field={fields.currency}
        className={styles.currency}
      >
        <Select key={currencyKey} {...select}>
          {currencies.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </Select>
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
              key={row.key ?? row.name}
              row={row}
              index={index}
              hints={hintsOf(index)}
              remove={{
                ...form.remove.getButtonProps({ name: fields.tiers.name, index }),
                onClick: () => focusNext(rows.length > 1 ? firstField(Math.max(index - 1, 0)) : ADD),
              }}
            />
          ))}
        </table>
      )}
      <FieldError id={fields.tiers.errorId} errors={fields.tiers.errors} />
      <p>
        {rows.length < TIERS_MAX ? (
          <Button
            {...form.insert.getButtonProps({
              name: fields.tiers.name,
              defaultValue: nextTierRow(rows.length === 0 ? undefined : typed[rows.length - 1]),
            })}
            type="submit"
            id="tiers-add"
            onClick={() => focusNext(firstField(rows.length))}
          >
            <Icon of={PlusIcon} />
            Add a tier
          </Button>
        ) : (
          <span className={text.small}>There can be at most {TIERS_MAX} tiers.</span>
        )}
      </p>
      <TierPreview tiers={tiers} currency={currency} first={trial} tryIt={isHydrated ? null : tryIt} />
      <p>
        <SubmitButton kind="primary" id="tiers-save" pending="Saving">
          Save tiers
        </SubmitButton>
        {isUnsaved ? <span className={text.small}>Not saved yet.</span> : null}
      </p>
    </PostForm>
  );
}
