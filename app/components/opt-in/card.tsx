import type { ReactNode } from "react";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { OptInGuilloche } from "./ornaments.tsx";

type Props = {
  /** The form's owner; missing if there is no form. */
  form?: Pick<PublicForm, "logo" | "ownerName">;
  brandName?: string;
  privacyHref?: string | null;
  children: ReactNode;
};

/** The frame of every view of the public page. */
export function OptInCard({ form, brandName, privacyHref, children }: Props) {
  return (
    <main>
      <div className="card">
        <OptInGuilloche />
        <div className="content">
          {form && <Owner form={form} />}
          <div id="view">{children}</div>
        </div>
      </div>
      {brandName && (
        <footer>
          {`Stored securely by ${brandName}.`}
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
