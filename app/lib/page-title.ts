/** `Sign in` becomes `Sign in | Attesto`; a title that already names the brand stays as it is. */
export function pageTitle(title: string, brandName: string): string {
  return title.includes(brandName) ? title : `${title} | ${brandName}`;
}
