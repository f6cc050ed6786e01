import { defaultTimeZone, startOfClubDayAt, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { allowLongStatements, inTransaction, type Db, type Tx } from '../../db/database.ts'
import { firstIdAt } from '../../kernel/first-id-at.ts'
import { proveNow, type Finding, type Pass, type Proof, type ProofStep } from '../proofs/index.ts'
import {
  findDiscrepancies,
  findLastPosting,
  listAfter,
  listTouchedBy,
  sweeps,
  type Sweep,
} from './proof-store.ts'

const checks = {
  'posting-balanced': 'Os lançamentos de um registro não somam zero.',
  'posting-moves': 'Um registro não tem lançamentos.',
  'posting-owner': 'Um registro tem lançamentos de outro cliente.',
  'balance-is-entries': 'O saldo de um cliente não é a soma de seus lançamentos.',
  'debt-is-entries': 'A dívida de um cliente não é a soma de seus lançamentos.',
  'balance-is-lots': 'O saldo de um cliente não é a soma de seus lotes de pontos.',
  'running-balance': 'O saldo anotado em um lançamento não segue dos anteriores.',
  'lot-is-movements': 'O que resta de um lote não é o que seus movimentos deixam.',
  'lot-is-earned': 'Um lote não tem os pontos que foram ganhos com ele.',
  'adjustment-is-posted': 'Um ajuste não tem o lançamento correspondente.',
}

/** How long after midnight a transaction of the previous day may still commit. */
const closingMs = 3_600_000

const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * The proof of the points ledger. A full pass verifies all postings, lots, customers and adjustments. A recent one starts
 * from the first day that was still open at the previous pass, and verifies its postings, which never change once their
 * day is closed, and the customers, lots and adjustments that these touched.
 */
export const createLedgerProof = (deps: { db: Db; time_zone: TimeZone }): Proof => ({
  name: 'points-ledger',
  title: 'Pontos: saldos, lotes e lançamentos',
  checks,
  step: (pass) =>
    inTransaction(
      deps.db,
      async (tx) => {
        await allowLongStatements(tx)
        const current =
          pass.position === null ? await begin(tx, pass, deps.time_zone) : parsePosition(pass.position)
        const { sweep, mark } = current
        const ids = await listAfter(tx, sweep === 'recent' ? 'postings' : sweep, current.after)
        const findings =
          sweep === 'recent' ? await findRelated(tx, ids) : await findDiscrepancies(tx, sweep, ids)
        const last = ids.at(-1)
        const next = last === undefined ? followingSweep(current) : { sweep, mark, after: last }
        return {
          findings,
          next: next === null ? { kind: 'end', mark } : { kind: 'more', position: positionOf(next) },
        } satisfies ProofStep
      },
      'repeatable read',
    ),
})

/** All discrepancies of the ledger. */
export const proveLedger = (db: Db): Promise<Finding[]> =>
  proveNow(createLedgerProof({ db, time_zone: defaultTimeZone }), new Date(0))

/** Where a step begins. */
type PassPosition = {
  readonly sweep: Sweep | 'recent'
  readonly after: string
  /** Where the next recent pass begins; decided when this pass begins, since rows are added while it runs. */
  readonly mark: string
}

const begin = async (tx: Tx, pass: Pass, time_zone: TimeZone): Promise<PassPosition> => {
  const openDay = firstIdAt(startOfClubDayAt(new Date(pass.now.getTime() - closingMs), time_zone))
  const last = (await findLastPosting(tx)) ?? lowestId
  const mark = last < openDay ? last : openDay
  return pass.kind === 'recent'
    ? { sweep: 'recent', after: pass.mark ?? lowestId, mark }
    : { sweep: sweeps[0], after: lowestId, mark }
}

const followingSweep = ({ sweep, mark }: PassPosition): PassPosition | null => {
  const next = sweep === 'recent' ? undefined : sweeps[sweeps.indexOf(sweep) + 1]
  return next === undefined ? null : { sweep: next, after: lowestId, mark }
}

const positionOf = ({ sweep, after, mark }: PassPosition): string => `${sweep} ${after} ${mark}`

const parsePosition = (position: string): PassPosition => {
  const [sweep = '', after = '', mark = ''] = position.split(' ')
  return { sweep: sweep as PassPosition['sweep'], after, mark }
}

/** The discrepancies of postings and of the rows that they touched. */
const findRelated = async (tx: Tx, posting_ids: readonly string[]): Promise<Finding[]> => {
  const touched = await listTouchedBy(tx, posting_ids)
  const findings = await findDiscrepancies(tx, 'postings', posting_ids)
  for (const sweep of ['lots', 'customers', 'adjustments'] as const)
    findings.push(...(await findDiscrepancies(tx, sweep, touched[sweep])))
  return findings
}
