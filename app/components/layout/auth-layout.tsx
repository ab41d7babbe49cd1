import { Brand } from "#app/components/ui/brand.tsx";
import { CheckIcon, SealCheckIcon, UserIcon } from "#app/components/ui/icons.ts";
import { Guilloche, Rosette } from "#app/components/ui/ornaments.tsx";
import { Timeline, TimelineItem } from "#app/components/ui/timeline.tsx";
import { paths } from "#app/paths.ts";

type AuthLayoutProps = {
  brandName: string;
  title: string;
  footer?: React.ReactNode;
  children: React.ReactNode;
};

/** The form on the left, on a wide screen the slip on the right that says what the product is about. */
export function AuthLayout({ brandName, title, footer, children }: AuthLayoutProps) {
  return (
    <div className="auth">
      <div className="auth-l">
        <header>
          <Brand name={brandName} to={paths.landing()} />
        </header>
        <main id="main" tabIndex={-1} className="auth-f">
          <h1>{title}</h1>
          {children}
        </main>
        <footer className="meta">{footer}</footer>
      </div>
      <aside className="auth-r" aria-label={`What ${brandName} keeps`}>
        <div className="slipwrap">
          <Rosette />
          <div className="slip">
            <Guilloche />
            <div>
              <h2>Claimed is not proven.</h2>
              <p className="sub say">
                {brandName} keeps the two apart until you decide, and keeps the proof when you do.
              </p>
            </div>
            <Timeline>
              <TimelineItem kind="claimed" icon={UserIcon} title={<b className="strong">Claimed</b>}>
                <p className="meta">by the person who did it</p>
              </TimelineItem>
              <TimelineItem kind="verified" icon={CheckIcon} title={<b className="strong">Verified</b>}>
                <p className="meta">by you, against the broker</p>
              </TimelineItem>
              <TimelineItem kind="accepted" icon={SealCheckIcon} title="Accepted">
                <p className="meta">by the ad platform, in time</p>
              </TimelineItem>
            </Timeline>
          </div>
        </div>
      </aside>
    </div>
  );
}
