export const people = {
  searchShape: "Please enter an email, or a phone number with its country code",
} as const;
