import { useNavigate, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { removeDrafts, restoreDrafts, saveDrafts, saveSubmittedForm } from "#app/browser/form-drafts.ts";
import { Button } from "#app/components/ui/button.tsx";
import { showToast } from "#app/components/ui/toasts.ts";
import { MINUTE, TIMER_MAX_MS } from "#app/lib/dates.ts";
import { paths } from "#app/paths.ts";
import { askForEnd, checkRegularly } from "./check-session.ts";
import styles from "./session-keeper.module.css";

const ANNOUNCED_BELOW_MS = 2 * MINUTE;

const here = () => location.pathname + location.search;

/**
 * Keeps the session of an open dashboard alive: it asks on load, every 3.5 minutes and when the page
 * becomes visible, which renews the session near its end. It warns two minutes before the end. Once the
 * session has ended, or expires without a response, it leaves for the sign-in page.
 */
export function SessionKeeper({ endsInMs }: { endsInMs: number }) {
  const navigate = useNavigate();
  const [end, setEnd] = useState({ inMs: endsInMs });
  const [isAnnounced, setAnnounced] = useState(false);
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
    const asked = await askForEnd();
    if (typeof asked === "number") setEnd({ inMs: asked });
    if (asked === "ended") leave();
    return asked;
  }, [leave]);

  const stay = async () => {
    const asked = await check();
    if (typeof asked !== "number" || asked > ANNOUNCED_BELOW_MS) return;
    // It cannot be renewed without a new authentication.
    saveDrafts();
    navigate(paths.reauthenticate({ returnTo: here() }));
  };

  useEffect(() => {
    if (restoreDrafts()) showToast({ kind: "blank", message: "What you had typed is here again." });
    return checkRegularly(check);
  }, [check]);

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
