import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import text from "#app/components/ui/text.module.css";
import { messages } from "#app/schemas/messages/index.ts";

/** Where a form that was just created is. */
export function NewFormNote({ url }: { url: string }) {
  return (
    <Alert
      tone="verd"
      role="status"
      action={
        <CopyButton text={url} copied="Form link copied">
          Copy form link
        </CopyButton>
      }
    >
      <b className={text.strong}>{messages.formSettings.created}</b>:{" "}
      <a className={text.breakable} href={url} target="_blank" rel="noreferrer">
        {url}
      </a>
    </Alert>
  );
}
