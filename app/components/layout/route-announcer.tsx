import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { focusMain } from "#app/components/ui/focus-main.ts";

/**
 * After a client-side navigation, moves focus to the content and announces the title, as a browser does for
 * a document.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setTitle(document.title);
    focusMain();
  }, [pathname]);
  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  );
}
