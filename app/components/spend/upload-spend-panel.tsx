import { FormPanel } from "#app/components/forms/form-panel.tsx";
import text from "#app/components/ui/text.module.css";
import { FilePicker } from "#app/components/uploads/file-picker.tsx";
import type { UploadTarget } from "#app/components/uploads/upload-file.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { SpendForm, UploadedSpendResponse } from "#app/schemas/spend.ts";

const TARGET: UploadTarget<UploadedSpendResponse> = {
  to: paths.uploadSpend(),
  fields: [],
  list: paths.spend(),
  describe({ imports, isNew }) {
    const { uploaded, uploadedBefore, uploadedMany } = messages.spend;
    const [first, ...others] = imports;
    return first && others.length === 0
      ? { href: paths.spendFile(first), text: isNew ? uploaded : uploadedBefore }
      : { href: paths.spend(), text: uploadedMany(imports.length, imports.length) };
  },
};

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
          <FilePicker
            field={fields.file}
            hint="Exports of Meta, Google Ads, TikTok or Snapchat: CSV, TSV, TXT, XLSX, ODS or a ZIP of them, up to 20 MB each."
            target={TARGET}
          />
          <p className={text.small}>
            Uploading the same days again replaces them. We delete files after 30 days and keep the numbers.
            No export? <a href={paths.spendTemplate()}>Use our template</a>.
          </p>
        </>
      )}
    </FormPanel>
  );
}
