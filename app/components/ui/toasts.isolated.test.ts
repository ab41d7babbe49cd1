import { expect, test } from "vitest";
import type { ToastContent } from "./toaster.tsx";
import { onWaitingToast, receiveToasts, showToast } from "./toasts.ts";

test("a toast that comes before its script asks for it, and is shown once it is loaded", () => {
  const shown: ToastContent[] = [];
  let asked = 0;
  const early = { kind: "error", message: "There is no connection." } as const;
  showToast(early);
  onWaitingToast(() => {
    asked += 1;
  });
  expect([asked, shown]).toEqual([1, []]);
  showToast({ kind: "success", message: "Saved" });
  expect(asked).toBe(2);

  receiveToasts((content) => shown.push(content));
  showToast({ kind: "blank", message: "Copied" });
  expect(shown.map(({ message }) => message)).toEqual(["There is no connection.", "Saved", "Copied"]);
});
