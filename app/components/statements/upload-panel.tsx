import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import { FilePicker } from "#app/components/uploads/file-picker.tsx";
import type { UploadTarget } from "#app/components/uploads/upload-file.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { StatementsForm } from "#app/schemas/statements.ts";

type UploadPanelProps = {
  platforms: { value: string; label: string }[];
  /** The broker that is chosen at first. */
  platformId: string | null;
};

type Uploaded = { statement: { id: string }; isNew: boolean } | { statements: { id: string }[] };

const TARGET: UploadTarget<Uploaded> = {
  to: paths.uploadStatement(),
  fields: ["platformId"],
  list: paths.statements(),
  describe(body) {
    const { uploaded, uploadedBefore, uploadedMany } = messages.statements;
    if ("statement" in body)
      return {
        href: paths.statement({ id: body.statement.id }),
        text: body.isNew ? uploaded : uploadedBefore,
      };
    const [first, ...others] = body.statements;
    return first && others.length === 0
      ? { href: paths.statement({ id: first.id }), text: uploaded }
      : { href: paths.statements(), text: uploadedMany(body.statements.length, body.statements.length) };
  },
};

/** Takes a file of a broker, or rows that were copied from one. */
export function UploadPanel({ platforms, platformId }: UploadPanelProps) {
  const [first, ...others] = platforms;
  const chosen =
    platforms.find(({ value }) => value === platformId) ?? (others.length === 0 ? first : undefined);
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
          <FilePicker
            field={fields.file}
            hint="CSV, TSV, TXT, XLSX, ODS or a ZIP of them, up to 20 MB and 200,000 rows each."
            target={TARGET}
          />
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
            You’ll see every match before anything changes. The file is deleted after 30 days.
          </p>
        </>
      )}
    </FormPanel>
  );
}
