import type { FieldMetadata } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useHydrated } from "remix-utils/use-hydrated";
import { FileInput } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { showToast } from "#app/components/ui/toasts.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import styles from "./logo-field.module.css";
import { useHiddenValue } from "./use-hidden-value.ts";

const sentences = messages.formSettings;

type Chosen = { file: File; blobUrl: string; shown: string };

/**
 * With script the chosen picture is shown at once, and uploaded when the form is saved, before the settings
 * are. Without it, `LogoUpload` stands below the form.
 */
export function LogoField({ field }: { field: FieldMetadata<string> }) {
  const isHydrated = useHydrated();
  const logo = useHiddenValue(field);
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isUploading, setIsUploading] = useState(false);
  // A reset of the form takes the choice back.
  const waiting = chosen?.blobUrl === logo.value ? chosen : null;
  useEffect(() => {
    const form = picker.current?.form;
    if (!form || !waiting) return;
    const uploadFirst = async (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      if (isUploading) return;
      setIsUploading(true);
      setProblem(null);
      const { url, error } = await upload(waiting.file);
      // At once: the form is sent with what its fields hold then.
      flushSync(() => {
        setIsUploading(false);
        if (url) {
          setChosen(null);
          logo.change(url);
        } else setProblem(error);
      });
      if (url) return form.requestSubmit(event.submitter);
      showToast({
        kind: "error",
        message: `${sentences.logoFailed}. ${error}`,
        advice: sentences.logoUnsaved,
      });
      picker.current?.focus();
    };
    form.addEventListener("submit", uploadFirst);
    return () => form.removeEventListener("submit", uploadFirst);
  });
  const choose = async ({ currentTarget: input }: React.ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    if (!file) return;
    // It ends with the document: the form's preview may still be about to load it.
    const blobUrl = URL.createObjectURL(file);
    const shown = allowsBlobs() ? blobUrl : await readAsUrl(file).catch(() => blobUrl);
    setProblem(null);
    setChosen({ file, blobUrl, shown });
    logo.change(blobUrl);
  };
  const remove = () => {
    if (picker.current) picker.current.value = "";
    setProblem(null);
    setChosen(null);
    logo.change("");
  };
  if (!isHydrated)
    return (
      <>
        <input {...logo.props} />
        <StillLogo path={field.initialValue} />
      </>
    );
  const shown = waiting?.shown ?? logo.value;
  return (
    <FieldBox
      label="Logo"
      htmlFor={`${field.id}-file`}
      hint="PNG, JPEG or WebP, at most 2 MB. Without a logo the form shows your name."
      field={{ errorId: field.errorId, errors: problem === null ? field.errors : [problem] }}
    >
      <input {...logo.props} />
      <div className={styles.row}>
        {shown ? <img className={styles.logo} src={shown} alt="Your logo" /> : null}
        <FileInput
          ref={picker}
          id={`${field.id}-file`}
          className={styles.picker}
          accept="image/png,image/jpeg,image/webp"
          aria-describedby={field.errorId}
          onChange={choose}
        />
        {logo.value ? (
          <Button isSmall onClick={remove}>
            Remove
          </Button>
        ) : null}
      </div>
      <p role="status">{isUploading ? "Uploading the logo…" : null}</p>
    </FieldBox>
  );
}

function StillLogo({ path }: { path: string | undefined }) {
  return path ? <img className={styles.logo} src={path} alt="Your logo" /> : null;
}

/** Whether the document was loaded as this page, whose policy allows blobs, and not as one before it. */
function allowsBlobs(): boolean {
  const [document] = performance.getEntriesByType("navigation");
  return document !== undefined && new URL(document.name).pathname === window.location.pathname;
}

/** As a `data:` URL, which the policy of every page allows. */
function readAsUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = reject;
    reader.readAsDataURL(file);
  });
}

async function upload(file: File): Promise<{ url: string | null; error: string }> {
  const body = new FormData();
  body.set("logo", file);
  try {
    const response = await fetch(paths.uploadLogo(), { method: "POST", body });
    if (response.status === 413) return { url: null, error: sentences.logoLarge };
    const { url = null, error = messages.network.ourFault } = await response.json();
    return { url, error };
  } catch {
    return { url: null, error: messages.network.offline };
  }
}
