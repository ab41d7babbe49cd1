/** Whether a text is a template in which something else stands for the placeholder. */
export function isMadeOf(text: string, template: string, placeholder: string): boolean {
  const parts = template.split(placeholder).map(escapeRegExp);
  return new RegExp(`^${parts.join("[^]*")}$`).test(text);
}

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
