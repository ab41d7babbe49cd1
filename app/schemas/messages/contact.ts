export const contact = {
  nameShort: "Name must be at least 2 characters long",
  nameLetters: "Name can only contain letters and spaces",
  companyLong: "Company name cannot exceed 100 characters",
  subjectShape: "Please select a valid subject",
  messageShort: "Message must be at least 10 characters long",
  messageLong: "Message cannot exceed 2000 characters",
  sent: "Thank you. We got your message and will reply by email.",
  failed: "Unable to send message. Please try again later.",
  unverifiable: "Unable to verify your message. Please reload the page and try again.",
  stale: "This form was open for too long, or was sent very quickly. Please send it again.",
} as const;
