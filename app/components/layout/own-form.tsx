import { Link } from "@remix-run/react";
import { createContext, useContext } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import type { FormObstacle } from "#app/lib/domain.ts";
import { paths } from "#app/paths.ts";
import { CreateForm } from "./create-form.tsx";
import { ShareMenu } from "./share-menu.tsx";

type OwnFormState = {
  /** The public form's full address; null while there is no form, or it could not be read. */
  url: string | null;
  /** Whether the workspace has no form and this role may create one. */
  canCreate: boolean;
  obstacle: FormObstacle | null;
};

const OwnFormContext = createContext<OwnFormState>({ url: null, canCreate: false, obstacle: null });

/** The form of the workspace, for every page of the dashboard that offers its link. */
export const OwnFormProvider = OwnFormContext.Provider;

/** The button that shares the form, or creates it. */
export function OwnFormButton({ place }: { place: "header" | "page" }) {
  const { url, canCreate } = useContext(OwnFormContext);
  const isHeader = place === "header";
  if (url !== null) return <ShareMenu url={url} isCompact={isHeader} opensAt={isHeader ? "end" : "start"} />;
  // The page offers it, at most once.
  return canCreate && !isHeader ? <CreateForm /> : null;
}

/** Whether the workspace has a form. */
export const useHasForm = (): boolean => useContext(OwnFormContext).url !== null;

/** Says why visitors can't send the form, on the pages that speak of the form. */
export function FormNote() {
  const { obstacle } = useContext(OwnFormContext);
  if (obstacle === null) return null;
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
