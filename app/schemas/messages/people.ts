export const people = {
  searchShape: "Please enter an email, or a phone number with its country code",
  severalNumbers: (phones: string[]) =>
    `This number may be that of several people. Please enter it with its country code: ${phones.join(" or ")}`,
} as const;
