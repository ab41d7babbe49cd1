type Facts = { heads: readonly string[]; rows: readonly (readonly [string, string, string, string])[] };

/** The personal data in the tables of the database. A new column with personal data belongs here too. */
export const storedData = (mailDays: number): Facts => ({
  heads: ["Data", "What it holds", "Why", "How long"],
  rows: [
    [
      "Account",
      "Name, username, email, password as a hash, role, theme, notification choices, how your list of claims is shown; phone number and address if you enter them",
      "To run your account",
      "Until the account is deleted",
    ],
    [
      "Workspace and members",
      "Its name, time zone, currency and plan; who is a member, with which role",
      "To keep each owner’s data apart",
      "Until the workspace is deleted, with the account of its last member at the latest",
    ],
    [
      "Invitations",
      "The invited email, the role, who invited, and the link as a hash",
      "To let that person join your workspace",
      "Until used, declined or revoked; one that nobody answers goes 30 days after it has expired",
    ],
    [
      "Visits",
      "When each member last saw the overview",
      "To show what is new since then",
      "Until the membership ends",
    ],
    [
      "Sign-in methods",
      "The account’s id and email at a connected provider, the encrypted secret of your authenticator app, recovery codes and tokens of emailed links as hashes; a new email of yours until its link is used",
      "To check that it is you",
      "Until disconnected or switched off, at the latest until the account is deleted",
    ],
    [
      "Sessions and devices",
      "Start, last use, IP address, browser string, device id, device fingerprint and chosen workspace of each sign-in; a hash of each known device",
      "To show your devices, to warn you of a new one, to stop password guessing",
      "A session ends after at most 30 days; its record stays until the account is deleted",
    ],
    [
      "API keys",
      "Name, prefix, hash, scopes, who created it, last use",
      "So that your programs can call the API",
      "Until the workspace is deleted",
    ],
    [
      "Form settings, brokers, tiers",
      "What you enter: texts, logo, address of the form, links to it, brokers, commission tiers and exchange rates; earlier addresses and consent texts",
      "To show your form and compute commissions",
      "Until the workspace is deleted. The settings of a deleted form, and deleted brokers with claims, are kept with the claims",
    ],
    [
      "Statements of brokers",
      "The files that you upload, with their rows as the broker wrote them and as we read them, and which lines confirm which claim; the account numbers of a verified claim’s person, found by keyed hashes of email and phone number; what the broker pays for each row, with its client as a keyed hash",
      "To check claims against the broker’s records",
      "30 days, or until you delete them, and until day 90 keyed hashes of their account numbers, emails and phone numbers with amounts and times; which lines decided or took back a claim, and the account numbers that they teach, are kept with the claim. What a broker pays is kept until the workspace is deleted, or until you delete the statement. Erasing a person empties their rows and deletes the files that name them, within minutes",
    ],
    [
      "What brokers call back and answer",
      "What your broker’s postbacks and its answers say of each client: account number, email, phone number, user name, country and click id where the broker sends them, with kinds, amounts and times; keyed hashes of these and of your claims, by which both are found",
      "To check claims as soon as the broker knows of them",
      "90 days, totals 400 days; what it said of a claim is kept with the claim. Erasing a person deletes what was said of them at once",
    ],
    [
      "Calls of brokers",
      "Each call of a broker’s network as it was sent, which may name a client, with the network’s IP address and what came of it; a keyed hash of its transaction; the call’s address and its secret, encrypted; how many calls were refused",
      "To show what a network sends, and to take the same call once",
      "Calls 30 days, hashes 400 days, the address until the broker or the workspace is deleted. A call that repeats another one is emptied at once, and one that names an erased person with the person",
    ],
    [
      "Rules that verify claims",
      "What a broker’s rule rests on and its limits; which claims it decided, when, and which of these turned out wrong. No name, email or number",
      "To verify what is certain without a member, and to pause a rule that is wrong",
      "Until the broker, the claim or the workspace is deleted",
    ],
    [
      "Brokers’ APIs",
      "The encrypted credential of a broker’s API and of a login’s session, how it last answered; which claims it is asked about, and when; of each client keyed hashes of what it last said, with totals; answers in another form as names of fields",
      "To ask your broker about claims, and to notice what changes",
      "Until you disconnect it or the workspace is deleted; of a client whom it no longer names 400 days. A claim is asked about for 60 days at most. Erasing a person empties what was last said of them: a keyed hash stays, by which lists leave them out",
    ],
    [
      "Spend on ads",
      "The files that you upload and the amounts that you type, with who did; names and ids of campaigns, ad sets and ads, and what they cost, showed and counted each day; how your files are read; of an ad account that you connect, its encrypted token, its last characters and the last error; the limit that you set, and which campaigns passed it",
      "To show what a verified claim costs and earns",
      "Files 30 days, or until you delete them; what was read of them, and amounts, until you delete the file or the amount, or the workspace is deleted",
    ],
    [
      "Ad platform connections",
      "The encrypted access token, its last characters, the pixel, the time and text of the last error; for 15 minutes, a token that waits for you to choose its pixel",
      "To deliver events",
      "Until you disconnect or delete the workspace",
    ],
    [
      "Claims",
      "The visitor’s email, phone number, country, broker, amount (and whether you confirmed that an unlikely one is right), account number with the time of its last change, and as it was typed where that had invisible characters, and consent with its text and time; page address, referrer, click ids, campaign tags, ids of the ad and the owner’s link, also of the first click that the browser still had, the id of the browser’s visits where you have links to brokers, the ad platforms’ cookies, IP address, browser string, device id and fingerprint; then your decision, who made it, its reason and note, the verified amount with each correction, who made it and why, and the commission; the words of these by which a search finds the claim",
      "So that the owner can check the claim, and the ad platform can match it",
      "Until the owner erases the person, the time chosen in the form’s settings is over, or the workspace is deleted. An erased person’s claim keeps the day, broker, amount, status, country, source, campaign and link. A withdrawn claim stays as a record of the withdrawal and is not sent again",
    ],
    [
      "Links to brokers",
      "The links that you give people, and each click on one: its id, which the broker gets, when, an id of the browser’s visits, the address’s click ids and campaign tags and the page that led there; that the broker names the click with a deposit. Of browsers that send Global Privacy Control or Do Not Track only the id, the link and the time",
      "To find the claim of a client whom the broker names by the click",
      "Links until the workspace is deleted. Clicks 180 days; less once the person of a claim from the same browser is erased",
    ],
    [
      "Deliveries",
      "For each attempt: time, what was sent with identifiers hashed, and the ad platform’s response",
      "As proof, and to send each event once",
      "As long as the claim",
    ],
    [
      "Proofs",
      "The signed steps of a claim: times, amounts, decisions and outcomes; personal values only as salted hashes",
      "So that anybody can check what was confirmed and sent",
      "Until the workspace is deleted. The salts go when the person is erased, and the hashes say nothing without them",
    ],
    [
      "Decisions of many claims",
      "Which claims were decided, undone or erased together, by whom, with which reason and note, and what became of each",
      "To go on after an interruption, to report what failed, and to undo a decision",
      "30 days",
    ],
    [
      "Events sent again",
      "Which events were sent again, to which ad platform, and when",
      "To report what became of them",
      "Until the workspace is deleted",
    ],
    [
      "Totals",
      "How often a form was opened, and by which link; claims, decisions, events, amounts and commissions by day, broker, source, campaign, ad, country and link, without any person",
      "To show statistics",
      "Until the workspace is deleted",
    ],
    [
      "Saved views",
      "Name and filters of a list of claims, which may hold a search, and who saved it",
      "To open the list again",
      "Until you delete them or the workspace, or the person that they search for is erased",
    ],
    [
      "Exports of many claims",
      "The filters, who asked for the file, and the file itself",
      "To download a large list once it is written",
      "One day; less if a person in the list is erased",
    ],
    [
      "Domain events",
      "That something happened to a claim or connection, and which member decided it, by id",
      "To start follow-up work",
      "30 days",
    ],
    [
      "Notifications",
      "What you were told: kind, time, ids and counts, the device of a new sign-in, the name of a new API key, a news item; whether you read it; when your workspace got its weekly summary",
      "To tell you what needs you",
      "90 days; the weeks of summaries until the workspace is deleted",
    ],
    [
      "Push subscriptions",
      "The address and keys that your browser’s push service gave us, encrypted",
      "To show notifications while no page is open",
      "Until you turn them off or delete the account, and at most an hour after the session has ended",
    ],
    [
      "News",
      "Items of public feeds; for our own items, the administrator who wrote them and the last account that was notified",
      "To show news, and to notify each subscribed account once",
      "The newest hundred of a feed; our own until we delete them",
    ],
    [
      "Emails we send",
      "Address, kind and time, and the claim of a visitor’s private link; the content is encrypted and removed once it is sent",
      "To deliver them even if the mail server is down",
      `${mailDays} days; the email with a visitor’s private link at most until the person is erased`,
    ],
    [
      "Contact messages",
      "Name, email, company, subject and message; who handled it and when",
      "To answer you",
      "12 months",
    ],
    [
      "Plans granted",
      "Plan, amount paid, start and end",
      "To know what you pay for, and for our accounts",
      "Without end; once the workspace is deleted, without a link to it",
    ],
    [
      "Support access",
      "Who allowed it, for how long, and which administrator’s session works by it",
      "So that nobody works in your workspace without your permission",
      "Until the workspace is deleted",
    ],
    [
      "Audit log",
      "What administrators did to accounts, plans, news items and contact messages, and what support changed: usernames, time and IP address",
      "So that it can be checked who did what",
      "Two years, also after the account is deleted",
    ],
    [
      "Job runs",
      "When background work last ran",
      "To notice when it stops",
      "Until the next run; no personal data",
    ],
    [
      "Registrations with a known email",
      "Email, username and password hash of an attempt to register an address that has an account",
      "So that nobody learns who has an account",
      "One day",
    ],
    [
      "Limits and one-time sign-ins",
      "Counters by IP address, email or account, and of each claim whose private link was sent by email; hashes of used provider sign-ins",
      "To stop abuse",
      "At most one hour after the last use; of emailed private links one day, and a year for the claim’s own",
    ],
    [
      "Server log",
      "Time, method, path without personal parts, status, duration, and the IP address as a keyed hash",
      "To find faults and attacks",
      "As long as the operator of this site keeps its logs",
    ],
  ],
});

export const cookies = {
  heads: ["Name", "Purpose", "Kept for"],
  rows: [
    ["attesto_session", "keeps you signed in", "up to 30 days"],
    ["attesto_theme", "your choice of dark, light or system", "one year"],
    ["attesto_flash", "shows a message once after a form was sent", "one minute"],
    [
      "attesto_visitor",
      "recognizes a browser, so that a claim is not counted twice and a known device can sign in. A form sets it only for browsers that do not send Global Privacy Control or Do Not Track",
      "one year",
    ],
    [
      "attesto_visits",
      "when a form or a link to a broker was opened, by which link and from which page: an ad’s click ids and campaign (utm) parameters count when the visitor comes back without them. An id joins clicks on an owner’s links to brokers with the claim. Each workspace’s forms and links read only their own. Until the end of December 2026 attesto_visit, which is sent with forms only, is read too. Browsers that send Global Privacy Control or Do Not Track keep the time and a hash of the link, for a day",
      "one day; with a click 7 days, or 1 to 30 as the form’s owner chose",
    ],
    [
      "attesto_click, in the browser’s storage of a form owner’s own site",
      "where the owner has put our script for it: an ad’s click ids and campaign (utm) parameters, which are added to links to the owner’s form. Browsers that send Global Privacy Control or Do Not Track keep nothing",
      "7 days, or 1 to 30 as the form’s owner chose",
    ],
    [
      "attesto-typed, in the browser’s storage of one tab",
      "what a visitor has typed, while the form opens in another language",
      "until that page is there",
    ],
    [
      "Cookies of a sign-in or registration under way",
      "carry it over to the next page, encrypted or signed",
      "up to one day",
    ],
  ],
} as const;
