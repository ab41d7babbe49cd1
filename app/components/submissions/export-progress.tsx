import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { JobBar } from "#app/components/ui/job-bar.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import styles from "./bulk-plan.module.css";
import type { View } from "./submission-state.ts";

type Export = {
  id: string;
  format: "csv" | "xlsx";
  total: number;
  writtenCount: number;
  state: "queued" | "done" | "failed";
  expiresAt: string;
};

/** The long exports: how far each is, then its file. */
export function ExportProgress({ exports, view }: { exports: Export[]; view: View }) {
  return exports.map((one) => (
    <section key={one.id} className={styles.plan} aria-labelledby={`export-${one.id}`}>
      <h2 id={`export-${one.id}`}>{getTitle(one)}</h2>
      {one.state === "queued" ? <JobBar done={one.writtenCount} total={one.total} /> : null}
      <div className={layout.row}>
        {one.state === "done" ? (
          <a
            className={buttonClass({ isSmall: true })}
            href={paths.listExport({ exportId: one.id })}
            download
          >
            Download
          </a>
        ) : null}
        <PostForm intent="delete-export" preventScrollReset>
          <input type="hidden" name="exportId" value={one.id} />
          <SubmitButton kind="quiet" isSmall pending="Deleting">
            {one.state === "queued" ? "Cancel" : "Delete"}
          </SubmitButton>
        </PostForm>
        {one.state === "done" ? (
          <span className={text.small}>
            The file is kept until {formatDateTime({ at: one.expiresAt, ...view })}.
          </span>
        ) : null}
      </div>
    </section>
  ));
}

function getTitle({ state, total, format }: Export): string {
  const claims = `${formatNumber(total)} claims`;
  if (state === "queued") return `Writing ${claims} to a file`;
  if (state === "failed") return `The export of ${claims} failed. Please start it again.`;
  return `${claims} as ${format.toUpperCase()}`;
}
