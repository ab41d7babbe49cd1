import { getFormProps } from "@conform-to/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { useLeaveWarning } from "#app/components/forms/use-leave-warning.ts";
import { useTyped } from "#app/components/forms/use-typed.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import type { FormTab } from "#app/lib/form-tabs.ts";
import { LANGUAGE_CODES, type Language } from "#app/lib/languages.ts";
import { PREVIEW_LANGUAGE } from "#app/lib/preview-language.ts";
import { paths } from "#app/paths.ts";
import type { FormSettings, ShownConsent } from "#app/schemas/form-settings.ts";
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
import {
  type ConsentLists,
  listOtherLanguages,
  type OfferedPlatform,
  type Provider,
  type SettingsValues,
  toValues,
} from "./values.ts";

type SettingsFormProps = {
  tab: FormTab;
  /** The hash of the tab's settings. */
  seen: string;
  settings: FormSettings;
  platforms: OfferedPlatform[];
  providers: Provider[];
  countries: { code: string; name: string }[];
  consentLists: ConsentLists;
  /** The current text. */
  consent: ShownConsent | undefined;
  /** The URL before the slug. */
  base: string;
  canEdit: boolean;
  hasPassword: boolean;
  lastResult: FormReply | undefined;
  conflict: SaveConflict | undefined;
};

/** The settings of a tab, which are saved together, with a preview beside them. */
export function SettingsForm({
  tab,
  seen,
  settings,
  platforms,
  providers,
  countries,
  consentLists,
  consent,
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
  // A reset gives the fields new keys, and its own values are no change.
  const version = `${settings.version} ${fields.version.key}`;
  const { typed, isChanged } = useTyped(form.id, version, PREVIEW_LANGUAGE);
  const isUnsaved = isChanged || lastResult?.status === "error";
  useLeaveWarning(isHydrated && isUnsaved, messages.formSettings.leaveUnsaved);
  const sections: Record<FormTab, () => React.ReactNode> = {
    look: () => (
      <>
        <LookSection fields={fields} />
        <AddressSection fields={fields} base={base} />
      </>
    ),
    questions: () => (
      <QuestionsSection
        fields={fields}
        platforms={platforms}
        countries={countries}
        consent={settings}
        consentLists={consentLists}
      />
    ),
    languages: () => (
      <LanguagesSection
        fields={fields}
        others={listShown(lastResult) ?? listOtherLanguages(settings)}
        missingTexts={settings.missingTexts}
        consentLists={consentLists}
      />
    ),
    "after-sending": () => <AfterSection fields={fields} providers={providers} consent={consent} />,
    advanced: () => <AdvancedSection fields={fields} providers={providers} />,
  };
  return (
    <div className={styles.columns}>
      <PostForm intent="save" className={styles.form} preventScrollReset {...getFormProps(form)}>
        {/* Enter in a field saves, and moves no broker. */}
        <button type="submit" className={styles.first} tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="version" value={conflict?.version ?? settings.version} />
        <input type="hidden" name="seen" value={conflict?.seen ?? seen} />
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        {conflict ? <ConflictNote saved={conflict.saved} /> : null}
        <fieldset className={styles.sections} disabled={!canEdit}>
          <input type="hidden" name="tab" value={tab} />
          <input type="hidden" name="textsLanguage" value={fields.textsLanguage.initialValue} />
          {sections[tab]()}
          {fields.password.errors ? (
            <ProofQuestion
              key={lastResult?.requestId}
              field={fields.password}
              hasPassword={hasPassword}
              returnTo={paths.formSettings({ formId: settings._id, tab })}
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
