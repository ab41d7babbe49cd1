import { Link, useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { FileInput } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { Bar } from "#app/components/ui/bar.tsx";
import { useRevalidate } from "#app/components/ui/use-revalidate.ts";
import styles from "./file-picker.module.css";
import { type UploadedFile, type UploadTarget, uploadFile } from "./upload-file.ts";

type FilePickerProps<Body> = {
  field: { id: string; errorId: string; errors: string[] | undefined };
  hint: string;
  target: UploadTarget<Body>;
};

type Upload = { number: number; name: string; percent: number; sent: UploadedFile | null };

/**
 * Chooses files, or takes those that are dropped on it, as browsers do. With script each is uploaded by itself,
 * with its progress and result; without it, the form sends them together.
 */
export function FilePicker<Body>({ field, hint, target }: FilePickerProps<Body>) {
  const picker = useRef<HTMLInputElement>(null);
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [isOver, setIsOver] = useState(false);
  const navigate = useNavigate();
  const { revalidate } = useRevalidate();
  const isSending = uploads.some(({ sent }) => sent === null);

  useEffect(() => {
    const form = picker.current?.form;
    if (!form) return;
    const sendEach = async (event: SubmitEvent) => {
      const files = [...(picker.current?.files ?? [])];
      const filled = new FormData(form);
      const fields = target.fields.map((name) => [name, String(filled.get(name) ?? "")] as const);
      if (files.length === 0 || fields.some(([, value]) => value === "")) return;
      event.preventDefault();
      event.stopPropagation();
      if (isSending) return;
      const rows: Upload[] = files.map(({ name }, number) => ({ number, name, percent: 0, sent: null }));
      const show = (index: number, change: Partial<Upload>) => {
        rows[index] = { ...(rows[index] as Upload), ...change };
        setUploads([...rows]);
      };
      for (const [index, file] of files.entries()) {
        const onProgress = (percent: number) => show(index, { percent });
        show(index, { sent: await uploadFile({ file, target, fields, onProgress }) });
      }
      const [only] = rows;
      if (rows.length === 1 && only?.sent && "href" in only.sent && only.sent.href !== target.list)
        return navigate(only.sent.href);
      if (picker.current) picker.current.value = "";
      revalidate();
    };
    form.addEventListener("submit", sendEach);
    return () => form.removeEventListener("submit", sendEach);
  });

  return (
    <FieldBox label="Files" htmlFor={field.id} field={field} hint={hint}>
      <FileInput
        ref={picker}
        id={field.id}
        name="file"
        multiple
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ods,.html,.zip"
        aria-describedby={field.errorId}
        className={styles.drop}
        data-over={isOver || undefined}
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
      />
      <ul className={styles.uploads} aria-live="polite">
        {uploads.map(({ number, name, percent, sent }) => (
          <li key={number}>
            <bdi>{name}</bdi> <Result percent={percent} sent={sent} />
          </li>
        ))}
      </ul>
    </FieldBox>
  );
}

function Result({ percent, sent }: Pick<Upload, "percent" | "sent">) {
  if (sent === null)
    return (
      <>
        <span>{percent < 100 ? `${Math.floor(percent)}%` : "Being checked…"}</span>
        <Bar percent={percent} />
      </>
    );
  if ("error" in sent) return <span className={styles.error}>{sent.error}</span>;
  return <Link to={sent.href}>{sent.text}</Link>;
}
