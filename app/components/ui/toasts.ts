import type { addToast, ToastContent } from "./toaster.tsx";

type AddToast = typeof addToast;

/** Where toasts go, once there is a script that shows them. */
let add: AddToast | null = null;
/** Toasts that came before. */
const waiting: ToastContent[] = [];
/** Runs for each of these. */
let onWaiting: (() => void) | null = null;

/** A toast disappears, so its message must also be on the page or in the notifications. */
export function showToast(content: ToastContent): void {
  if (add) add(content);
  else {
    waiting.push(content);
    onWaiting?.();
  }
}

/** Has toasts shown by `addToast` from now on, and those that wait. */
export function receiveToasts(addToast: AddToast): void {
  add = addToast;
  for (const content of waiting.splice(0)) addToast(content);
}

/** Runs `listener` for toasts that nobody receives yet, also for those that came before. */
export function onWaitingToast(listener: () => void): void {
  onWaiting = listener;
  if (waiting.length > 0) listener();
}
