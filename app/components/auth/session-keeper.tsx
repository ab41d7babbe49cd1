import { useNavigate, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { removeDrafts, restoreDrafts, saveDrafts, saveSubmittedForm } from "#app/browser/form-drafts.ts";
import { debugLog } from "#app/browser/shared/debug-log.ts";
import { showToast } from "#app/components/layout/toasts.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { MINUTE, TIMER_MAX_MS } from "#app/lib/dates.ts";
import { paths } from "#app/paths.ts";
import styles from "./session-keeper.module.css";

const CHECKED_EVERY_MS = 3.5 * MINUTE;
const DEBOUNCE_MS = 300;
const TRIES_MAX = 3;
const RETRY_FIRST_MS = 1000;
const ANNOUNCED_BELOW_MS = 2 * MINUTE;

const here = () => location.pathname + location.search;

/**
 * In how many milliseconds the session ends, as the server counts them. Without a response it tries three
 * times, then returns null.
 */
async function askServer(): Promise<number | "ended" | null> {
  for (let delayMs = RETRY_FIRST_MS, tries = 1; ; delayMs *= 2, tries++) {
    const response = await fetch(paths.session(), { method: "POST" }).catch(() => null);
    debugLog("access", { path: here(), status: response?.status ?? "no response" });
    if (response?.status === 401) return "ended";
    if (response?.ok) return ((await response.json()) as { endsInMs: number }).endsInMs;
    if (tries === TRIES_MAX) return null;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

/**
 * Keeps the session of an open dashboard alive: it asks on load, every 3.5 minutes and when the page
 * becomes visible, which renews the session near its end. It warns two minutes before the end. Once the
 * session has ended, or expires without a response, it leaves for the sign-in page.
 */
export function SessionKeeper({ endsInMs }: { endsInMs: number }) {
  const navigate = useNavigate();
  const [end, setEnd] = useState({ inMs: endsInMs });
  const [isAnnounced, setAnnounced] = useState(false);
  const debounce = useRef<number>();
  const { state: navigation } = useNavigation();
  // After a sign-out, the end of the session needs no message.
  const isStill = useRef(true);
  useEffect(() => {
    isStill.current = navigation === "idle";
    return () => {
      isStill.current = false;
    };
  }, [navigation]);

  const isUnderWay = useRef(false);
  useEffect(() => {
    if (isUnderWay.current && navigation === "idle") removeDrafts();
    isUnderWay.current = navigation !== "idle";
  }, [navigation]);
  useEffect(() => {
    document.addEventListener("submit", saveSubmittedForm);
    return () => document.removeEventListener("submit", saveSubmittedForm);
  }, []);

  const leave = useCallback(() => {
    if (!isStill.current) return;
    saveDrafts();
    navigate(paths.login({ session: "expired", returnTo: here() }), { replace: true });
  }, [navigate]);

  const check = useCallback(async () => {
    const asked = await askServer();
    if (typeof asked === "number") setEnd({ inMs: asked });
    if (asked === "ended") leave();
    return asked;
  }, [leave]);

  const checkSoon = useCallback(() => {
    window.clearTimeout(debounce.current);
    debounce.current = window.setTimeout(check, DEBOUNCE_MS);
  }, [check]);

  const stay = async () => {
    const asked = await check();
    if (typeof asked !== "number" || asked > ANNOUNCED_BELOW_MS) return;
    // It cannot be renewed without a new authentication.
    saveDrafts();
    navigate(paths.reauthenticate({ returnTo: here() }));
  };

  useEffect(() => {
    if (restoreDrafts()) showToast({ kind: "blank", message: "What you had typed is here again." });
    checkSoon();
    const whenSeen = () => {
      if (document.visibilityState === "visible") checkSoon();
    };
    const every = window.setInterval(checkSoon, CHECKED_EVERY_MS);
    document.addEventListener("visibilitychange", whenSeen);
    window.addEventListener("pageshow", whenSeen);
    return () => {
      window.clearInterval(every);
      window.clearTimeout(debounce.current);
      document.removeEventListener("visibilitychange", whenSeen);
      window.removeEventListener("pageshow", whenSeen);
    };
  }, [checkSoon]);

  useEffect(() => {
    const { inMs } = end;
    setAnnounced(inMs <= ANNOUNCED_BELOW_MS);
    const within = (ms: number) => Math.min(Math.max(ms, 0), TIMER_MAX_MS);
    const announce = window.setTimeout(() => setAnnounced(true), within(inMs - ANNOUNCED_BELOW_MS));
    const expire = window.setTimeout(async () => {
      if ((await check()) === null) leave();
    }, within(inMs));
    return () => {
      window.clearTimeout(announce);
      window.clearTimeout(expire);
    };
  }, [end, check, leave]);

  return (
    <div role="alert">
      {isAnnounced ? (
        <div className={styles.notice}>
          <p>
            <b>You will be signed out in less than two minutes.</b> What you have typed is kept.
          </p>
          <Button isSmall onClick={stay}>
            Stay signed in
          </Button>
        </div>
      ) : null}
    </div>
  );
}
