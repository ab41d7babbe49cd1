import { Link } from "@remix-run/react";
import { TimelineDot } from "#app/components/ui/timeline.tsx";
import { useRootData } from "./root-data.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

type PlainMessageProps = {
  title: string;
  sentence: string;
  way: { to: string; label: string };
  hasSession: boolean;
};

/** A page that only says something: an empty punch, one sentence, one way on. */
export function PlainMessage({ title, sentence, way, hasSession }: PlainMessageProps) {
  const brandName = useRootData()?.brandName ?? "";
  return (
    <>
      <SiteHeader brandName={brandName} hasSession={hasSession} />
      <main id="main" tabIndex={-1} className="flex flex-1">
        <section className="lost">
          <TimelineDot kind="todo" />
          <h1>{title}</h1>
          <p className="sub">{sentence}</p>
          <Link className="btn" to={way.to}>
            {way.label}
          </Link>
        </section>
      </main>
      <SiteFooter brandName={brandName} />
    </>
  );
}
