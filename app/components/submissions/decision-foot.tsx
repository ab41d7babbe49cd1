import { useEffect, useRef } from "react";
import styles from "./submission-decision.module.css";

/** The sticky foot of the sheet. Toasts appear above it, and above what is open over it. */
export function DecisionFoot({ children }: { children: React.ReactNode }) {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const element = foot.current;
    if (!element) return;
    const placeToasts = () => {
      const panel = element.querySelector("details[open] > form") ?? element;
      const below = Math.max(window.innerHeight - panel.getBoundingClientRect().top, 0);
      style.setProperty("--below-toasts", `${below}px`);
    };
    const resized = new ResizeObserver(placeToasts);
    resized.observe(element);
    // It does not bubble.
    element.addEventListener("toggle", placeToasts, true);
    // The sheet moves up when the page's footer becomes visible.
    window.addEventListener("scroll", placeToasts, { passive: true });
    window.addEventListener("resize", placeToasts);
    return () => {
      resized.disconnect();
      element.removeEventListener("toggle", placeToasts, true);
      window.removeEventListener("scroll", placeToasts);
      window.removeEventListener("resize", placeToasts);
      style.removeProperty("--below-toasts");
    };
    // After each decision too: the panel that was open is gone then, without an event.
  });
  return (
    <div className={styles.decision} ref={foot}>
      {children}
    </div>
  );
}
