import { createContext, useContext } from "react";
import type { FormObstacle } from "#app/lib/domain.ts";
import type { Language } from "#app/lib/languages.ts";

type OwnFormState = {
  /** The default form's full address; null while there is no form, or it could not be read. */
  url: string | null;
  /** Whether the workspace has no form and this role may create one. */
  canCreate: boolean;
  /** What keeps visitors from sending any form. */
  obstacle: FormObstacle | null;
  /** How many forms there are, archived ones too. */
  count: number;
  /** Those of the owner's browser, which a new form has at first. */
  languages: Language[];
};

const OwnFormContext = createContext<OwnFormState>({
  url: null,
  canCreate: false,
  obstacle: null,
  count: 0,
  languages: [],
});

/** The forms of the workspace, for every page of the dashboard that speaks of them. */
export const OwnFormProvider = OwnFormContext.Provider;

export const useOwnForm = (): OwnFormState => useContext(OwnFormContext);

/** Whether the workspace has several forms, archived ones too. */
export const useSeveralForms = (): boolean => useOwnForm().count > 1;
