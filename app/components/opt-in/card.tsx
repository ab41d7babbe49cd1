import type { ReactNode } from "react";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { Guilloche } from "./ornaments.tsx";

type Props = {
  /** Whose page it is; absent where there is no form to speak for. */
  form?: Pick<PublicForm, "logo" | "ownerName">;
  brandName?: string;
  privacyHref?: string | null;
  children: ReactNode;
};

/** The card that every view of the public page is printed on. */
export function OptInCard({ form, brandName, privacyHref, children }: Props) {
  return (
    <main>
      <div className="card">
        <Guilloche />
        <div className="content">
          {form && <Owner form={form} />}
          <div id="view">{children}</div>
        </div>
      </div>
      {brandName && (
        <footer>
          {`Your confirmation is kept by ${brandName}.`}
          {privacyHref && (
            <>
              {" "}
              <a href={privacyHref}>Privacy</a>
            </>
          )}
        </footer>
      )}
    </main>
  );
}

function Owner({ form }: { form: Pick<PublicForm, "logo" | "ownerName"> }) {
  return form.logo ? (
    <img className="logo" src={form.logo} alt={form.ownerName} />
  ) : (
    <p className="logo">{form.ownerName}</p>
  );
}
