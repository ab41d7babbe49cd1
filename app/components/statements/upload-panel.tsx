import { FileInput } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import type { StatementsForm } from "#app/schemas/statements.ts";

type UploadPanelProps = {
  platforms: { value: string; label: string }[];
  /** The broker that is chosen at first. */
  platformId: string | null;
};

/** Takes a file of a broker, or rows that were copied from one. */
export function UploadPanel({ platforms, platformId }: UploadPanelProps) {
  const [first, ...others] = platforms;
  const chosen = others.length === 0 ? first : platforms.find(({ value }) => value === platformId);
  return (
    <FormPanel<typeof StatementsForm>
      title="Upload a statement"
      intent="upload"
      submit="Upload"
      pending="Uploading"
      encType="multipart/form-data"
      defaultValue={{ platformId: chosen?.value ?? "" }}
    >
      {(fields) => (
        <>
          <SelectField
            label="Broker"
            field={fields.platformId}
            choices={platforms}
            {...(others.length > 0 ? { none: "Choose a broker" } : {})}
          />
          <FieldBox
            label="File"
            htmlFor={fields.file.id}
            field={fields.file}
            hint="CSV, TSV, TXT, XLSX or ODS, up to 20 MB and 200,000 rows."
          >
            <FileInput
              id={fields.file.id}
              name="file"
              accept=".csv,.tsv,.txt,.xlsx,.xls,.ods,.html"
              aria-describedby={fields.file.errorId}
            />
          </FieldBox>
          <details>
            <summary className={buttonClass({ isSmall: true })}>Or paste the rows</summary>
            <TextAreaField
              label="Rows, with their headings"
              field={fields.pasted}
              rows={6}
              spellCheck={false}
              hint="Copied from a spreadsheet or the broker's page."
            />
          </details>
          <p className={text.small}>
            Nothing is decided before you have seen what was found. The file is deleted after 30 days.
          </p>
        </>
      )}
    </FormPanel>
  );
}
