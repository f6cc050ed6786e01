import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Finding, PassKind, ProofState } from './proof.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    proof: {
      name: string
      known_since: Date
      pass_kind: PassKind | null
      pass_started_at: Date | null
      pass_position: string | null
      mark: string | null
      requested_at: Date | null
      started_at: Date | null
      full_started_at: Date | null
      proved_at: Date | null
      full_proved_at: Date | null
    }
    proof_finding: {
      proof: string
      check_name: string
      subject: string
      expected: number | null
      found: number | null
      found_at: Date
      seen_at: Date
    }
  }
}

/** Maximum number of stored findings per proof. */
const findingsLimit = 1_000

/** Adds proofs that are new in this version. */
export const registerProofs = async (db: Db, names: readonly string[], now: Date): Promise<void> => {
  await sql`
    insert into proof (name, known_since) select name, ${now} from unnest(${[...names]}::text[]) as name
    on conflict (name) do nothing`.execute(db)
}

export const readProofStates = async (db: Db, names: readonly string[]): Promise<ProofState[]> => {
  const rows = await db
    .selectFrom('proof')
    .select(['name', 'known_since', 'pass_kind', 'pass_started_at', 'pass_position', 'mark'])
    .select(['requested_at', 'started_at', 'full_started_at', 'proved_at', 'full_proved_at'])
    .where('name', '=', sql<string>`any(${[...names]}::text[])`)
    .execute()
  return rows.map(({ pass_kind, pass_started_at, pass_position, ...state }) => ({
    ...state,
    pass:
      pass_kind === null || pass_started_at === null
        ? null
        : { kind: pass_kind, started_at: pass_started_at, position: pass_position },
  }))
}

/** Has no effect while a full pass is requested or running. */
export const requestFullPass = async (db: Db, name: string, now: Date): Promise<void> => {
  await sql`
    update proof set requested_at = ${now}
    where name = ${name} and requested_at is null and pass_kind is distinct from 'full'`.execute(db)
}

export const savePassStart = async (db: Db, name: string, kind: PassKind, now: Date): Promise<void> => {
  await sql`
    update proof set pass_kind = ${kind}, pass_started_at = ${now}, pass_position = null, started_at = ${now},
      full_started_at = case when ${kind} = 'full' then ${now} else full_started_at end,
      requested_at = case when ${kind} = 'full' then null else requested_at end
    where name = ${name}`.execute(db)
}

/** @returns false when the pass is no longer where this step began */
export const savePosition = async (
  tx: Tx,
  name: string,
  step: { from: string | null; to: string },
): Promise<boolean> => {
  const { rows } = await sql`
    update proof set pass_position = ${step.to}
    where name = ${name} and pass_kind is not null and pass_position is not distinct from ${step.from}
    returning 1`.execute(tx)
  return rows.length === 1
}

/**
 * Ends the pass. A full one deletes findings that it did not find again; nothing is proved while there are others.
 * @returns false when the pass is no longer where its last step began
 */
export const savePassEnd = async (
  tx: Tx,
  name: string,
  step: { from: string | null; mark: string | null; now: Date },
): Promise<boolean> => {
  await sql`
    delete from proof_finding f using proof p
    where p.name = ${name} and f.proof = p.name and p.pass_kind = 'full' and f.seen_at < p.pass_started_at`.execute(
    tx,
  )
  const { rows } = await sql`
    update proof set pass_kind = null, pass_started_at = null, pass_position = null, mark = ${step.mark},
      proved_at = case when is_consistent then ${step.now} else proved_at end,
      full_proved_at = case when is_consistent and pass_kind = 'full' then ${step.now} else full_proved_at end
    from (select not exists (select from proof_finding where proof = ${name}) as is_consistent) as result
    where name = ${name} and pass_kind is not null and pass_position is not distinct from ${step.from}
    returning 1`.execute(tx)
  return rows.length === 1
}

/** @returns those that were not known yet */
export const saveFindings = async (
  tx: Tx,
  name: string,
  findings: readonly Finding[],
  now: Date,
): Promise<Finding[]> => {
  if (findings.length === 0) return []
  const { rows } = await sql<Finding & { is_new: boolean }>`
    insert into proof_finding as known (proof, check_name, subject, expected, found, found_at, seen_at)
    select ${name}, f.check_name, f.subject, f.expected, f.found, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(findings.map(({ check, ...rest }) => ({ ...rest, check_name: check })))}::jsonb)
      as f (check_name text, subject text, expected bigint, found bigint)
    where exists (select from proof_finding o where o.proof = ${name} and o.check_name = f.check_name and o.subject = f.subject)
      or (select count(*) from proof_finding where proof = ${name}) < ${findingsLimit}
    on conflict (proof, check_name, subject) do update
      set expected = excluded.expected, found = excluded.found, seen_at = excluded.seen_at
    returning known.check_name as check, known.subject, known.expected, known.found,
      known.found_at = known.seen_at as is_new`.execute(tx)
  return rows.flatMap(({ is_new, ...finding }) => (is_new ? [finding] : []))
}

export type StoredFinding = Finding & {
  readonly proof: string
  readonly found_at: Date
  readonly total: number
}

/** The first findings of each proof, with the total number. */
export const listFindings = async (db: Db, perProof: number): Promise<StoredFinding[]> => {
  const { rows } = await sql<StoredFinding>`
    select proof, check_name as check, subject, expected, found, found_at, total from (
      select f.proof, f.check_name, f.subject, f.expected, f.found, f.found_at,
        count(*) over (partition by proof) as total,
        row_number() over (partition by proof order by found_at, check_name, subject) as number
      from proof_finding f
    ) as numbered
    where number <= ${perProof} order by proof, number`.execute(db)
  return rows
}
