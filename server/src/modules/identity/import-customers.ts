import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import { parseCalendarDay } from '@clube/contract/brazil/birth-date.ts'
import { parseCellphone } from '@clube/contract/brazil/cellphone.ts'
import { parseDocument } from '@clube/contract/brazil/document.ts'
import { parseEmail } from '@clube/contract/brazil/email.ts'
import { fullNameMaxLength } from '@clube/contract/brazil/full-name.ts'
import type { Parsed } from '@clube/contract/brazil/parsed.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Vault } from '../vault/index.ts'
import { documentLabel } from './customer.ts'
import { documentIndexOf } from './deps.ts'
import { insertCustomer, type NewCustomer } from './customer-store.ts'

export type CustomerImport = {
  readonly loaded: number
  /** Rejected lines by line number, with reasons. */
  readonly rejected: readonly { readonly line: number; readonly reason: string }[]
}

/** The file as a whole is invalid; nothing was imported. */
export class CustomerFileError extends Error {
  override name = 'CustomerFileError'
}

const columns = ['document_id', 'name', 'birth_date', 'cellphone', 'email'] as const
type Line = Partial<Record<(typeof columns)[number], string>>

/**
 * Imports an existing customer base as incomplete accounts: a CSV separated by `;` or `,`, with a header naming the
 * columns document_id, name, birth_date, cellphone and email. Valid lines are imported in one transaction; a line with
 * an invalid value, or whose document already exists, is rejected as a whole and reported.
 * @throws {CustomerFileError} when the file is not such a CSV or cannot be read completely
 */
export const importCustomers = async (
  deps: { db: Db; clock: Clock; vault: Vault },
  file: string,
): Promise<CustomerImport> => {
  const now = deps.clock()
  try {
    return await inTransaction(deps.db, async (tx) => {
      const rejected: { line: number; reason: string }[] = []
      let loaded = 0
      for await (const { record, info } of readRecords(file)) {
        const parsed = readLine(deps.vault, record, now)
        if (!parsed.ok) rejected.push({ line: info.lines, reason: parsed.message })
        else if ((await insertCustomer(tx, parsed.value)) === null)
          rejected.push({ line: info.lines, reason: 'Documento já cadastrado' })
        else loaded += 1
      }
      return { loaded, rejected }
    })
  } catch (error) {
    if (error instanceof CustomerFileError) throw error
    throw new CustomerFileError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

type FileRecord = { record: Line; info: { lines: number } }

const readRecords = (file: string): AsyncIterable<FileRecord> => {
  const parser = parse({
    delimiter: [';', ','],
    columns: namedColumns,
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
  })
  // `pipe` does not propagate errors of its source.
  return createReadStream(file)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)
}

const namedColumns = (header: string[]): string[] => {
  if (!header.includes('document_id'))
    throw new CustomerFileError(`The first line must name the columns: ${columns.join(';')}`)
  return header
}

const readLine = (vault: Vault, line: Line, now: Date): Parsed<NewCustomer> => {
  const document = parseDocument(line.document_id ?? '', {
    allowed: ['cpf', 'cnpj'],
    cnpj_mode: 'alphanumeric',
  })
  if (!document.ok) return document
  const birth_date = optional(line.birth_date, parseCalendarDay)
  if (!birth_date.ok) return birth_date
  const cellphone = optional(line.cellphone, parseCellphone)
  if (!cellphone.ok) return cellphone
  const email = optional(line.email, parseEmail)
  if (!email.ok) return email
  const { document_type, document_id } = document.value
  return {
    ok: true,
    value: {
      document_type,
      document_index: documentIndexOf({ vault }, document.value),
      document_sealed: vault.seal(documentLabel, document_id),
      account_status: 'incomplete',
      name: line.name?.slice(0, fullNameMaxLength) || null,
      birth_date: document_type === 'cpf' ? birth_date.value : null,
      cellphone: cellphone.value,
      email: email.value,
      // The club vouches for the contacts of its existing customers.
      cellphone_verified_at: cellphone.value === null ? null : now,
      email_verified_at: email.value === null ? null : now,
      email_marketing_subscription: 'no',
      created_at: now,
      registered_at: null,
    },
  }
}

const optional = <Value>(
  text: string | undefined,
  parse: (text: string) => Parsed<Value>,
): Parsed<Value | null> => (text === undefined || text === '' ? { ok: true, value: null } : parse(text))
