import { basename } from 'node:path'
import { inTransaction } from '../../db/database.ts'
import type { Db } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import { collectBatch } from './import-batch.ts'
import { AddressFileError, inspectFile, readLines, readObjects } from './import-file.ts'
import type { FileRecord } from './import-file.ts'
import { readCensusHeader, readCensusLine, readViaCepObject } from './import-record.ts'
import type { AddressRecord, KnownCities, ReadRecord, RejectionReason } from './import-record.ts'
import {
  advanceImport,
  findAllCities,
  findRejections,
  finishImport,
  insertNames,
  insertRejections,
  openImport,
  maxStoredRejections,
  savePostalCodes,
} from './import-store.ts'

/** Records per transaction. */
const batchSize = 2_000

export type ImportProgress = {
  readonly bytes_read: number
  readonly bytes_total: number
  /** Lines of a CSV without its header; objects of a JSON file. */
  readonly lines_read: number
  readonly lines_rejected: number
}

export type ImportReport = ImportProgress & {
  /** Offset of this run's first record; above 0 when resuming. */
  readonly resumed_at_byte: number
  /** The first 10,000 rejected records, by line (the header is line 1) or object number. */
  readonly rejections: readonly { readonly line: number; readonly reason: RejectionReason }[]
}

export type ImportInput = {
  readonly file: string
  readonly onProgress?: (progress: ImportProgress) => void
  /** Stops after the current batch; the next run resumes there. */
  readonly signal?: AbortSignal
}

/**
 * Imports a census file (CNEFE, semicolon-separated) or a dump of ViaCEP-shaped objects into the address tables, in
 * batches committed together with the import's position, so that an interrupted import resumes where it stopped
 * and a finished one does not run again. Unreadable records are reported and skipped.
 * @throws {AddressFileError} when the file has an unknown format, or another process is importing it
 */
export async function importAddresses(
  deps: { readonly db: Db; readonly clock: Clock },
  input: ImportInput,
): Promise<ImportReport> {
  const { fingerprint, bytes, format } = await inspectFile(input.file)
  const source = await openSource(input.file, format, await loadCities(deps.db))
  const state = await openImport(deps.db, {
    fingerprint,
    file_name: basename(input.file),
    now: deps.clock(),
  })
  let progress: ImportProgress = { ...countersOf(state), bytes_total: bytes }
  if (state.finished_at === null) {
    for await (const batch of batches(source.read(state.bytes_read))) {
      input.signal?.throwIfAborted()
      progress = await writeBatch(deps.db, { fingerprint, source, batch, progress })
      input.onProgress?.(progress)
    }
    await finishImport(deps.db, { fingerprint, now: deps.clock() })
  }
  return {
    ...progress,
    resumed_at_byte: state.bytes_read,
    rejections: await findRejections(deps.db, fingerprint),
  }
}

function countersOf(state: Omit<ImportProgress, 'bytes_total'>) {
  return {
    bytes_read: state.bytes_read,
    lines_read: state.lines_read,
    lines_rejected: state.lines_rejected,
  }
}

type Source = {
  readonly read: (from: number) => AsyncGenerator<FileRecord>
  readonly parse: (text: string) => ReadRecord
  /** The number of the first record in the report. */
  readonly firstLine: number
  readonly onDuplicate: 'merge' | 'replace'
}

async function openSource(file: string, format: 'lines' | 'objects', cities: KnownCities): Promise<Source> {
  if (format === 'objects') {
    return {
      read: (from) => readObjects(file, from),
      parse: (text) => readViaCepObject(text, cities),
      firstLine: 1,
      onDuplicate: 'replace',
    }
  }
  const { value: header } = await readLines(file, 0).next()
  const columns = header === undefined ? undefined : readCensusHeader(header.text ?? '')
  if (header === undefined || columns === undefined) {
    throw new AddressFileError(
      'The file is neither a JSON dump nor a census CSV: its first line lacks one of the columns CEP, COD_MUNICIPIO, ' +
        'DSC_LOCALIDADE, NOM_TIPO_SEGLOGR, NOM_TITULO_SEGLOGR and NOM_SEGLOGR, separated by semicolons.',
    )
  }
  return {
    read: (from) => readLines(file, Math.max(from, header.end)),
    parse: (text) => readCensusLine(text.replace(/\r$/, ''), columns, cities),
    firstLine: 2,
    onDuplicate: 'merge',
  }
}

async function* batches(records: AsyncGenerator<FileRecord>): AsyncGenerator<FileRecord[]> {
  let batch: FileRecord[] = []
  for await (const record of records) {
    batch.push(record)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function writeBatch(
  db: Db,
  work: { fingerprint: string; source: Source; batch: readonly FileRecord[]; progress: ImportProgress },
): Promise<ImportProgress> {
  const { fingerprint, source, batch, progress } = work
  const records: AddressRecord[] = []
  const rejections: { fingerprint: string; line: number; reason: RejectionReason }[] = []
  batch.forEach(({ text }, index) => {
    const parsed = text === null ? { rejected: 'too_long' as const } : source.parse(text)
    if (!('rejected' in parsed)) records.push(parsed)
    else if (text !== '')
      rejections.push({
        fingerprint,
        line: progress.lines_read + index + source.firstLine,
        reason: parsed.rejected,
      })
  })
  const collected = collectBatch(records, source.onDuplicate)
  const next: ImportProgress = {
    bytes_read: batch.at(-1)?.end ?? progress.bytes_read,
    bytes_total: progress.bytes_total,
    lines_read: progress.lines_read + batch.length,
    lines_rejected: progress.lines_rejected + rejections.length,
  }
  await inTransaction(db, async (tx) => {
    const step = { fingerprint, from: progress.bytes_read, to: countersOf(next) }
    if (!(await advanceImport(tx, step)))
      throw new AddressFileError('Another process is importing the same file.')
    await insertNames(tx, collected)
    await savePostalCodes(tx, { list: collected.postal_codes, on_duplicate: source.onDuplicate })
    await insertRejections(
      tx,
      rejections.slice(0, Math.max(0, maxStoredRejections - progress.lines_rejected)),
    )
  })
  return next
}

async function loadCities(db: Db): Promise<KnownCities> {
  const cities = await findAllCities(db)
  return {
    ids: new Set(cities.map(({ id }) => id)),
    byName: new Map(cities.map(({ id, state_id, search }) => [`${state_id}:${search}`, id])),
  }
}
