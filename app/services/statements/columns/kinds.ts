import { CONVERSION_ACTIONS, type ConversionAction } from "#app/lib/domain.ts";
import type { RowKind } from "#app/lib/statements.ts";
import { listWords, toPlainWords } from "#app/services/tables/columns/recognize-columns.ts";
import { CELL_LIMITS } from "#app/services/tables/table.ts";

type DoneKind = Exclude<RowKind, "declined" | "pending">;
type RowState = "done" | "pending" | "declined" | "reversed";

export const isAction = (kind: RowKind): kind is ConversionAction =>
  CONVERSION_ACTIONS.some((action) => action === kind);

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
      withdrawal, withdraw, withdrawals, wd, wdr, payout, cashout, cash out, auszahlung, abhebung, retiro,
      retirada, saque, levantamento, retrait, prelievo, wyplata, вывод, снятие, سحب, 提款, 出金, 取款
    `),
  ],
  [
    "deposit",
    listWords(`
      deposit, deposits, ftd, first deposit, funding, top up, topup, customer inpayment,
      inpayment, cash in, balance, dep, einzahlung, gutschrift, deposito, ingreso, recarga, depot, versement,
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

/** "Deposit bonus" and "Internal deposit" contain the word for an action, but are not one: the owner is asked. */
const NO_ACTION_WORDS = listWords(`
  bonus, bonuses, bono, bonificacion, bonificacao, fee, fees, commission, commissions, gebuhr, comision, comissao,
  taxa, frais, commissione, prowizja, oplata, rebate, cashback, cash back, swap, adjustment, correction,
  korrektur, ajuste, correccion, correcao, ajustement, correzione, korekta, promo, promotion, reward, interest, welcome, loyalty, referral,
  prize, compensation, goodwill, insurance, affiliate,
  dividend, internal, intern, interne, interna, interno, wewnetrzny, wewnetrzna, demo, test, бонус, бонусы,
  комиссия, внутренний, внутренняя, корректировка, кэшбэк, مكافأة, رسوم, 奖金, 手续费, 内部
`).map(toPlainWords);

const STATE_WORDS: [RowState, readonly string[]][] = [
  [
    "reversed",
    listWords(`
      reversed, refunded, charged back, chargeback, charge back, returned, zuruckgebucht,
      erstattet, devuelto, devuelta, reembolsado, reembolsada, estornado, estornada, rembourse, remboursee,
      rimborsato, rimborsata, stornato, zwrocono, zwrocona, возвращено, возвращен, возвращена, مسترد, 已退款
    `),
  ],
  [
    "declined",
    listWords(`
      declined, rejected, failed, cancelled, canceled, error, refused, expired, unsuccessful, void,
      voided, blocked, fraud, invalid, timed out, timeout, abandoned, denied, abgelehnt, fehlgeschlagen,
      storniert, abgebrochen, gesperrt, rechazado, rechazada, fallido, fallida, cancelado, cancelada,
      bloqueado, bloqueada, recusado, recusada, falhou, refuse, refusee, echoue, annule, annulee, bloque,
      rifiutato, rifiutata, fallito, annullato, annullata, bloccato, odrzucono, odrzucona, odrzucone,
      anulowano, anulowana, zablokowano, отклонено, отклонен, отклонена, отменено, отменен, отменена,
      заблокировано, ошибка, مرفوض, ملغى, فشل, 失败, 拒绝, 取消
    `),
  ],
  [
    "pending",
    listWords(`
      pending, processing, in progress, on hold, hold, waiting, awaiting, new, requested, request,
      initiated, disputed, submitted, created, scheduled, queued, in review, under review, incomplete, unpaid,
      unconfirmed, ausstehend, in bearbeitung, in prufung, offen, pendiente, en proceso, en revision,
      pendente, em processamento, em analise, en attente, en cours, in attesa, in corso, in revisione,
      oczekujace, oczekuje, w trakcie, w toku, w weryfikacji, ожидание, в обработке, ожидает, на проверке,
      معلق, قيد, 待处理, 处理中
    `),
  ],
  [
    "done",
    listWords(`
      done, completed, complete, success, successful, succeeded, approved, confirmed, paid, processed,
      ok, executed, settled, accepted, finished, finalized, credited, captured, received, booked, posted,
      cleared, verified, valid, active, qualified, abgeschlossen, erfolgreich, genehmigt, ausgefuhrt,
      bestatigt, gebucht, bezahlt, verarbeitet, gutgeschrieben, completado, completada, aprobado,
      aprobada, exitoso, exitosa, procesado, procesada, pagado, pagada, confirmado, confirmada,
      acreditado, realizado, finalizado, concluido, concluida, aprovado, aprovada, processado, pago,
      termine, terminee, effectue, effectuee, reussi, reussie, approuve, approuvee, confirme, valide,
      traite, paye, completato, completata, approvato, approvata, eseguito, eseguita, riuscito,
      confermato, elaborato, accreditato, zakonczone, zakonczona, zakonczono, zrealizowano, zrealizowane,
      zrealizowana, zatwierdzono, zaksiegowano, potwierdzono, wykonano, завершено, завершен, завершена,
      выполнено, выполнена, успешно, исполнено, проведено, оплачено, зачислено, подтверждено, обработано,
      مكتمل, ناجح, مقبول, 完成, 成功, 已完成
    `),
  ],
];

/** "Not completed" and "No aprobado" are not done. */
const NEGATIONS = new Set(listWords("not, non, no, never, nicht, nao, pas, nie, не, нет").map(toPlainWords));
/** "To be confirmed" and "Partially paid" may be anything. */
const HEDGES = new Set(
  listWords(`
    to, will, partially, partial, partly, pre, almost, zu, wird, teilweise, vorab, por, parcialmente, parcial,
    partiel, partiellement, da, parziale, parzialmente, czesciowo, частично, будет
  `).map(toPlainWords),
);

// Most words are not in it, and it is asked for each row of a file.
const fits = (text: string, word: string) =>
  text.includes(word) && (` ${text} `.includes(` ${word} `) || /[\p{sc=Han}\p{sc=Arabic}]/u.test(word));
const hasWord = (text: string, words: readonly string[]) => words.some((word) => fits(text, word));

type Entry<T> = readonly [T, readonly string[]];

const toPlainEntries = <T>(entries: readonly Entry<T>[]): Entry<T>[] =>
  entries.map(([of, words]) => [of, words.map(toPlainWords)]);
const PLAIN_KINDS = toPlainEntries(KIND_WORDS);
const PLAIN_STATES = toPlainEntries(STATE_WORDS);

/** What comes back of a withdrawal takes no deposit back. */
const hasWithdrawal = (plain: string) =>
  PLAIN_KINDS.some(([kind, words]) => kind === "withdrawal" && hasWord(plain, words));

const find = <T>(entries: readonly Entry<T>[], plain: string): T | null =>
  entries.find(([, words]) => hasWord(plain, words))?.[0] ?? null;

/** The kind that a word means; null if it is unknown. The owner's words come first, compared as a whole. */
export function readKind(text: string, ownWords: Readonly<Record<string, RowKind>> = {}): RowKind | null {
  if (text.length > CELL_LIMITS.text) return null;
  const plain = toPlainWords(text);
  const own = ownWords[plain];
  if (own) return own;
  const kind = find(PLAIN_KINDS, plain);
  if (kind === "reversal") return hasWithdrawal(plain) ? "withdrawal" : kind;
  return kind !== null && isAction(kind) && hasWord(plain, NO_ACTION_WORDS) ? null : kind;
}

/** How far a row is; null if its word is unknown. The owner's word for an action is one for what is done. */
export function readState(text: string, ownWords: Readonly<Record<string, RowKind>> = {}): RowState | null {
  if (text.length > CELL_LIMITS.text) return null;
  const plain = toPlainWords(text);
  const own = ownWords[plain];
  if (own)
    return own === "pending" ? own : own === "reversal" ? "reversed" : isAction(own) ? "done" : "declined";
  const state = find(PLAIN_STATES, plain);
  if (state !== "done") return state;
  const words = plain.split(" ");
  if (words.some((word) => NEGATIONS.has(word))) return "pending";
  return words.some((word) => HEDGES.has(word)) ? null : state;
}
