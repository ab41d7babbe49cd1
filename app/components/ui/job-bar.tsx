import { formatNumber } from "#app/lib/regional-formats.ts";
import { Bar } from "./bar.tsx";
import text from "./text.module.css";
import { useRefresh } from "./use-refresh.ts";

/** The progress of background work. The page is loaded again until it has ended. */
export function JobBar({ done, total }: { done: number; total: number }) {
  useRefresh(true);
  return (
    <>
      <Bar percent={total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100))} />
      <p className={text.small} role="status">
        {formatNumber(done)} of {formatNumber(total)} done. You can leave this page.
      </p>
    </>
  );
}
