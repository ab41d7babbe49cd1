import type { FieldMetadata } from "@conform-to/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { showToast } from "#app/components/ui/toasts.tsx";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import styles from "./logo-field.module.css";
import { useHiddenValue } from "./use-hidden-value.ts";

const sentences = messages.formSettings;

/**
 * With script the chosen picture is shown at once, and uploaded before the settings are saved. Without it,
 * `LogoUpload` stands below the form.
 */
export function LogoField({ field }: { field: FieldMetadata<string> }) {
  const isHydrated = useHydrated();
  const logo = useHiddenValue(field);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = chosen ?? logo.value;
  const choose = async ({ currentTarget: input }: React.ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    if (!file) return;
    setProblem(null);
    readAsUrl(file).then(setChosen, () => undefined);
    const { url, error } = await upload(file);
    if (url) logo.change(url);
    else {
      setProblem(error);
      showToast({ kind: "error", message: `${sentences.logoFailed}. ${error}` });
    }
    setChosen(null);
    input.value = "";
  };
  if (!isHydrated)
    return (
      <>
        <input {...logo.props} />
        <StillLogo path={field.initialValue} />
      </>
    );
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
        <input
          id={`${field.id}-file`}
          className={styles.file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-describedby={field.errorId}
          onChange={choose}
        />
        {logo.value ? (
          <Button isSmall onClick={() => logo.change("")}>
            Remove
          </Button>
        ) : null}
      </div>
    </FieldBox>
  );
}

function StillLogo({ path }: { path: string | undefined }) {
  return path ? <img className={styles.logo} src={path} alt="Your logo" /> : null;
}

/** As a `data:` address: the page's policy allows no other picture that is not ours. */
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
