import { FileInput } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import type { SpendForm } from "#app/schemas/spend.ts";

/** Takes exports of ad platforms. */
export function UploadSpendPanel() {
  return (
    <FormPanel<typeof SpendForm>
      title="Upload spend"
      intent="upload"
      submit="Upload"
      pending="Uploading"
      encType="multipart/form-data"
    >
      {(fields) => (
        <>
          <FieldBox
            label="Files"
            htmlFor={fields.file.id}
            field={fields.file}
            hint="Exports of Meta, Google Ads, TikTok or Snapchat: CSV, TSV, TXT, XLSX, ODS or a ZIP of them, up to 20 MB."
          >
            <FileInput
              id={fields.file.id}
              name="file"
              multiple
              accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ods,.html,.zip"
              aria-describedby={fields.file.errorId}
            />
          </FieldBox>
          <p className={text.small}>
            The same days can be uploaded again: a later file replaces them.{" "}
            <a href={paths.spendTemplate()}>Download a template</a> for spend of which there is no export.
          </p>
        </>
      )}
    </FormPanel>
  );
}
