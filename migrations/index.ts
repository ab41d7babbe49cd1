import { baseline } from "./1.0/index.ts";
import recountEventStates from "./20261125-1200-recount-event-states.ts";
import countTruthStates from "./20261126-0030-count-truth-states.ts";
import undatedNews from "./20261126-0100-undated-news.ts";
import decimalComparableAmounts from "./20261126-0200-decimal-comparable-amounts.ts";
import consentCovers from "./20261126-1000-consent-covers.ts";
import replayUnsentClaims from "./20261126-1010-replay-unsent-claims.ts";
import unlikelyAmounts from "./20261126-1050-unlikely-amounts.ts";
import ownRates from "./20261126-1200-own-rates.ts";
import indexChanges from "./20261126-1250-index-changes.ts";
import statements from "./20261126-1400-statements.ts";
import completeStatements from "./20261126-1500-complete-statements.ts";
import uploadParts from "./20261126-1510-upload-parts.ts";
import knownAccounts from "./20261126-1520-known-accounts.ts";
import accountNumbers from "./20261126-1530-account-numbers.ts";
import laterClaims from "./20261126-1540-later-claims.ts";
import reversals from "./20261126-1550-reversals.ts";
import countConfirmedClaims from "./20261126-1600-count-confirmed-claims.ts";
import paidCommissions from "./20261126-1620-paid-commissions.ts";
import matchings from "./20261126-1700-matchings.ts";
import rowVersions from "./20261126-1710-row-versions.ts";
import changes from "./20261126-1910-changes.ts";
import searchWords from "./20261126-2200-search-words.ts";
import countedMonths from "./20261126-2300-counted-months.ts";
import languages from "./20261126-2300-languages.ts";
import sourceAndBroker from "./20261126-2310-source-and-broker.ts";
import countedCoins from "./20261126-2330-counted-coins.ts";
import firstClicks from "./20261126-2350-first-clicks.ts";
import consentLists from "./20261127-0000-consent-lists.ts";
import forms from "./20261127-0000-forms.ts";
import links from "./20261127-0010-links.ts";
import workspaceRegion from "./20261127-0010-workspace-region.ts";
import spend from "./20261127-1000-spend.ts";
import unknownMoney from "./20261127-1100-unknown-money.ts";
import tensOfDays from "./20261127-1200-tens-of-days.ts";
import spendReports from "./20261127-1300-spend-reports.ts";
import statementScopes from "./20261127-1400-statement-scopes.ts";
import leftOutSpend from "./20261128-2050-left-out-spend.ts";
import rewriteSqliteFile from "./20261128-2100-rewrite-sqlite-file.ts";
import statementReadings from "./20261128-2100-statement-readings.ts";
import typedReferences from "./20261128-2100-typed-references.ts";
import viewsOfPeople from "./20261128-2100-views-of-people.ts";
import slowDown from "./20261128-2110-slow-down.ts";
import privacyNotice from "./20261129-0010-privacy-notice.ts";
import evidence from "./20261129-0800-evidence.ts";
import markedEvents from "./20261129-0800-marked-events.ts";
import pushMarks from "./20261129-0810-push-marks.ts";
import channels from "./20261129-0820-channels.ts";
import counts from "./20261129-1200-counts.ts";
import indexKnownAccounts from "./20261129-1210-index-known-accounts.ts";
import imports from "./20261129-1500-imports.ts";
import brokerLinks from "./20261129-1800-broker-links.ts";
import runningStatements from "./20261129-1900-running-statements.ts";
import mailsOfClaims from "./20261129-2000-mails-of-claims.ts";
import postbacks from "./20261129-2010-postbacks.ts";
import verificationRules from "./20261129-2130-verification-rules.ts";
import brokerConnections from "./20261129-2200-broker-connections.ts";
import telegram from "./20261130-0500-telegram.ts";
import telegramDoors from "./20261130-0600-telegram-doors.ts";
import telegramDesk from "./20261130-0700-telegram-desk.ts";
import indexTelegramFigures from "./20261130-0800-index-telegram-figures.ts";
import sharingEnded from "./20261130-0900-sharing-ended.ts";
import contracts from "./20261130-1000-contracts.ts";
import clientsThatLeft from "./20261130-1010-clients-that-left.ts";
import clientFacts from "./20261130-1100-client-facts.ts";
import worth from "./20261130-1200-worth.ts";
import type { Migration } from "./table.ts";

/** All migrations in their order. Later ones follow the baseline. */
export const migrations: Migration[] = [
  ...baseline,
  recountEventStates,
  countTruthStates,
  undatedNews,
  decimalComparableAmounts,
  consentCovers,
  replayUnsentClaims,
  unlikelyAmounts,
  ownRates,
  indexChanges,
  statements,
  completeStatements,
  uploadParts,
  knownAccounts,
  accountNumbers,
  laterClaims,
  reversals,
  countConfirmedClaims,
  paidCommissions,
  matchings,
  rowVersions,
  changes,
  searchWords,
  languages,
  countedMonths,
  sourceAndBroker,
  countedCoins,
  firstClicks,
  consentLists,
  forms,
  links,
  workspaceRegion,
  spend,
  unknownMoney,
  tensOfDays,
  spendReports,
  statementScopes,
  leftOutSpend,
  rewriteSqliteFile,
  statementReadings,
  typedReferences,
  viewsOfPeople,
  slowDown,
  privacyNotice,
  evidence,
  markedEvents,
  pushMarks,
  channels,
  counts,
  indexKnownAccounts,
  imports,
  brokerLinks,
  runningStatements,
  mailsOfClaims,
  postbacks,
  verificationRules,
  brokerConnections,
  telegram,
  telegramDoors,
  telegramDesk,
  indexTelegramFigures,
  sharingEnded,
  contracts,
  clientsThatLeft,
  clientFacts,
  worth,
];
