import { isNearly } from "#app/lib/is-nearly.ts";

/** Where most people have their mailbox, the most common first: `yahoo` and its endings, then the next name. */
const DOMAINS = `gmail com,hotmail com es fr it de nl pt co.uk com.br com.ar com.mx co.th,
outlook com es fr de it pt com.br com.ar co.id,yahoo com es fr it de ro in co.uk com.br com.mx com.ar co.in co.id com.vn com.ph co.jp,
icloud com,live com nl fr it de co.uk com.pt com.mx com.ar,msn com,aol com,me com,mac com,ymail com,rocketmail com,
googlemail com,mail com ru,email com cz,proton me,protonmail com,pm me,gmx de net at ch com,web de,t-online de,
freenet de,arcor de,posteo de,mailbox org,aon at,bluewin ch,orange fr es,wanadoo fr es,free fr,sfr fr,laposte net,
libero it,virgilio it,alice it,tiscali it,tin it,tim it,sapo pt,uol com.br,bol com.br,terra com.br es,ig com.br,
globo com,prodigy net.mx,telefonica net,wp pl,o2 pl,onet pl eu,op pl,interia pl eu,gazeta pl,poczta onet.pl fm,
ziggo nl,kpnmail nl,home nl,planet nl,xs4all nl,telenet be,skynet be,btinternet com,sky com,yandex ru com,ya ru,
bk ru,inbox ru,list ru,rambler ru,ukr net,i ua,meta ua,mynet com,seznam cz,centrum cz,rediffmail com,
qq com,163 com,126 com,sina com cn,foxmail com,docomo ne.jp,ezweb ne.jp,softbank ne.jp,naver com,hanmail net,daum net,
comcast net,verizon net,att net,sbcglobal net,cox net,bigpond com,zoho com,fastmail com,hey com`
  .split(/,\s*/)
  .flatMap((line) => {
    const [name, ...endings] = line.split(" ");
    return endings.map((ending) => `${name}.${ending}`);
  });

/** So short a domain differs from many others by one letter. */
const LENGTH_MIN = 8;
const LENGTH_OF_TWO = 9;
/** These have one domain each: `gmail.es` is a mistake. */
const ONE_ENDING = /^(gmail|icloud)\./;

/** These have a domain in most countries: one that is not listed may well be right. */
const IN_MOST_COUNTRIES = /^(?:yahoo|hotmail|outlook|live|msn)\.(?!c[om]$)(?:com?\.)?[a-z]{2}$/;

/** The address with the well-known domain that was probably meant; undefined for one that may well be right. */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || DOMAINS.includes(domain) || IN_MOST_COUNTRIES.test(domain)) return;
  const meant =
    (ONE_ENDING.test(domain) && domain.replace(/\..*/, ".com")) ||
    [1, 2].flatMap((most) =>
      DOMAINS.filter(
        (known) => known.length >= (most === 1 ? LENGTH_MIN : LENGTH_OF_TWO) && isNearly(domain, known, most),
      ),
    )[0];
  return meant && email.slice(0, at + 1).trimStart() + meant;
}

/**
 * Asks below the field whether another address was meant. One tap takes it.
 * @param sentence with `{address}` in the place of the address
 */
export function askForDomain(input: HTMLInputElement, sentence: string): void {
  const box = input.parentElement!;
  const meant = suggestEmail(input.value);
  let line = box.querySelector("[role=status]");
  if (!line) {
    line = document.createElement("p");
    line.setAttribute("role", "status");
    box.lastElementChild!.before(line);
  }
  line.textContent = "";
  if (!meant) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = sentence.replace("{address}", () => meant);
  button.onclick = () => {
    input.value = meant;
    // Checked again as if it was typed. The button goes with it.
    input.dispatchEvent(new Event("change", { bubbles: true }));
    input.focus();
  };
  line.append(button);
}
