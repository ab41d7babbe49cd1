import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Preview,
  Section,
  Text,
} from "@react-email/components";
import type { MailTemplate } from "./templates.ts";

/** The colors of tokens.css in values that email clients support. */
const light = {
  ground: "#f5f3ef",
  paper: "#fdfcfa",
  ink: "#221d17",
  ink2: "#4d463e",
  line: "#dedad2",
  seal: "#005c56",
};
const dark = {
  ground: "#12100d",
  paper: "#1a1714",
  ink: "#f1eee8",
  ink2: "#c3bdb4",
  line: "#332f2a",
  seal: "#5fc9bb",
};

const DARK_CSS = `
@media (prefers-color-scheme: dark) {
  .ground { background: ${dark.ground} !important; }
  .paper { background: ${dark.paper} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .ink-2 { color: ${dark.ink2} !important; }
  .press { background: ${dark.ink} !important; color: ${dark.ground} !important; }
  .seal { background: ${dark.seal} !important; color: ${dark.ground} !important; }
}`;

const FONT = "Archivo, 'Helvetica Neue', Arial, sans-serif";

type LetterHtmlProps = { letter: MailTemplate; brandName: string; publicUrl: string };

/** The HTML part. Styles are inline and there are no images, because email clients drop both. */
export function TemplateHtml({ letter, brandName, publicUrl }: LetterHtmlProps) {
  const { subject, paragraphs, action, afterwards } = letter;
  return (
    <Html lang="en-US">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{DARK_CSS}</style>
      </Head>
      <Preview>{paragraphs.slice(1).join(" ")}</Preview>
      <Body
        className="ground"
        style={{ background: light.ground, fontFamily: FONT, margin: 0, padding: "32px 16px" }}
      >
        <Container
          className="paper"
          style={{
            background: light.paper,
            border: `1px solid ${light.line}`,
            borderRadius: 12,
            maxWidth: 520,
            padding: "28px 32px",
            // Long words wrap on phones; older clients only know the second property.
            overflowWrap: "anywhere",
            wordBreak: "break-word",
          }}
        >
          <Section>
            <Text
              className="ink"
              style={{ color: light.ink, fontSize: 16, fontWeight: 620, margin: "0 0 20px" }}
            >
              <span
                className="seal"
                style={{
                  background: light.seal,
                  color: light.paper,
                  borderRadius: 5,
                  display: "inline-block",
                  lineHeight: "22px",
                  marginRight: 8,
                  textAlign: "center",
                  width: 22,
                }}
              >
                ✓
              </span>
              {brandName}
            </Text>
          </Section>
          <Heading
            as="h1"
            className="ink"
            style={{
              color: light.ink,
              fontSize: 22,
              fontWeight: 620,
              lineHeight: "28px",
              margin: "0 0 16px",
            }}
          >
            {subject}
          </Heading>
          {paragraphs.map((paragraph) => (
            <Text
              key={paragraph}
              className="ink"
              style={{ color: light.ink, fontSize: 15, lineHeight: "23px", margin: "0 0 12px" }}
            >
              {paragraph}
            </Text>
          ))}
          {action ? (
            <Button
              className="press"
              href={action.href}
              style={{
                background: light.ink,
                borderRadius: 6,
                color: light.paper,
                display: "inline-block",
                fontSize: 15,
                fontWeight: 600,
                margin: "8px 0 16px",
                padding: "11px 18px",
              }}
            >
              {action.label}
            </Button>
          ) : null}
          {afterwards ? (
            <Text
              className="ink-2"
              style={{ color: light.ink2, fontSize: 13, lineHeight: "20px", margin: "8px 0 0" }}
            >
              {afterwards}
            </Text>
          ) : null}
          <Hr style={{ borderColor: light.line, margin: "24px 0 12px" }} />
          <Text className="ink-2" style={{ color: light.ink2, fontSize: 13, lineHeight: "20px", margin: 0 }}>
            {brandName} · {publicUrl}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}
