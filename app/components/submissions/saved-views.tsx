import { Link, useLocation } from "@remix-run/react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Input } from "#app/components/forms/control.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import text from "#app/components/ui/text.module.css";
import type { FormReply } from "#app/lib/form-reply.ts";
import { paths } from "#app/paths.ts";
import styles from "./saved-views.module.css";

type View = { id: string; name: string; query: string; isShared: boolean; isOwn: boolean };

type SavedViewsProps = {
  views: View[];
  /** Whether the role may share views, and delete those that others share. */
  canShare: boolean;
  lastResult: FormReply | undefined;
};

/** The lists that were saved under a name, and a form that saves this one. */
export function SavedViews({ views, canShare, lastResult }: SavedViewsProps) {
  const { search } = useLocation();
  return (
    <Menu opensAt="start" summary={<>Views{views.length > 0 ? ` (${views.length})` : ""}</>}>
      <div className={styles.content}>
        {views.length > 0 ? (
          <ul className={styles.list}>
            {views.map(({ id, name, query, isShared, isOwn }) => (
              <li key={id}>
                <Link to={paths.submissions() + query} aria-current={query === search ? "true" : undefined}>
                  {name}
                </Link>
                {isShared ? <span className={text.small}>shared</span> : null}
                {isOwn || (isShared && canShare) ? (
                  <PostForm intent="delete-view" preventScrollReset>
                    <input type="hidden" name="viewId" value={id} />
                    <SubmitButton kind="quiet" isSmall pending="Deleting">
                      Delete<span className="visually-hidden"> {name}</span>
                    </SubmitButton>
                  </PostForm>
                ) : null}
              </li>
            ))}
          </ul>
        ) : null}
        <PostForm intent="save-view" preventScrollReset className={styles.form}>
          <ErrorSummary formId="save-view" lastResult={lastResult} />
          <FieldBox label="Save this list as" htmlFor="view-name">
            <Input id="view-name" name="name" maxLength={60} required autoComplete="off" />
          </FieldBox>
          {canShare ? <Choice label="Share with the workspace" type="checkbox" name="isShared" /> : null}
          <SubmitButton isSmall pending="Saving">
            Save view
          </SubmitButton>
        </PostForm>
      </div>
    </Menu>
  );
}
