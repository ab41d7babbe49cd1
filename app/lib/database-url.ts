/** Scheme, user with an `@`, hosts, and the rest. A password may contain commas and an `@`. */
const MYSQL_URL = /^(mysql:\/\/)([^/?#]*@)?([^/?#@]+)(.*)$/s;

const PORT = /:\d+$/;

/**
 * One URL for each host of `mysql://user:password@host[:port],host[:port]/name`, in their order. A port that
 * only the last host names is everybody's. Null if it is no URL of a MySQL database.
 */
export function toHostUrls(url: string): string[] | null {
  const [, scheme = "", user = "", hosts = "", rest = ""] = MYSQL_URL.exec(url) ?? [];
  const names = hosts.split(",");
  const [last = ""] = PORT.exec(names.at(-1) ?? "") ?? [];
  const isShared = names.filter((host) => PORT.test(host)).length === 1;
  const withPort = (host: string) => (isShared && !PORT.test(host) ? host + last : host);
  const urls = names.map((host) => `${scheme}${user}${withPort(host)}${rest}`);
  return urls.every((each) => URL.canParse(each) && new URL(each).hostname !== "") ? urls : null;
}
