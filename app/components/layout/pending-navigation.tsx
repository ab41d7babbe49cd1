import { useLocation, useNavigation } from "@remix-run/react";
import clsx from "clsx";
import { useEffect, useState } from "react";
import { Spinner } from "#app/components/ui/spinner.tsx";
import styles from "./pending-navigation.module.css";

/** Faster navigations show no indicator. */
const SHOWN_AFTER_MS = 400;

/** The part of the product that a page belongs to. A navigation to another part replaces the whole screen. */
const getSection = (pathname: string) => pathname.split("/")[1] ?? "";

/**
 * Shows that another page is loading: large in the middle if the whole page changes, small in the corner
 * otherwise.
 */
export function PendingNavigation() {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const isLoading = state === "loading" && location.pathname !== pathname;
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isLoading]);
  if (!isShown || !location) return null;
  return getSection(location.pathname) === getSection(pathname) ? (
    <div className={styles.pending}>
      <Spinner size="small" />
    </div>
  ) : (
    <div className={clsx(styles.pending, styles.whole)}>
      <Spinner size="large" caption="Opening the page…" />
    </div>
  );
}
