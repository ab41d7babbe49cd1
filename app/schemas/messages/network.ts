export const unanswered = {
  offline: "There is no connection. What you typed is still here; press again when you are connected.",
  ourFault: "This is our fault. What you typed is still here; press again in a moment.",
} as const;
