import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db } from '../../db/database.ts'
import type { PromotionPoints } from '../campaigns/index.ts'
import type { Finding, Proof } from '../proofs/index.ts'
import {
  findDayAfter,
  findDayErrors,
  findRedemptionErrors,
  listCreditsToProve,
  listRedemptionsAfter,
} from './settlement/proof-store.ts'

/** Earlier redemptions and days rarely change. */
const recentMs = 2 * 24 * 3_600_000

type RedemptionProofDeps = { readonly db: Db; readonly points: Pick<PromotionPoints, 'findGrants'> }

/**
 * The proof that every credit has a captured debit, and every refund its return: redemptions agree with entries, lines, refunds
 * and the ledger of points.
 */
export const createRedemptionProof = (deps: RedemptionProofDeps): Proof => ({
  name: 'partner-redemptions',
  title: 'Parceiros: resgates',
  checks: {
    'captured-has-entry': 'Um resgate não tem exatamente o débito registrado que a sua situação diz.',
    'entry-has-reference': 'O débito registrado de um resgate tem outro número do parceiro.',
    'refund-has-entry': 'Uma devolução não tem exatamente o registro que a sua situação diz.',
    'refunded-is-confirmed': 'Um resgate devolvido não tem uma devolução confirmada, ou o contrário.',
    'pair-agrees': 'Um registro está conferido com um lançamento do parceiro que não é o dele.',
    'credited-once': 'Os pontos creditados por um resgate não são os do resgate.',
    'taken-back-once': 'Os pontos de um resgate devolvido não foram retirados, ou o contrário.',
  },
  step: async ({ kind, position, now }) => {
    const since = kind === 'recent' ? new Date(now.getTime() - recentMs) : null
    const ids = await listRedemptionsAfter(deps.db, { after: position, since })
    const last = ids.at(-1)
    return {
      findings: [...(await findRedemptionErrors(deps.db, ids)), ...(await findCreditErrors(deps, ids))],
      next: last === undefined ? { kind: 'end', mark: null } : { kind: 'more', position: last },
    }
  },
})

const findCreditErrors = async (
  { db, points }: RedemptionProofDeps,
  ids: readonly string[],
): Promise<Finding[]> => {
  const credits = await points.findGrants(db, ids)
  return (await listCreditsToProve(db, ids)).flatMap(({ transaction_id, credited, is_taken_back }) => {
    const credit = credits.get(transaction_id)
    const earned = credit?.earned ?? 0
    const found = credit?.is_taken_back ?? false
    return [
      ...(earned === credited
        ? []
        : [{ check: 'credited-once', subject: transaction_id, expected: credited, found: earned }]),
      ...(found === is_taken_back
        ? []
        : [
            {
              check: 'taken-back-once',
              subject: transaction_id,
              expected: Number(is_taken_back),
              found: Number(found),
            },
          ]),
    ]
  })
}

/** The proof that the sums of the clearing account are those of its entries and lines. */
export const createDayProof = (deps: { readonly db: Db; readonly time_zone: TimeZone }): Proof => ({
  name: 'partner-days',
  title: 'Parceiros: somas por dia',
  checks: {
    'day-counts-entries': 'O número de registros de um dia de um parceiro não é o guardado.',
    'day-sums-entries': 'A soma dos registros de um dia de um parceiro não é a guardada.',
    'day-counts-lines': 'O número de lançamentos de um dia de um parceiro não é o guardado.',
    'day-sums-lines': 'A soma dos lançamentos de um dia de um parceiro não é a guardada.',
  },
  step: async ({ kind, position, now }) => {
    const since = kind === 'recent' ? clubDayOf(new Date(now.getTime() - recentMs), deps.time_zone) : null
    const [partner, day] = position?.split(' ') ?? []
    const after = partner !== undefined && day !== undefined ? { partner, day } : null
    const next = await findDayAfter(deps.db, { after, since })
    if (!next) return { findings: [], next: { kind: 'end', mark: null } }
    return {
      findings: await findDayErrors(deps.db, { ...next, time_zone: deps.time_zone }),
      next: { kind: 'more', position: `${next.partner} ${next.day}` },
    }
  },
})
