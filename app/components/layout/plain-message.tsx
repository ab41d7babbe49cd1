import { CenteredMessage, MessageMain } from "./centered-message.tsx";
import { useBrandName } from "./root-data.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

type PlainMessageProps = {
  title: string;
  sentence: string;
  way: { to: string; label: string };
  hasSession: boolean;
  /** Above the way. */
  children?: React.ReactNode;
};

export function PlainMessage({ title, sentence, way, hasSession, children }: PlainMessageProps) {
  const brandName = useBrandName();
  return (
    <>
      <SiteHeader brandName={brandName} hasSession={hasSession} />
      <MessageMain>
        <CenteredMessage title={title} sentence={sentence} way={way}>
          {children}
        </CenteredMessage>
      </MessageMain>
      <SiteFooter brandName={brandName} />
    </>
  );
}
