import { getFormProps, getSelectProps } from "@conform-to/react";
import clsx from "clsx";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { z } from "zod";
import { Select } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { FieldErrorText } from "#app/components/forms/field-error.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useDraft } from "#app/components/forms/use-draft.ts";
import { useForm } from "#app/components/forms/use-form.ts";
import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import { useLeaveWarning } from "#app/components/forms/use-leave-warning.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { PlusIcon } from "#app/components/ui/icons.ts";
import layout from "#app/components/ui/layout.module.css";
import { panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { useFocusNext } from "#app/components/ui/use-focus-next.ts";
import { writeInRegion } from "#app/lib/amount-in-region.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { TIERS_MAX } from "#app/schemas/shared/limits.ts";
import { parseInBrowser } from "#app/schemas/shared/parse-in-browser.ts";
import {
  nextTierRow,
  type SavedTiers,
  type TierConflict,
  type TierFields,
  TiersForm,
  writeTierRow,
} from "#app/schemas/tier-form.ts";
import styles from "./tier-editor.module.css";
import { TierErrors } from "./tier-errors.tsx";
import { tierHints } from "./tier-hints.ts";
import { TierPreview } from "./tier-preview.tsx";
import { TierTable } from "./tier-table.tsx";

const ADD = "#tiers-add";
const SAVE = "#tiers-save";
const firstField = (index: number) => `[name="tiers[${index}].name"]`;

type TierEditorProps = {
  saved: SavedTiers & {
    seen: string;
    total: string;
  };
  lastResult: (FormReply & { conflict?: TierConflict }) | undefined;
  currencies: string[];
};

const parse = parseInBrowser(TiersForm);

/**
 * The form for the commission tiers. Its buttons post without script and act at once with script. Unsaved
 * rows stay when other data of the platform changes.
 */
export function TierEditor({ saved, lastResult, currencies }: TierEditorProps) {
  const isHydrated = useHydrated();
  const focusNext = useFocusNext();
  const [form, fields, resetForm] = useForm<TierFields, z.output<typeof TiersForm>>({
    id: "tiers",
    intent: "tiers",
    lastResult,
    defaultValue: {
      intent: "tiers",
      currency: saved.currency,
      tiers: saved.tiers.map((tier) => writeTierRow(tier, saved.currency)),
    },
    shouldRevalidate: "onInput",
    shouldDirtyConsider: (name) => /^(intent|currency|tiers)\b/.test(name),
    onValidate: parse,
  });
  const rows = fields.tiers.getFieldList();
  const isUnsaved = form.dirty && rows.length + saved.tiers.length > 0;
  // The version that the rows are based on. After a conflict is shown, saving overwrites the newer version.
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
  const { amount, total } = fields.trial.getFieldset();
  const trial = fields.trial.initialValue
    ? { amount: amount.initialValue ?? "", total: total.initialValue ?? "" }
    : { amount: "250", total: writeInRegion(saved.total, saved.currency) };
  const tryIt = form.validate.getButtonProps({ name: "trial" });
  const { key: currencyKey, ...select } = getSelectProps(fields.currency);
  return (
    <PostForm
      intent="tiers"
      isLive
      className={clsx(panelBodyClass, styles.form)}
      preventScrollReset
      data-draft=""
      {...getFormProps(form)}
      noValidate
    >
      {/* Enter presses the first button: without script it must only update the preview. */}
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
          No commission set. Most people start with one tier: from 0, no upper limit.
        </p>
      ) : (
        <TierTable
          rows={rows}
          hints={tierHints(rows, typed, tiers)}
          removeButton={(index) => ({
            ...form.remove.getButtonProps({ name: fields.tiers.name, index }),
            onClick: () => focusNext(rows.length > 1 ? firstField(Math.max(index - 1, 0)) : ADD),
          })}
        />
      )}
      <FieldErrorText id={fields.tiers.errorId} errors={fields.tiers.errors} />
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
      <p className={layout.row}>
        <SubmitButton kind="primary" id="tiers-save" pending="Saving">
          Save tiers
        </SubmitButton>
        {isUnsaved ? <span className={text.small}>Not saved yet.</span> : null}
      </p>
    </PostForm>
  );
}
