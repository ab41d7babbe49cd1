/** "a…@d….com": enough to recognize a person one knows, and no address. */
export function hideEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf(".");
  const [first = "", site = ""] = [[...email][0], [...domain][0]];
  return `${first}…@${site}…${dot < 0 ? "" : domain.slice(dot)}`;
}

/** "…78" */
export const hidePhone = (phone: string): string => `…${phone.slice(-2)}`;
