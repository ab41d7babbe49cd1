import { getFormProps } from "@conform-to/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { useLeaveWarning } from "#app/components/forms/use-leave-warning.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import { LANGUAGE_CODES, type Language } from "#app/lib/languages.ts";
import { paths } from "#app/paths.ts";
import type { FormSettings } from "#app/schemas/form-settings.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { AddressSection } from "./address-section.tsx";
import { AdvancedSection } from "./advanced-section.tsx";
import { AfterSection } from "./after-section.tsx";
import { ConflictNote, type SaveConflict } from "./conflict-note.tsx";
import { FormPreview } from "./form-preview.tsx";
import { LanguagesSection } from "./languages-section.tsx";
import { LookSection } from "./look-section.tsx";
import { ProofQuestion } from "./proof-question.tsx";
import { QuestionsSection } from "./questions-section.tsx";
import styles from "./settings-form.module.css";
import { useTyped } from "./use-typed.ts";
import {
  type ConsentLists,
  listOtherLanguages,
  type OfferedPlatform,
  type Provider,
  type SettingsValues,
  toValues,
} from "./values.ts";

type SettingsFormProps = {
  settings: FormSettings;
  platforms: OfferedPlatform[];
  providers: Provider[];
  countries: { code: string; name: string }[];
  consentLists: ConsentLists;
  /** The URL before the slug. */
  base: string;
  canEdit: boolean;
  hasPassword: boolean;
  lastResult: FormReply | undefined;
  conflict: SaveConflict | undefined;
};

/** The form's settings in sections, the rare ones folded, with a preview beside them and one button for all. */
export function SettingsForm({
  settings,
  platforms,
  providers,
  countries,
  consentLists,
  base,
  canEdit,
  hasPassword,
  lastResult,
  conflict,
}: SettingsFormProps) {
  const isHydrated = useHydrated();
  const saved = toValues(settings, platforms);
  const [form, fields] = useForm<SettingsValues>({
    intent: "save",
    lastResult,
    defaultValue: saved,
  });
  const { typed, isChanged } = useTyped(form.id, settings.version);
  const isUnsaved = isChanged || lastResult?.status === "error";
  useLeaveWarning(isHydrated && isChanged, messages.formSettings.leaveUnsaved);
  return (
    <div className={styles.columns}>
      <PostForm intent="save" className={styles.form} preventScrollReset {...getFormProps(form)}>
        {/* Enter in a field saves, and moves no broker. */}
        <button type="submit" className={styles.first} tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="version" value={conflict?.version ?? settings.version} />
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        {conflict ? <ConflictNote saved={conflict.saved} /> : null}
        <fieldset className={styles.sections} disabled={!canEdit}>
          <AddressSection fields={fields} base={base} />
          <LookSection fields={fields} />
          <QuestionsSection
            fields={fields}
            platforms={platforms}
            countries={countries}
            consent={settings}
            consentLists={consentLists}
          />
          <LanguagesSection
            fields={fields}
            others={listShown(lastResult) ?? listOtherLanguages(settings)}
            missingTexts={settings.missingTexts}
            consentLists={consentLists}
          />
          <AfterSection fields={fields} providers={providers} />
          <AdvancedSection
            fields={fields}
            saved={saved}
            refused={Object.keys(lastResult?.error ?? {})}
            providers={providers}
          />
          {fields.password.errors ? (
            <ProofQuestion
              key={lastResult?.requestId}
              field={fields.password}
              hasPassword={hasPassword}
              returnTo={paths.formSettings({ formId: settings._id })}
            />
          ) : null}
        </fieldset>
        {canEdit ? (
          <div className={styles.bar} data-state={isHydrated && !isUnsaved ? "saved" : "unsaved"}>
            <p role="status">{isHydrated && isUnsaved ? "Not saved yet" : null}</p>
            <SubmitButton kind="primary" pending="Saving">
              Save changes
            </SubmitButton>
          </div>
        ) : null}
      </PostForm>
      <FormPreview formId={form.id} typed={typed} languages={settings.languages} />
    </div>
  );
}

/**
 * Those whose texts a refused form had. The others are saved by another window: an empty field would delete
 * them.
 */
const listShown = (reply: FormReply | undefined): Language[] | undefined =>
  reply?.fields &&
  LANGUAGE_CODES.filter((code) => reply.fields?.some((name) => name.startsWith(`texts.${code}.`)));
