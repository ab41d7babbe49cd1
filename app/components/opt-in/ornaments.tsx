const ANGLES = Array.from({ length: 12 }, (_, index) => index * 15);
const OCTAGON = "M86 66h28l20 20v28l-20 20H86l-20-20V86z";

/** @param css of the form's look; an SVG may hold a style, the body of a page may not */
export function OptInGuilloche({ css }: { css: string }) {
  return (
    <svg className="guilloche" aria-hidden="true">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from a checked color, and the policy names its hash */}
      {css && <style dangerouslySetInnerHTML={{ __html: css }} />}
      <pattern id="g" width="48" height="12" patternUnits="userSpaceOnUse">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth=".8"
          d="M-2 4.8 2 7.2 6 9.3 10 10.4 14 10.4 18 9.3 22 7.2 26 4.8 30 2.7 34 1.6 38 1.6 42 2.7 46 4.8 50 7.2M-2 10.4 2 10.4 6 9.3 10 7.2 14 4.8 18 2.7 22 1.6 26 1.6 30 2.7 34 4.8 38 7.2 42 9.3 46 10.4 50 10.4M-2 7.2 2 4.8 6 2.8 10 1.6 14 1.6 18 2.7 22 4.8 26 7.2 30 9.2 34 10.4 38 10.4 42 9.3 46 7.2 50 4.8M-2 1.6 2 1.6 6 2.7 10 4.8 14 7.2 18 9.2 22 10.4 26 10.4 30 9.3 34 7.2 38 4.8 42 2.8 46 1.6 50 1.6"
        />
      </pattern>
      <rect width="100%" height="12" fill="url(#g)" />
    </svg>
  );
}

/** The rosette: copper for a recorded claim, green for a verified one, grey and without a tick for neither. */
export function Seal({ of = "recorded" }: { of?: "recorded" | "verified" | "neither" }) {
  return (
    <svg
      className={`seal ${of}`}
      viewBox="0 0 200 200"
      fill="none"
      stroke="currentColor"
      strokeWidth="1"
      aria-hidden="true"
    >
      {ANGLES.map((angle) => (
        <ellipse key={angle} cx="100" cy="100" rx="96" ry="40" transform={`rotate(${angle} 100 100)`} />
      ))}
      <path d={OCTAGON} fill={of === "neither" ? "var(--surface)" : "currentColor"} />
      {of !== "neither" && <path d="m85 101 11 11 20-23" stroke="var(--surface)" strokeWidth="6" />}
    </svg>
  );
}

export function EmptyPunch() {
  return (
    <svg
      className="mark"
      viewBox="64 64 72 72"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      aria-hidden="true"
    >
      <path d={OCTAGON} />
    </svg>
  );
}
