import { Button } from "@react-email/button";
import { Preview } from "@react-email/preview";
import type { CSSProperties } from "react";
import { FIRST_LANGUAGE, languageFacts } from "#app/lib/languages.ts";
import type { MailTemplate } from "./template.ts";

/** The colors of tokens.css in values that email clients support. */
const light = {
  ground: "#f5f3ef",
  paper: "#fdfcfa",
  ink: "#221d17",
  ink2: "#4d463e",
  line: "#dedad2",
  edge: "#8d857b",
  seal: "#005c56",
};
const dark = {
  ground: "#12100d",
  paper: "#1a1714",
  ink: "#f1eee8",
  ink2: "#c3bdb4",
  line: "#332f2a",
  edge: "#7d766d",
  seal: "#5fc9bb",
};

const DARK_CSS = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: ${dark.ground} !important; }
  .paper { background: ${dark.paper} !important; border-color: ${dark.line} !important; }
  .line { border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .ink-2 { color: ${dark.ink2} !important; }
  .press { background: ${dark.ink} !important; color: ${dark.ground} !important; }
  .other { border-color: ${dark.edge} !important; color: ${dark.ink} !important; }
  .seal { background: ${dark.seal} !important; color: ${dark.ground} !important; }
}`;

const FONT = "Archivo, 'Helvetica Neue', Arial, sans-serif";

const styles = {
  ground: { background: light.ground },
  table: { borderCollapse: "separate", borderSpacing: 0, width: "100%" },
  paper: {
    background: light.paper,
    border: `1px solid ${light.line}`,
    borderRadius: 12,
    fontFamily: FONT,
    margin: "0 auto",
    maxWidth: 520,
    // Long words wrap on phones; older clients only know the second property.
    overflowWrap: "anywhere",
    wordBreak: "break-word",
  },
  brand: { color: light.ink, fontSize: 16, fontWeight: 620, lineHeight: "24px", margin: "0 0 20px" },
  seal: {
    background: light.seal,
    borderRadius: 5,
    color: light.paper,
    display: "inline-block",
    lineHeight: "22px",
    marginRight: 8,
    textAlign: "center",
    width: 22,
  },
  title: { color: light.ink, fontSize: 22, fontWeight: 620, lineHeight: "28px", margin: "0 0 16px" },
  paragraph: { color: light.ink, fontSize: 15, lineHeight: "23px", margin: "0 0 12px" },
  button: {
    borderRadius: 6,
    display: "inline-block",
    fontSize: 15,
    fontWeight: 600,
    margin: "8px 0 16px",
    padding: "11px 18px",
  },
  press: { background: light.ink, color: light.paper },
  other: { border: `1px solid ${light.edge}`, color: light.ink },
  small: { color: light.ink2, fontSize: 13, lineHeight: "20px", margin: "8px 0" },
  link: { color: light.ink2 },
  line: { border: 0, borderTop: `1px solid ${light.line}`, margin: "16px 0 12px" },
} satisfies Record<string, CSSProperties>;

type LetterHtmlProps = {
  letter: MailTemplate;
  brandName: string;
  publicUrl: string;
  unsubscribeUrl: string | null;
};

/** The HTML part. Styles are inline and there are no images, because email clients drop both. */
export function TemplateHtml({ letter, brandName, publicUrl, unsubscribeUrl }: LetterHtmlProps) {
  const { subject, paragraphs, action, afterwards, otherAction } = letter;
  const { locale, isRightToLeft } = languageFacts(letter.language ?? FIRST_LANGUAGE);
  return (
    <html lang={locale} dir={isRightToLeft ? "rtl" : undefined} className="ground" style={styles.ground}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{DARK_CSS}</style>
      </head>
      <body className="ground" style={{ ...styles.ground, margin: 0, padding: 0 }}>
        <Preview>{paragraphs.slice(1).join(" ")}</Preview>
        <Frame className="ground" style={styles.ground} padding="32px 16px">
          <Frame className="paper" style={styles.paper} padding="28px 32px">
            <p className="ink" style={styles.brand}>
              <span className="seal" style={styles.seal}>
                ✓
              </span>
              {brandName}
            </p>
            <h1 className="ink" style={styles.title}>
              {subject}
            </h1>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="ink" style={styles.paragraph}>
                {paragraph}
              </p>
            ))}
            {action ? (
              <Button className="press" href={action.href} style={{ ...styles.button, ...styles.press }}>
                {action.label}
              </Button>
            ) : null}
            {afterwards ? (
              <p className="ink-2" style={styles.small}>
                {afterwards}
              </p>
            ) : null}
            {otherAction ? (
              <Button className="other" href={otherAction.href} style={{ ...styles.button, ...styles.other }}>
                {otherAction.label}
              </Button>
            ) : null}
            <hr className="line" style={styles.line} />
            <p className="ink-2" style={styles.small}>
              {brandName} · {publicUrl}
            </p>
            {unsubscribeUrl ? (
              <p className="ink-2" style={styles.small}>
                <a className="ink-2" href={unsubscribeUrl} style={styles.link}>
                  Unsubscribe from these emails
                </a>
              </p>
            ) : null}
          </Frame>
        </Frame>
      </body>
    </html>
  );
}

type FrameProps = { className: string; style: CSSProperties; padding: string; children: React.ReactNode };

/** A table of one cell: Outlook knows neither the padding nor the width of other elements. */
function Frame({ className, style, padding, children }: FrameProps) {
  return (
    <table role="presentation" className={className} style={{ ...styles.table, ...style }}>
      <tbody>
        <tr>
          <td style={{ padding }}>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}
