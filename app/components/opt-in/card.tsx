import type { ReactNode } from "react";
import type { Language } from "#app/lib/languages.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import type { FormLook } from "#app/schemas/shared/form-look.ts";
import { PageLanguage } from "./language.tsx";
import { lookCss } from "./look.ts";
import { OptInGuilloche } from "./ornaments.tsx";

type Props = {
  language: Language;
  /** The form's owner; missing if no form is open. */
  form?: Pick<PublicForm, "logo" | "ownerName">;
  /** Missing if there has been no form. */
  look?: FormLook | null;
  brandName?: string;
  privacyHref?: string | null;
  /** Of the owner's own privacy notice. */
  noticeHref?: string | null;
  children: ReactNode;
};

/** The frame of every view of the public page. */
export function OptInCard({ language, form, look, brandName, privacyHref, noticeHref, children }: Props) {
  const { storedBy, privacy, privacyNotice } = textsIn(language).form;
  return (
    <main>
      <div className="card">
        <OptInGuilloche css={look ? lookCss(look) : ""} />
        <div className="content">
          {form && <Owner form={form} />}
          <div id="view">
            <PageLanguage.Provider value={language}>{children}</PageLanguage.Provider>
          </div>
        </div>
      </div>
      {brandName && (
        <footer>
          {form && noticeHref && (
            <a className="notice" href={noticeHref} target="_blank" rel="nofollow noopener">
              {privacyNotice(form.ownerName)}
            </a>
          )}{" "}
          {storedBy(brandName)}
          {privacyHref && (
            <>
              {" "}
              <a href={privacyHref}>{privacy}</a>
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
