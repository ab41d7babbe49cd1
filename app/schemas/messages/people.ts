export const people = {
  searchShape: "Please enter an email, or a phone number with its country code",
  eraseFailed: "Failed to erase this person",
} as const;
