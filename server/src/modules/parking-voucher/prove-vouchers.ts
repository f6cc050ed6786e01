import type { Db } from '../../db/database.ts'
import { firstIdAt } from '../../kernel/first-id-at.ts'
import { findTransactions, listStoredResponses, type Transaction } from '../campaigns/index.ts'
import type { Finding, Proof } from '../proofs/index.ts'
import { findCourtesyDiscrepancies, listVouchersAfter } from './proof-store.ts'
import { confirmedOf, type ParkingVoucher } from './voucher.ts'

/** Older vouchers are verified by full passes only. */
const recentMs = 3 * 24 * 3_600_000
const lowestId = '00000000-0000-0000-0000-000000000000'

/** States of a participation that agree with a voucher. */
const expectedStates = {
  processing: ['processing', 'unknown'],
  // A reversed participation whose car had left keeps its discount.
  applied: ['completed', 'reversed'],
  undoing: ['completed', 'reversed'],
  undone: ['reversed'],
  failed: ['failed'],
} as const satisfies Record<ParkingVoucher['status']['kind'], readonly Transaction['state'][]>

/** The proof of parking vouchers; a recent pass omits those requested more than three days ago. */
export const createParkingProof = (deps: { readonly db: Db }): Proof => ({
  name: 'parking-vouchers',
  title: 'Vales-estacionamento: participações, descontos e cortesias',
  checks: {
    'state-matches-participation': 'A situação de um vale não é a de sua participação.',
    'discount-matches-response': 'O desconto de um vale não é o que foi respondido à pessoa.',
    'courtesies-match-vouchers': 'As cortesias de um dia não são as de seus vales.',
  },
  step: async ({ kind, position, now }) => {
    const after = position ?? (kind === 'recent' ? firstIdAt(new Date(now.getTime() - recentMs)) : lowestId)
    const vouchers = await listVouchersAfter(deps.db, after)
    const last = vouchers.at(-1)
    return last === undefined
      ? { findings: await findCourtesyDiscrepancies(deps.db), next: { kind: 'end', mark: null } }
      : { findings: await findDiscrepancies(deps.db, vouchers), next: { kind: 'more', position: last.id } }
  },
})

/** Vouchers that differ from their participations. */
const findDiscrepancies = async (db: Db, vouchers: readonly ParkingVoucher[]): Promise<Finding[]> => {
  const ids = vouchers.map(({ transaction_id }) => transaction_id)
  const transactions = await findTransactions(db, ids)
  const responses = await listStoredResponses(db, ids)
  return vouchers.flatMap((voucher): Finding[] => {
    const { id: subject, transaction_id, status } = voucher
    const states: readonly string[] = expectedStates[status.kind]
    const isExpected = states.includes(transactions.get(transaction_id)?.state ?? '')
    const expected = confirmedOf(voucher)?.discount_cents ?? 0
    const stored = responses.get(transaction_id)
    const found = stored?.is_erased === true ? expected : discountIn(stored?.response)
    return [
      ...(isExpected ? [] : [{ check: 'state-matches-participation', subject, expected: 1, found: 0 }]),
      ...(expected === found ? [] : [{ check: 'discount-matches-response', subject, expected, found }]),
    ]
  })
}

/** The discount in a stored response; 0 without one. */
const discountIn = (response: unknown): number => {
  if (typeof response !== 'object' || response === null || !('discount_cents' in response)) return 0
  return Number(response.discount_cents)
}
