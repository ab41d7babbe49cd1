import { Link } from "@remix-run/react";
import { TimelineDot } from "#app/components/ui/timeline.tsx";
import { paths } from "#app/paths.ts";

/** An empty punch, one sentence, one way on. */
export function NotFoundContent() {
  return (
    <section className="lost">
      <TimelineDot kind="todo" />
      <h1>There is nothing at this address</h1>
      <p className="sub">It may have moved, or it was never here.</p>
      <Link className="btn" to={paths.landing()}>
        Go to the start page
      </Link>
    </section>
  );
}
