/** Numbers that look random and are the same in each run, so that screenshots can be repeated. */
export function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

export const FIRST =
  "aleksandra noor tomasz chiara j.okonkwo maria-fernanda bjorn lucie s.petrov dmg amira kaito lena ines mateusz priya oskar fatima jonas zeynep helena pavel yara stefan".split(
    " ",
  );
export const LAST =
  "wisniewska-kowalczyk vandenberg lis dellacorte trader etxeberria aaberg-lindqvist moreau-delacroix haddad mori schneider carvalho nowak iyer lund benali weber yilmaz novotna horak".split(
    " ",
  );
export const SOURCES = ["instagram", "instagram", "instagram", "tiktok", "youtube", "newsletter", null];
export const CAMPAIGNS = ["story-november", "bio-link", "webinar", "autumn"];
export const AMOUNTS = [
  "50",
  "75",
  "90",
  "100",
  "120",
  "200",
  "250",
  "250",
  "300",
  "450",
  "600",
  "1000",
  "2500",
];
export const PHONES = [
  ["ES", "+34600555"],
  ["PL", "+48601555"],
  ["NL", "+31612555"],
  ["FR", "+33612555"],
  ["SE", "+46701555"],
  ["IT", "+39320555"],
] as const;
