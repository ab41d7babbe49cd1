import { useEffect, useState } from "react";

/** A hidden field with the browser's time zone. Without script it is empty. */
export function BrowserTimeZone({ name }: { name: string }) {
  const [timeZone, setTimeZone] = useState("");
  useEffect(() => setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return <input type="hidden" name={name} value={timeZone} readOnly />;
}
