import { Form, Link, useLocation, useParams, useSubmit } from "@remix-run/react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Select } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { Advanced } from "#app/components/ui/advanced.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { WithoutScript } from "#app/components/ui/scripting.tsx";
import text from "#app/components/ui/text.module.css";
import { AD_COOKIES } from "#app/lib/ad-platforms.ts";
import { EMBED_MODES, type EmbedMode } from "#app/lib/share-links.ts";
import { paths } from "#app/paths.ts";
import styles from "./share.module.css";
import { Snippet } from "./snippet.tsx";

type EmbedCodeProps = {
  mode: EmbedMode;
  /** Of the form; null for the visitor's. */
  language: string | null;
  languages: { code: string; name: string }[];
  frameOrigins: string[];
  code: string;
  /** The form in a frame without a script, and as a plain link. */
  frame: string;
  link: string;
};

const MODES: Record<EmbedMode, { name: string; hint: string }> = {
  inline: { name: "In the page", hint: "The form stands where you put the code, as high as it is." },
  popup: { name: "Pop-up", hint: "The link opens the form above your page." },
  page: { name: "Full page", hint: "The link opens the form over your whole page." },
};

const cookies = new Intl.ListFormat("en-GB").format(Object.values(AD_COOKIES));

/** The form on the owner's own site. The address of the page holds what is chosen. */
export function EmbedCode(props: EmbedCodeProps) {
  const { mode, language, languages, frameOrigins, code, frame, link } = props;
  const { pathname } = useLocation();
  const { formId } = useParams();
  const submit = useSubmit();
  return (
    <Panel title="On your own site" id="embed">
      <PanelBody isRoomy>
        {frameOrigins.length === 0 ? (
          <Alert tone="copper">
            <b className={text.strong}>Add your website’s address before you embed.</b> It belongs in the{" "}
            <Link to={paths.formSettings({ formId, tab: "advanced" })}>form's settings</Link>. Until then the
            code is a plain link.
          </Alert>
        ) : (
          <p className={text.secondary}>May be shown on: {frameOrigins.join(", ")}</p>
        )}
        <Form
          className={styles.embedding}
          method="get"
          action={`${pathname}#embed`}
          onChange={({ currentTarget }) => submit(currentTarget, { replace: true, preventScrollReset: true })}
        >
          <fieldset className={styles.modes}>
            <legend>How it opens</legend>
            {EMBED_MODES.map((one) => (
              <Choice
                key={one}
                id={`mode-${one}`}
                type="radio"
                name="mode"
                value={one}
                defaultChecked={one === mode}
                label={
                  <>
                    {MODES[one].name} <span className={text.small}>{MODES[one].hint}</span>
                  </>
                }
              />
            ))}
          </fieldset>
          {languages.length > 1 ? (
            <FieldBox label="Language" htmlFor="embed-language">
              <Select id="embed-language" name="language" defaultValue={language ?? ""}>
                <option value="">As the form's settings say</option>
                {languages.map((one) => (
                  <option key={one.code} value={one.code}>
                    {one.name}
                  </option>
                ))}
              </Select>
            </FieldBox>
          ) : null}
          <WithoutScript>
            <Button type="submit">Show the code</Button>
          </WithoutScript>
        </Form>
        <Snippet name="Embed code" code={code} copied="Embed code copied" />
        <p className={text.secondary}>
          The script hands the click ids and utm parameters of your page’s address to this form, and the
          cookies {cookies} that ad platforms have set on your site; the cookies not from browsers that send
          Global Privacy Control or Do Not Track. It sends nothing anywhere else. Without the script the code
          is a link. You can change the text between the tags. To links that your own script adds later, call{" "}
          <span className={text.code}>attesto.refresh()</span>.
        </p>
        <p className={text.secondary}>
          A form whose theme is automatic is light or dark as your page’s{" "}
          <span className={text.code}>color-scheme</span> says, and light without one. If your page is dark
          all the same, give the link <span className={text.code}>style="color-scheme: dark"</span>.
        </p>
        <iframe
          key={mode + language}
          className={styles.site}
          title="Preview of your site"
          src={paths.embedPreview({ formId, mode, language: language ?? undefined })}
        />
        <Advanced isOpen={false} summary="Without a script">
          <Snippet name="Frame" code={frame} copied="Frame copied" />
          <Snippet name="Plain link" code={link} copied="Link code copied" />
        </Advanced>
      </PanelBody>
    </Panel>
  );
}
