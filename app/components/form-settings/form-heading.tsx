import { Link } from "@remix-run/react";
import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import type { Days } from "#app/lib/periods.ts";
import { paths } from "#app/paths.ts";
import type { ListedForm } from "#app/schemas/form-settings.ts";
import styles from "./form-list.module.css";

/** What the list knows besides its forms: the URL before a slug, and the days of the figures. */
export type FormsView = { base: string; days: Days; canEdit: boolean };

const badges = {
  open: { state: "handled", word: "Open" },
  paused: { state: "parked", word: "Paused" },
  "no broker": { state: "failed", word: "No broker: visitors can't send it" },
} as const;

export const DefaultTag = () => <span className={styles.defaultTag}>Default</span>;

export function FormHeading({ form, view }: { form: ListedForm; view: FormsView }) {
  const url = view.base + form.slug;
  const badge = form.state === "archived" ? null : badges[form.state];
  return (
    <div className={styles.heading}>
      <h2 className={styles.name}>
        <Link to={paths.formSettings({ formId: form.id })}>
          <bdi>{form.name}</bdi>
        </Link>{" "}
        {form.isDefault ? <DefaultTag /> : null}
        {badge ? <StatusBadge state={badge.state}>{badge.word}</StatusBadge> : null}
      </h2>
      <p className={styles.address}>
        {badge ? (
          <a className={text.breakable} href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        ) : (
          <span className={text.breakable}>{url}</span>
        )}{" "}
        {badge ? (
          <CopyButton text={url} copied="Form link copied">
            Copy link<span className="visually-hidden"> of {form.name}</span>
          </CopyButton>
        ) : null}
      </p>
    </div>
  );
}
