import { plural } from "#app/lib/languages.ts";
import type { Catalogue } from "./en.ts";

const consent = (owner: string, what: string) =>
  `Ich bin einverstanden, dass ${owner} meine Angaben speichert, beim Broker prüft und ${what} an die Werbeplattformen weitergibt, auf denen ${owner} wirbt. Das kann ich jederzeit widerrufen.`;
const description = (title: string, owner: string) =>
  `${title}: ${owner} gleicht die Angaben mit den Daten des Brokers ab. Das dauert eine Minute.`;

export const de: Catalogue = {
  actions: {
    deposit: {
      title: "Einzahlung bestätigen",
      emailHint: "die Sie beim Broker verwenden",
      platformQuestion: "Wo haben Sie eingezahlt?",
      button: "Meine Einzahlung bestätigen",
      noun: "Einzahlung",
      justDone: "Wenn Sie gerade eingezahlt haben",
      withAmount: (money) => `Einzahlung von ${money}`,
      found: (owner) => `${owner} hat Ihre Einzahlung beim Broker gefunden.`,
      introduction: (owner) =>
        `${owner} prüft jede Einzahlung beim Broker. Das Ausfüllen dauert eine halbe Minute.`,
      consent: (owner) => consent(owner, "die bestätigte Einzahlung"),
      description,
    },
    purchase: {
      title: "Kauf bestätigen",
      emailHint: "mit der Sie gekauft haben",
      platformQuestion: "Wo haben Sie gekauft?",
      button: "Meinen Kauf bestätigen",
      noun: "Kauf",
      justDone: "Wenn Sie gerade etwas gekauft haben",
      withAmount: (money) => `Kauf über ${money}`,
      found: (owner) => `${owner} hat Ihren Kauf beim Broker gefunden.`,
      introduction: (owner) =>
        `${owner} prüft jeden Kauf beim Broker. Das Ausfüllen dauert eine halbe Minute.`,
      consent: (owner) => consent(owner, "den bestätigten Kauf"),
      description,
    },
    subscription: {
      title: "Abo bestätigen",
      emailHint: "mit der Sie das Abo abgeschlossen haben",
      platformQuestion: "Wo haben Sie das Abo abgeschlossen?",
      button: "Mein Abo bestätigen",
      noun: "Abo",
      justDone: "Wenn Sie gerade ein Abo abgeschlossen haben",
      withAmount: (money) => `Abo für ${money}`,
      found: (owner) => `${owner} hat Ihr Abo beim Broker gefunden.`,
      introduction: (owner) =>
        `${owner} prüft jedes Abo beim Broker. Das Ausfüllen dauert eine halbe Minute.`,
      consent: (owner) => consent(owner, "das bestätigte Abo"),
      description,
    },
  },
  form: {
    email: "E-Mail-Adresse",
    didYouMean: "Meinten Sie {address}?",
    country: "Land",
    choose: "Auswählen",
    chooseOne: "Bitte auswählen",
    phone: "Telefon",
    whichNumber: "Welche Nummer ist Ihre?",
    amount: "Betrag",
    currency: "Währung",
    optional: "optional",
    accountNumber: "Kontonummer beim Broker",
    example: (text) => `zum Beispiel ${text}`,
    makesCheckingFaster: "Damit geht die Prüfung schneller.",
    leaveEmpty: "Dieses Feld bitte leer lassen",
    sending: "Wird gesendet…",
    oneStep: "Nur ein Schritt. Wir fragen nie nach Passwort oder Karte.",
    storedBy: (brand) => `Sicher gespeichert bei ${brand}.`,
    privacy: "Datenschutz",
    privacyNotice: (owner) => `Datenschutzhinweise: ${owner}`,
    language: "Sprache",
    errorTitle: (title) => `Fehler: ${title}`,
    problems: (count) =>
      plural("de", count, {
        one: "Bitte prüfen Sie eine Angabe",
        other: `Bitte prüfen Sie ${count} Angaben`,
      }),
  },
  thanks: {
    title: (owner) => `Vielen Dank | ${owner}`,
    heading: "Danke, Ihre Bestätigung ist da.",
    isChecking: (owner) => `${owner} prüft sie jetzt. Sie müssen nichts weiter tun.`,
    continue: "Weiter",
    accountMissing: "Fehlt die Kontonummer oder ist sie falsch?",
    accountChange: "Ergänzen oder ändern",
    keepLink: "Privaten Link aufbewahren",
    linkShows:
      "Er zeigt, was Sie bestätigt haben und an wen es weitergegeben wurde. Dort können Sie es auch ändern oder widerrufen.",
    notYourNumber: "Nicht Ihre Telefonnummer?",
    change: "Ändern",
    another: "Noch eine Bestätigung senden",
  },
  linkMail: {
    offer: "Diesen Link per E-Mail erhalten",
    sent: "Wir senden ihn einmal, an die E-Mail-Adresse, die Sie angegeben haben. Sehen Sie in einigen Minuten dort nach.",
    subject: (owner) => `Ihr privater Link bei ${owner}`,
    open: "Meine private Seite öffnen",
    notYou: "Das waren nicht Sie? Dann können Sie diese E-Mail ignorieren.",
  },
  facts: {
    confirmed: "Bestätigt",
    broker: "Broker",
    when: "Zeitpunkt",
    sharedWith: "Weitergegeben an",
    noOneYet: "noch niemanden",
    noOne: "niemanden",
    withdrawn: "Widerrufen am",
  },
  mine: {
    title: (owner) => `Ihre Bestätigung | ${owner}`,
    isRecorded: "Ihre Bestätigung ist erfasst.",
    isVerified: "Geprüft und bestätigt.",
    isRejected: "Die Prüfung war nicht erfolgreich.",
    isWithdrawn: "Sie haben Ihre Bestätigung widerrufen.",
    notVerified: (owner) => `${owner} konnte Ihre Angaben nicht bestätigen. Es wurde nichts weitergegeben.`,
    nothingMore: "Es wird nichts mehr weitergegeben.",
    confirmAgain: "Mit derselben E-Mail-Adresse können Sie {link}.",
    confirmAgainLink: "erneut bestätigen",
    reason: (text) => `Grund: ${text}`,
    accountHelps: "Damit geht die Prüfung schneller. Bis dahin können Sie die Nummer ändern.",
    saveNumber: "Nummer speichern",
    keepAddress: "Bewahren Sie die Adresse dieser Seite auf: Sie ist Ihr privater Link.",
    downloadProof: "Signierten Nachweis herunterladen",
    howToCheck: "So prüfen Sie ihn",
    withdrawShared:
      "Nach einem Widerruf wird nichts mehr weitergegeben. Was schon weitergegeben wurde, bleibt dort.",
    withdrawUnshared: "Nach einem Widerruf wird nichts weitergegeben.",
    toChange:
      "Um Ihre Angaben zu ändern, widerrufen Sie und bestätigen Sie neu: Ihre E-Mail-Adresse ist dann wieder frei.",
    withdraw: "Meine Bestätigung widerrufen",
    withdrawQuestion: "Bestätigung widerrufen?",
    cannotUndo:
      "Das lässt sich nicht rückgängig machen, aber Sie können mit derselben E-Mail-Adresse erneut bestätigen.",
    withdrawYes: "Ja, widerrufen",
    keep: "Nein, behalten",
    endSharing: "Weitergabe an Werbeplattformen beenden",
    endSharingHelps:
      "Sie können auch nur die Weitergabe an Werbeplattformen beenden: Ihre Bestätigung bleibt, wie sie ist.",
    endSharingQuestion: "Weitergabe an Werbeplattformen beenden?",
    endSharingMeans:
      "An Werbeplattformen geht dann nichts mehr; das lässt sich nicht rückgängig machen. Ihre Bestätigung bleibt, wie sie ist.",
    endSharingYes: "Ja, Weitergabe beenden",
    keepSharing: "Nein, so lassen",
    sharingEnded: "An Werbeplattformen wird nichts mehr weitergegeben. Ihre Bestätigung bleibt, wie sie ist.",
  },
  reasons: {
    not_found: "Beim Broker nicht gefunden",
    not_in_statement: "Nicht in der Abrechnung des Brokers",
    wrong_amount: "Falscher Betrag",
    duplicate: "Doppelt erfasst",
    suspicious: "Auffällig",
    other: "Sonstiges",
  },
  closed: {
    title: (owner) => `Formular geschlossen | ${owner}`,
    notReadyTitle: (owner) => `Formular noch nicht fertig | ${owner}`,
    goneTitle: "Formular nicht verfügbar",
    checkAddress:
      "Prüfen Sie die Adresse oder öffnen Sie den Link noch einmal dort, wo Sie ihn gefunden haben.",
    notReady: "Dieses Formular ist noch nicht fertig.",
    notReadyAdvice: (owner, justDone) =>
      `${owner} richtet es noch ein. ${justDone}, bewahren Sie den Beleg auf und öffnen Sie diese Seite später noch einmal.`,
    closed: (owner) => `${owner} nimmt hier zurzeit keine Bestätigungen an.`,
    closedAdvice: (owner, justDone) =>
      `${justDone}, bewahren Sie den Beleg auf und bitten Sie ${owner} um einen neuen Link. Frühere Bestätigungen finden Sie weiter unter Ihrem privaten Link.`,
    continueTo: (host) => `Weiter zu ${host}`,
    contactSupport: "Support kontaktieren",
    homePage: "Zur Startseite",
    linkGone: "Dieser Link ist nicht verfügbar.",
  },
  chat: {
    continue: "Weiter in Telegram",
    stored: (owner) =>
      `Sobald Sie zustimmen, werden Ihre Antworten und Ihr Telegram-Konto für ${owner} gespeichert. Vorher wird nur dieser offene Chat gespeichert, für einen Tag.`,
    agree: "Ich bin einverstanden",
    decline: "Nein, danke",
    back: "Zurück",
    skip: "Überspringen",
    check: "Stimmt das so?",
    openAccount: (broker) => `Konto bei ${broker} eröffnen`,
    nothingStored: "In Ordnung, es wurde nichts gespeichert. Senden Sie /start, um neu zu beginnen.",
    textNeeded: "Bitte antworten Sie mit einer Textnachricht oder tippen Sie auf einen Button.",
    ended: "Hier ist gerade nichts offen. Senden Sie /start, um zu beginnen.",
    buttonOver: "Dieser Button ist nicht mehr gültig.",
    commands:
      "/status zeigt, was Sie bestätigt haben, /withdraw widerruft es und /delete löscht, was über Sie gespeichert ist.",
    noClaim: "Sie haben in diesem Chat nichts bestätigt.",
    which: "Welche Bestätigung meinen Sie?",
    deleteQuestion: "Alles löschen, was hier über Sie gespeichert ist?",
    deleteEnds:
      "Das lässt sich nicht rückgängig machen, und Sie verlieren den Zugang zu dem, was für Sie freigeschaltet wurde.",
    deleteYes: "Ja, alles löschen",
    deleted: "Ihre Daten sind gelöscht.",
    door: {
      open: "Der Informationskanal ist für Sie freigeschaltet.",
      ask: "Beitritt anfragen",
      waits: (owner) => `${owner} prüft zuerst Ihre Angaben. Sie erhalten hier Bescheid.`,
      needsClaim: "Für den Zugang ist zuerst Ihre Bestätigung nötig. Senden Sie /start, um zu beginnen.",
    },
    menu: {
      status: "Was Sie bestätigt haben",
      withdraw: "Ihre Bestätigung widerrufen",
      delete: "Ihre Daten löschen",
      cancel: "Abbrechen, ohne zu bestätigen",
    },
  },
  dialog: { close: "Schließen" },
  errors: {
    amountInCoin: (coin, currency) =>
      `Geben Sie den Betrag in ${currency} an, wie Ihr Broker ihn zeigt: ${coin} ist keine Währung`,
    emailRequired: "Bitte geben Sie Ihre E-Mail-Adresse ein",
    emailShape: "Bitte geben Sie eine gültige E-Mail-Adresse ein",
    phoneRequired: "Bitte geben Sie Ihre Telefonnummer ein",
    phoneShape: "Bitte prüfen Sie Telefonnummer und Ländervorwahl",
    phoneDoubt: "Bitte wählen Sie Ihre Telefonnummer aus oder korrigieren Sie sie",
    platformRequired: "Bitte wählen Sie den Broker aus",
    amountRequired: "Bitte geben Sie den Betrag ein, zum Beispiel 250,00",
    amountShape: "Bitte geben Sie den Betrag als Zahl ein, zum Beispiel 250,00",
    amountDigits:
      "Bitte nicht mehr Nachkommastellen eingeben, als die Währung hat: 1250 oder 1250,00, nicht 1250,005",
    currencyRequired: "Bitte wählen Sie die Währung des Betrags aus",
    currencyShape: "Bitte wählen Sie eine der Währungen aus",
    accountRequired: (name, example) =>
      `Bitte geben Sie ${name ?? "Ihre Kontonummer beim Broker"} ein${example ? `, zum Beispiel ${example}` : ""}`,
    accountLong: "Eine Kontonummer hat höchstens 100 Zeichen",
    accountIsPayment: "Bitte geben Sie Ihre Kontonummer beim Broker ein, keine Kartennummer und keine IBAN",
    consentRequired: "Bitte haken Sie das Kästchen an, damit wir Ihre Angaben prüfen können",
    duplicate:
      "Diese E-Mail-Adresse ist bereits erfasst. Bitte versuchen Sie es später noch einmal oder verwenden Sie eine andere.",
    invalid: "Bitte prüfen Sie Ihre Angaben und versuchen Sie es noch einmal.",
    unverifiable:
      "Das Formular konnte nicht überprüft werden. Bitte laden Sie die Seite neu und versuchen Sie es noch einmal.",
    gone: "Dieses Formular ist nicht mehr verfügbar. Wenn Sie das für einen Fehler halten, kontaktieren Sie bitte den Support.",
    failed: "Etwas ist schiefgelaufen. Bitte versuchen Sie es später noch einmal.",
    offline:
      "Keine Verbindung zum Server. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.",
    amountUnlikely: (money) => `Stimmt der Betrag von ${money}? Bitte bestätigen oder korrigieren Sie ihn`,
    amountIsRight: (money) => `Ja, ${money} ist richtig`,
    accountTooLate:
      "Die Bestätigung wurde inzwischen geprüft oder widerrufen. Die Nummer lässt sich nicht mehr ändern.",
    accountTooOften: "Sie haben die Nummer dreimal geändert. Hier lässt sie sich nicht mehr ändern.",
    accountSaved: "Ihre Kontonummer ist gespeichert.",
    stale:
      "Das Formular war zu lange geöffnet oder wurde sehr schnell abgeschickt. Bitte prüfen Sie Ihre Angaben und senden Sie es noch einmal ab.",
    checkValue: "Bitte prüfen Sie diese Angabe",
    tooLong: (max) => `Bitte höchstens ${max} Zeichen eingeben`,
    required: "Diese Angabe wird benötigt",
    tooManyRequests: "Zu viele Versuche. Bitte versuchen Sie es in einer Minute noch einmal.",
    busy: "Der Dienst ist gerade ausgelastet. Bitte versuchen Sie es gleich noch einmal.",
  },
};
