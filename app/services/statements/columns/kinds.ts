import type { RowKind } from "#app/lib/statements.ts";
import { listWords, toPlainWords } from "#app/services/tables/columns/recognize-columns.ts";

type DoneKind = Exclude<RowKind, "declined" | "pending">;
type RowState = "done" | "pending" | "declined";

/**
 * Words of brokers for a row's kind, in plain form: the first entry of which a word begins the text or stands
 * in it wins. So "deposit reversal" is a reversal, and "withdrawal cancelled" is a withdrawal.
 */
const KIND_WORDS: [DoneKind, readonly string[]][] = [
  [
    "reversal",
    listWords(`
      reversal, reversed, retract, retraction, chargeback, charge back, refund, refunded, returned, storno,
      ruckbuchung, ruckerstattung, erstattung, devolucion, reembolso, reversion, contracargo, estorno,
      remboursement, retrofacturation, annulation, rimborso, zwrot, obciazenie zwrotne, возврат,
      сторно, отмена, чарджбэк, чарджбек, استرداد, 退款, 撤销
    `),
  ],
  [
    "withdrawal",
    listWords(`
      withdrawal, withdraw, withdrawals, payout, cashout, cash out, auszahlung, abhebung, retiro,
      retirada, saque, levantamento, retrait, prelievo, wyplata, вывод, снятие, سحب, 提款, 出金, 取款
    `),
  ],
  [
    "deposit",
    listWords(`
      deposit, deposits, ftd, first deposit, funding, top up, topup, customer inpayment,
      inpayment, cash in, einzahlung, gutschrift, deposito, ingreso, recarga, depot, versement,
      approvisionnement, versamento, ricarica, accredito, wplata, depozyt, doładowanie, пополнение, депозит, взнос,
      إيداع, 存款, 入金, 充值
    `),
  ],
  [
    "subscription",
    listWords(`
      subscription, membership, renewal, abonnement, abo, suscripcion, assinatura, abbonamento,
      subskrypcja, подписка, اشتراك, 订阅
    `),
  ],
  [
    "purchase",
    listWords(`
      purchase, sale, order, conversion, kauf, bestellung, verkauf, compra, venta, venda, achat,
      vente, acquisto, vendita, zakup, sprzedaz, покупка, продажа, заказ, شراء, 购买, 订单
    `),
  ],
  [
    "registration",
    listWords(`
      registration, sign up, signup, lead, account opened, registrierung, registro, cadastro,
      inscription, registrazione, rejestracja, регистрация, تسجيل, 注册
    `),
  ],
];

const STATE_WORDS: [RowState, readonly string[]][] = [
  [
    "declined",
    listWords(`
      declined, rejected, failed, cancelled, canceled, error, refused, expired, unsuccessful,
      voided, abgelehnt, fehlgeschlagen, storniert, abgebrochen, rechazado, fallido, cancelado,
      recusado, refuse, echoue, annule, rifiutato, fallito, annullato, odrzucono, odrzucona,
      anulowano, отклонено, отклонен, отменено, отменен, ошибка, مرفوض, ملغى, فشل, 失败, 拒绝, 取消
    `),
  ],
  [
    "pending",
    listWords(`
      pending, processing, in progress, on hold, waiting, new, ausstehend, in bearbeitung, offen,
      pendiente, en proceso, pendente, em processamento, en attente, en cours, in attesa, in
      corso, oczekujace, w trakcie, w toku, ожидание, в обработке, ожидает, معلق, قيد, 待处理, 处理中
    `),
  ],
  [
    "done",
    listWords(`
      done, completed, complete, success, successful, approved, confirmed, paid, processed, ok,
      executed, settled, accepted, abgeschlossen, erfolgreich, genehmigt, ausgefuhrt, completado,
      aprobado, exitoso, concluido, aprovado, termine, effectue, reussi, approuve, completato,
      approvato, eseguito, zakonczone, zrealizowano, zatwierdzono, завершено, выполнено, успешно,
      مكتمل, ناجح, مقبول, 完成, 成功, 已完成
    `),
  ],
];

// Most words are not in it, and it is asked for each row of a file.
const fits = (text: string, word: string) =>
  text.includes(word) && (` ${text} `.includes(` ${word} `) || /[\p{sc=Han}\p{sc=Arabic}]/u.test(word));

type Entry<T> = readonly [T, readonly string[]];

const toPlainEntries = <T>(entries: readonly Entry<T>[]): Entry<T>[] =>
  entries.map(([of, words]) => [of, words.map(toPlainWords)]);
const PLAIN_KINDS = toPlainEntries(KIND_WORDS);
const PLAIN_STATES = toPlainEntries(STATE_WORDS);

function find<T>(entries: readonly Entry<T>[], text: string): T | null {
  const plain = toPlainWords(text);
  return entries.find(([, words]) => words.some((word) => fits(plain, word)))?.[0] ?? null;
}

/** The kind that a word means; null if it is unknown. The owner's words come first, compared as a whole. */
export function readKind(text: string, ownWords: Readonly<Record<string, RowKind>> = {}): RowKind | null {
  return ownWords[toPlainWords(text)] ?? find(PLAIN_KINDS, text);
}

/** How far a row is; null if its word is unknown. */
export const readState = (text: string): RowState | null => find(PLAIN_STATES, text);
