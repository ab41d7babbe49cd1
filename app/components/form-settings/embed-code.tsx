import { Link, useParams } from "@remix-run/react";
import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { CodeBlock } from "#app/components/ui/code-block.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import styles from "./share.module.css";

type EmbedCodeProps = { frame: string; link: string; frameOrigins: string[] };

/** The form on the owner's own site: in a frame that grows with it, or behind a plain link. */
export function EmbedCode({ frame, link, frameOrigins }: EmbedCodeProps) {
  const { formId } = useParams();
  return (
    <Panel title="On your own site">
      <PanelBody isRoomy>
        {frameOrigins.length === 0 ? (
          <Alert tone="copper">
            <b className={text.strong}>No site may show your form in a frame yet.</b> Name yours in the{" "}
            <Link to={paths.formSettings({ formId })}>form's settings</Link> first. A plain link works
            everywhere.
          </Alert>
        ) : (
          <p className={text.secondary}>May be shown on: {frameOrigins.join(", ")}</p>
        )}
        <div className={styles.snippet}>
          <p className={text.strong}>Frame</p>
          <CopyButton text={frame} copied="Embed code copied">
            Copy<span className="visually-hidden"> the embed code</span>
          </CopyButton>
        </div>
        <CodeBlock label="Embed code">{frame}</CodeBlock>
        <div className={styles.snippet}>
          <p className={text.strong}>Plain link</p>
          <CopyButton text={link} copied="Link code copied">
            Copy<span className="visually-hidden"> the link's code</span>
          </CopyButton>
        </div>
        <CodeBlock label="Link code">{link}</CodeBlock>
      </PanelBody>
    </Panel>
  );
}
