import { useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Alert } from "#app/components/ui/alert.tsx";
import { showToast } from "#app/components/ui/toasts.ts";

/** That something failed, in one sentence: a toast with script, a line on top of the page without. */
export function SaveError({ reply }: { reply: { failed?: string | null } | undefined }) {
  const isHydrated = useHydrated();
  const [isWritten] = useState(!isHydrated && Boolean(reply?.failed));
  useEffect(() => {
    if (reply?.failed && !isWritten) showToast({ kind: "error", message: reply.failed });
  }, [reply, isWritten]);
  if (!isWritten || !reply?.failed) return null;
  return <Alert tone="alarm">{reply.failed}</Alert>;
}
