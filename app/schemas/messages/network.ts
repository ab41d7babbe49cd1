export const network = {
  offline: "There is no connection. What you typed is still here; click again when you are connected.",
  cut: "The connection broke, and it may have worked. What you typed is still here; check in a new tab before you click again.",
  ourFault: "This is our fault. What you typed is still here; click again in a moment.",
  refused:
    "This was blocked on its way to us. What you typed is still here; reload the page if it happens again.",
  tooLarge: "That's too large. What you typed is still here; send it in smaller parts.",
  kept: "What you typed is still here.",
  pageOffline: "There is no connection, so the page couldn't open. Try again when you are connected.",
  pageFailed: "The page couldn't open. Try again in a moment.",
} as const;
