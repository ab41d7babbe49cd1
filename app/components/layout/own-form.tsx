import { Link } from "@remix-run/react";
import { Alert } from "#app/components/ui/alert.tsx";
import { paths } from "#app/paths.ts";
import type { FormState } from "#app/schemas/form-settings.ts";
import { CreateForm } from "./create-form.tsx";
import { useOwnForm, useSeveralForms } from "./own-form-context.ts";
import { ShareMenu } from "./share-menu.tsx";

/** The button that shares the form, or creates it. */
export function OwnFormButton({ place }: { place: "header" | "page" }) {
  const { url, canCreate } = useOwnForm();
  const isHeader = place === "header";
  if (url !== null) return <ShareMenu url={url} isCompact={isHeader} opensAt={isHeader ? "end" : "start"} />;
  // The page offers it, at most once.
  return canCreate && !isHeader ? <CreateForm /> : null;
}

/** Says why visitors can't send any form, on the pages that speak of the form. */
export function FormNote() {
  const { obstacle, count } = useOwnForm();
  if (obstacle === null) return null;
  if (count > 1)
    return (
      <Alert>
        {obstacle === "paused" ? (
          <>
            Your forms are closed, so visitors can't send them. Open one in its settings:{" "}
            <Link to={paths.forms()}>all forms</Link>.
          </>
        ) : (
          <>
            <Link to={paths.platforms()}>Add a broker</Link>: visitors can't send your forms yet.
          </>
        )}
      </Alert>
    );
  return (
    <Alert>
      {obstacle === "paused" ? (
        <>
          Your form is closed, so visitors can't send it. Open it in the{" "}
          <Link to={paths.formSettings()}>form settings</Link>.
        </>
      ) : (
        <>
          <Link to={paths.platforms()}>Add a broker</Link>: visitors can't send your form yet.
        </>
      )}
    </Alert>
  );
}

/** Says why visitors can't send one of several forms, on its own pages. */
export function FormStateNote({ formId, state }: { formId: string; state: FormState }) {
  if (!useSeveralForms() && state !== "archived") return <FormNote />;
  if (state === "open") return null;
  return (
    <Alert>
      {state === "archived" ? (
        <>
          This form is archived: visitors find it closed, and its claims stay to be checked. Restore it among{" "}
          <Link to={paths.forms()}>all forms</Link>.
        </>
      ) : state === "paused" ? (
        <>
          This form is closed, so visitors can't send it. Open it in{" "}
          <Link to={paths.formSettings({ formId })}>its settings</Link>.
        </>
      ) : (
        <>
          Choose an active broker in{" "}
          <Link to={paths.formSettings({ formId, tab: "questions" })}>its settings</Link>: visitors can't send
          this form yet.
        </>
      )}
    </Alert>
  );
}
