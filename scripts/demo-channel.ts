/** The demo's bot at the sandbox's Telegram, where any token that looks like one is a bot's. */
export const DEMO_BOT = { id: 700_000_001, token: "700000001:sandbox-token-sandbox-token-sandbox" };

/** The private channel that the bot lets people into; what follows the `+` of its link. */
export const DEMO_CHANNEL = { id: -1_002_100_000_001, title: "Casa information", link: "casainformation1" };

/** People at its door, by their ids at Telegram. */
export const DEMO_PEOPLE = {
  waiting: [5_200_000_001, 5_200_000_002],
  open: [5_200_000_003],
  in: [5_200_000_004, 5_200_000_005, 5_200_000_006],
  doubtful: [5_200_000_007],
  out: [5_200_000_008],
};

const RIGHTS = { can_invite_users: true, can_restrict_members: true };

/** Has the sandbox's Telegram know what the demo's data says of it: it forgets everything when it ends. */
export async function playDemoChannel(sandboxUrl: string): Promise<void> {
  const act = async (name: string, fields: object) => {
    const body = JSON.stringify(fields);
    const response = await fetch(`${sandboxUrl}/telegram/${name}`, { method: "POST", body });
    if (!response.ok) throw new Error(`The sandbox's Telegram said to ${name}: ${await response.text()}`);
  };
  const { id: bot } = DEMO_BOT;
  const { id: group, title, link } = DEMO_CHANNEL;
  await act("groups", { type: "channel", id: group, title });
  await act("rights", { bot, group, rights: RIGHTS });
  await act("link", { bot, group, link });
  const { waiting, open, in: inside, doubtful, out } = DEMO_PEOPLE;
  for (const id of [...waiting, ...open, ...inside, ...doubtful, ...out]) await act("people", { id });
  for (const person of [...inside, ...doubtful]) await act("join", { person, group });
  // A bot writes only to who has pressed Start.
  for (const person of [...waiting, ...open]) await act("start", { bot, person });
}
