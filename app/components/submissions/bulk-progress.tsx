import { Link, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { Bar } from "#app/components/ui/bar.tsx";
import text from "#app/components/ui/text.module.css";
import type { BulkJobResponse } from "#app/schemas/bulk.ts";
import styles from "./bulk-plan.module.css";

const EVERY_MS = 2000;
const number = (value: number) => value.toLocaleString("en-US");

/** How far the latest decision of many is; then what became of it. */
export function BulkProgress({ job, address }: { job: BulkJobResponse; address: QueryLinks }) {
  const { revalidate, state } = useRevalidator();
  const isRunning = job.state === "running";
  useEffect(() => {
    if (!isRunning || state !== "idle") return;
    const timer = window.setTimeout(revalidate, EVERY_MS);
    return () => window.clearTimeout(timer);
  }, [isRunning, state, revalidate]);
  const decided = job.changed + job.unchanged + job.failed;
  const verb = job.status === "rejected" ? "rejected" : "verified";
  return (
    <section className={styles.plan} aria-labelledby="bulk-job">
      <h2 id="bulk-job">
        {isRunning
          ? `Deciding ${number(job.total)} claims in the background`
          : `${number(job.changed)} of ${number(job.total)} claims ${verb}`}
      </h2>
      {isRunning ? (
        <>
          <Bar percent={job.total === 0 ? 100 : Math.floor((decided / job.total) * 100)} />
          <p className={text.small} role="status">
            {number(decided)} of {number(job.total)} done. You can leave this page.
          </p>
        </>
      ) : null}
      {job.unchanged > 0 ? (
        <p>
          {number(job.unchanged)} {job.unchanged === 1 ? "was" : "were"} already {verb}.
        </p>
      ) : null}
      {job.failed > 0 ? (
        <details>
          <summary>{number(job.failed)} could not be decided</summary>
          <ul>
            {job.errors.map(({ id, email, error }) => (
              <li key={id}>
                <Link to={address({ open: id, at: null })} preventScrollReset>
                  {email}
                </Link>
                : {error}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
