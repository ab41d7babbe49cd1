import { createContext, useContext } from "react";
import { CreateForm } from "./create-form.tsx";
import { ShareMenu } from "./share-menu.tsx";

type OwnFormState = {
  /** The public form's full address; null while there is no form, or it could not be read. */
  url: string | null;
  /** Whether the workspace has no form and this role may create one. */
  canCreate: boolean;
};

const OwnFormContext = createContext<OwnFormState>({ url: null, canCreate: false });

/** The form of the workspace, for every page of the dashboard that offers its link. */
export const OwnFormProvider = OwnFormContext.Provider;

/** The way to the form: to share it, or to make it. */
export function OwnForm({ place }: { place: "header" | "page" }) {
  const { url, canCreate } = useContext(OwnFormContext);
  const isHeader = place === "header";
  if (url !== null) return <ShareMenu url={url} isCompact={isHeader} opensAt={isHeader ? "end" : "start"} />;
  return canCreate ? <CreateForm isSmall={isHeader} /> : null;
}

/** Whether the workspace has a form. */
export const useHasForm = (): boolean => useContext(OwnFormContext).url !== null;
