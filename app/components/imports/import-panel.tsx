import type { ReactNode } from "react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { FoldedPanel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { questionsTitle } from "./file-questions.ts";
import styles from "./import-panel.module.css";

type ImportPanelProps = {
  questions: readonly unknown[];
  /** The version of the answers that the page shows. */
  seen: string;
  canChange: boolean;
  /** What stands above the form, which may have forms of its own. */
  above?: ReactNode;
  /** Fields that the file leaves open. */
  asked: ReactNode[];
  /** How it is read as a whole. */
  known: ReactNode[];
  /** What its columns mean. */
  children: ReactNode;
  submit: { label: string; pending: string };
  /** Which files are read the same way next time. */
  remembered: string;
};

/** What an uploaded file leaves open, how else it is read, and what its columns mean. */
export function ImportPanel({
  questions,
  seen,
  canChange,
  above,
  asked,
  known,
  children,
  submit,
  remembered,
}: ImportPanelProps) {
  const body = (
    <>
      {asked}
      {known.length > 0 ? (
        <details>
          <summary className={buttonClass({ isSmall: true })}>How the file is read</summary>
          <div className={styles.known}>{known}</div>
        </details>
      ) : null}
      {children}
    </>
  );
  const isOpen = questions.length > 0;
  return (
    <FoldedPanel title={questionsTitle(questions.length, "Columns and their meaning")} isOpen={isOpen}>
      <PanelBody>
        {above}
        {canChange ? (
          <PostForm intent="read" className={layout.stack}>
            <input type="hidden" name="seen" value={seen} />
            {body}
            <div>
              <SubmitButton pending={submit.pending} kind={questions.length > 0 ? "primary" : "plain"}>
                {submit.label}
              </SubmitButton>
            </div>
            <p className={text.small}>{remembered}</p>
          </PostForm>
        ) : (
          body
        )}
      </PanelBody>
    </FoldedPanel>
  );
}
