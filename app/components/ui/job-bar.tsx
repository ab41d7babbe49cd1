import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { Bar } from "./bar.tsx";
import text from "./text.module.css";

const EVERY_MS = 2000;

/** The progress of background work. The page reloads it every two seconds. */
export function JobBar({ done, total }: { done: number; total: number }) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = window.setTimeout(revalidate, EVERY_MS);
    return () => window.clearTimeout(timer);
  }, [state, revalidate]);
  return (
    <>
      <Bar percent={total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100))} />
      <p className={text.small} role="status">
        {formatNumber(done)} of {formatNumber(total)} done. You can leave this page.
      </p>
    </>
  );
}
