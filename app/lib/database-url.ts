/** Scheme, user with an `@`, hosts, and the rest. A password may contain commas and an `@`. */
const MYSQL_URL = /^(mysql:\/\/)([^/?#]*@)?([^/?#@]+)(.*)$/s;

/**
 * One URL for each host of `mysql://user:password@host[:port],host[:port]/name`, in their order. Null if it
 * is no URL of a MySQL database.
 */
export function toHostUrls(url: string): string[] | null {
  const [, scheme = "", user = "", hosts = "", rest = ""] = MYSQL_URL.exec(url) ?? [];
  const urls = hosts.split(",").map((host) => `${scheme}${user}${host}${rest}`);
  return urls.every((each) => URL.canParse(each) && new URL(each).hostname !== "") ? urls : null;
}
