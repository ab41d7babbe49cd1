import clsx from "clsx";
import type { ComponentProps } from "react";
import { CheckIcon, SealCheckIcon, UserIcon } from "#app/components/ui/icons.ts";
import { Slip } from "#app/components/ui/slip.tsx";
import text from "#app/components/ui/text.module.css";
import { Timeline, TimelineItem } from "#app/components/ui/timeline.tsx";
import styles from "./auth-layout.module.css";
import { LastAction } from "./page.tsx";
import { useBrandName } from "./root-data.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

type AuthLayoutProps = {
  title: string;
  /** On pages that actions lead to, or that have forms without fields. */
  lastAction?: ComponentProps<typeof LastAction>;
  footer?: React.ReactNode;
  children: React.ReactNode;
};

/** The form on the left, on a wide screen the slip on the right that says what the product is about. */
export function AuthLayout({ title, lastAction, footer, children }: AuthLayoutProps) {
  const brandName = useBrandName();
  return (
    <>
      <SiteHeader brandName={brandName} hidesAccount />
      <div className={styles.page}>
        <div className={styles.start}>
          <main id="main" tabIndex={-1} className={styles.main}>
            <h1>{title}</h1>
            {lastAction ? <LastAction {...lastAction} /> : null}
            {children}
            {footer ? <p className={text.small}>{footer}</p> : null}
          </main>
        </div>
        <aside className={styles.aside} aria-label={`What ${brandName} keeps`}>
          <Slip isRaised>
            <div>
              <h2>Claimed is not proven.</h2>
              <p className={clsx(text.secondary, styles.sentence)}>
                {brandName} keeps the two apart until you decide, and keeps the proof when you do.
              </p>
            </div>
            <Timeline>
              <TimelineItem kind="claimed" icon={UserIcon} title={<b className={text.strong}>Claimed</b>}>
                <p className={text.small}>by the person who did it</p>
              </TimelineItem>
              <TimelineItem kind="verified" icon={CheckIcon} title={<b className={text.strong}>Verified</b>}>
                <p className={text.small}>by you, against the broker</p>
              </TimelineItem>
              <TimelineItem kind="accepted" icon={SealCheckIcon} title="Accepted">
                <p className={text.small}>by the ad platform, in time</p>
              </TimelineItem>
            </Timeline>
          </Slip>
        </aside>
      </div>
      <SiteFooter brandName={brandName} />
    </>
  );
}
