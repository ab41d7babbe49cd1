import { toEmailKey } from "#app/lib/email-address.ts";
import { addressKey, type Limit } from "#app/lib/rate-limiter.server.ts";

const MINUTE = 60;

/** Everything without a limit of its own: 600 a minute by account or address. */
export const generalLimit = (who: string): Limit => ({
  name: "general",
  points: 600,
  seconds: MINUTE,
  key: who,
});

/** Registering, forgotten passwords and links sent again: 5 an hour by email address, 30 by IP address. */
export const mailLimits = {
  byAddress: (address: string): Limit => ({
    name: "mail-address",
    points: 30,
    seconds: 60 * MINUTE,
    key: address,
    isDurable: true,
  }),
  byEmail: (email: string): Limit => ({
    name: "mail-email",
    points: 5,
    seconds: 60 * MINUTE,
    key: toEmailKey(email),
    isDurable: true,
  }),
};

/** New email addresses of one account, because each gets an email. */
const emailChangesLimit = (userId: string): Limit => ({
  name: "email-changes",
  points: 5,
  seconds: 60 * MINUTE,
  key: userId,
  isDurable: true,
});

/** Invitations, those sent again included, because each sends an email. */
export const invitationLimits = ({
  workspaceId,
  email,
}: {
  workspaceId: string;
  email?: string;
}): Limit[] => [
  { name: "invitations", points: 30, seconds: 60 * MINUTE, key: workspaceId, isDurable: true },
  ...(email === undefined ? [] : [mailLimits.byEmail(email)]),
];

/** Exports of all data: 10 an hour by account. */
export const exportLimit = (userId: string): Limit => ({
  name: "export",
  points: 10,
  seconds: 60 * MINUTE,
  key: userId,
});

/** Exports of the list: 60 an hour by workspace. */
export const listExportLimit = (workspaceId: string): Limit => ({
  name: "list-export",
  points: 60,
  seconds: 60 * MINUTE,
  key: workspaceId,
});

/** Proofs to check, because each costs hundreds of signatures. 60 an hour by IP address. */
export const proofLimit = (address: string): Limit => ({
  name: "proof",
  points: 60,
  seconds: 60 * MINUTE,
  key: addressKey(address),
});

/** Tokens to check and test events, because each calls an ad platform. 60 an hour by IP address. */
export const connectLimit = (address: string): Limit => ({
  name: "connect",
  points: 60,
  seconds: 60 * MINUTE,
  key: addressKey(address),
});

/** The limits for a change of the account's email. */
export const emailChangeLimits = ({ userId, email }: { userId: string; email: string }): Limit[] => [
  emailChangesLimit(userId),
  mailLimits.byEmail(email),
];

/** Uploaded files, because reading and decoding them takes CPU time: 30 a minute by IP address, and by workspace. */
export const uploadLimits = (address: string, workspaceId: string): Limit[] =>
  [addressKey(address), workspaceId].map((key) => ({ name: "upload", points: 30, seconds: MINUTE, key }));
