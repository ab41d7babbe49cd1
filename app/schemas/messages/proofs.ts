export const proofs = {
  required: "Choose a proof file, or paste its text",
  tooLarge: "This file is too large for a proof. The limit is 1 MB.",
} as const;
