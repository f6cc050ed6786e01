/* Appends audit lines as a server process does, for `bench/audit.ts`. */
import { inTransaction, openDatabase } from '../../server/src/db/database.ts'
import { createAppendAuditLine } from '../../server/src/modules/audit/index.ts'
import { createVault } from '../../server/src/modules/vault/index.ts'
import type { Command, Report } from '../audit.ts'

const { db } = openDatabase(process.argv[2] ?? '', { poolSize: 10 })
const append = createAppendAuditLine({ vault: createVault(Buffer.alloc(32, 'k')), clock: () => new Date() })

const write = async ({ writers, linesPerTransaction, seconds }: Command): Promise<Report> => {
  const milliseconds: number[] = []
  const end = performance.now() + seconds * 1_000
  const writeUntilEnd = async (writer: number) => {
    for (let start = performance.now(); start < end; start = performance.now()) {
      await inTransaction(db, async (tx) => {
        for (let line = 0; line < linesPerTransaction; line += 1)
          await append(tx, {
            actor: { kind: 'staff', id: `staff-${writer}` },
            action: 'gifts.deliver',
            subject: { kind: 'customer', id: '019a0000-0000-7000-8000-000000000000' },
            sentence: 'Entregou o brinde do vale 2026-000122-6 no balcão 3.',
          })
      })
      milliseconds.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => writeUntilEnd(writer)))
  return { milliseconds }
}

process.on('message', (command: Command) => {
  write(command).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
