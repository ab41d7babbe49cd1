import { InputForm } from "#app/components/forms/input-form.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import text from "#app/components/ui/text.module.css";
import type { ProofForm as Form } from "#app/schemas/proof.ts";
import styles from "./proof-panel.module.css";

/** Takes a proof as a file or as text. With script, a chosen file is checked at once. */
export function ProofPanel() {
  return (
    <InputForm<typeof Form>
      intent="check"
      encType="multipart/form-data"
      submit="Check the proof"
      pending="Checking"
      className={styles.form}
      keepsValues
      onChange={keepLatest}
    >
      {(fields) => (
        <>
          <label className={styles.drop}>
            <b className={text.strong}>Proof file</b>
            <span className={text.small}>Drop it here, or choose it.</span>
            <input type="file" name="file" accept=".json,application/json" />
          </label>
          <TextAreaField label="Or paste its text" field={fields.text} rows={4} spellCheck={false} />
        </>
      )}
    </InputForm>
  );
}

/** A file empties the text and is checked at once; a text empties the file. */
function keepLatest({ target, currentTarget: form }: React.FormEvent<HTMLFormElement>): void {
  const isFile = target instanceof HTMLInputElement && target.type === "file";
  const other = form.elements.namedItem(isFile ? "text" : "file");
  if (other instanceof HTMLInputElement || other instanceof HTMLTextAreaElement) other.value = "";
  if (isFile && target.files?.length) form.requestSubmit();
}
