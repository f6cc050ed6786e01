import { join } from 'node:path'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import { pino } from 'pino'
import { createAppendAuditLine, verifyAuditChain } from '../modules/audit/index.ts'
import { createLimits } from '../modules/limits/index.ts'
import { AddressFileError, importAddresses, rejectionReasons } from '../modules/addresses/index.ts'
import { CustomerFileError, importCustomers } from '../modules/identity/index.ts'
import { DatabaseFolderError } from '../db/database-folder.ts'
import type { Database } from '../db/database.ts'
import { listFailedMessages } from '../modules/messaging/index.ts'
import { reportPhotos } from '../modules/photos/index.ts'
import { reportDeletions } from '../modules/privacy/index.ts'
import { proveNow, type Proof } from '../modules/proofs/index.ts'
import { createAdministrator, grantRole, restoreAccess, StaffCommandError } from '../modules/staff/index.ts'
import { createVault, type Vault } from '../modules/vault/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { PhotoStore } from '../ports/photo-store.ts'
import { ConfigurationError, readClubConfiguration } from './club-configuration.ts'
import { startDatabaseServer } from './database-server.ts'
import { readEnvironment, readRootKey } from './environment.ts'
import { createLog } from './log.ts'
import { openMigratedDatabase } from './open-migrated-database.ts'
import { photoStoreOf } from './photo-storage.ts'

/** Dependencies of commands. */
type CommandDeps = {
  db: Database['db']
  clock: Clock
  vault: Vault
  baseUrl: string
  /** The club's photo store. */
  photoStore: () => Promise<PhotoStore>
  /** Runs `use` with the proofs of all modules. */
  withProofs: (use: (proofs: readonly Proof[]) => Promise<void>) => Promise<void>
  print: (line: string) => void
}

const formatLoaded = countFormatter('cadastro incompleto carregado', 'cadastros incompletos carregados')
const formatRejectedLines = countFormatter('linha recusada', 'linhas recusadas')
const formatLines = countFormatter('linha', 'linhas')
const formatReadLines = countFormatter('linha lida', 'linhas lidas')
const formatRejected = countFormatter('recusada', 'recusadas')
const formatKept = countFormatter('foto guardada', 'fotos guardadas')
const formatOverdue = countFormatter('vencida', 'vencidas')
const formatObjects = countFormatter('objeto no depósito', 'objetos no depósito')
const formatDeletions = countFormatter('exclusão pedida', 'exclusões pedidas')
const formatAnonymized = countFormatter('conta anonimizada', 'contas anonimizadas')
const formatFailedMessages = countFormatter('mensagem não entregue', 'mensagens não entregues')
const formatDiscrepancies = countFormatter('divergência', 'divergências')
/** Per proof. */
const maxPrintedFindings = 100

/** Commands that read a file. */
const fileCommands: Record<string, (deps: CommandDeps, file: string) => Promise<void>> = {
  'customers import': async (deps, file) => {
    const { loaded, rejected } = await importCustomers(deps, file)
    for (const { line, reason } of rejected) deps.print(`linha ${line}: ${reason}`)
    deps.print(`${formatLoaded(loaded)}, ${formatRejectedLines(rejected.length)}`)
  },
  'addresses import': async (deps, file) => {
    const report = await importAddresses(deps, {
      file,
      onProgress: ({ bytes_read, bytes_total, lines_read }) =>
        deps.print(
          `${Math.floor((100 * bytes_read) / Math.max(1, bytes_total))}% (${formatLines(lines_read)})`,
        ),
    })
    for (const { line, reason } of report.rejections) deps.print(`linha ${line}: ${rejectionReasons[reason]}`)
    deps.print(`${formatReadLines(report.lines_read)}, ${formatRejected(report.lines_rejected)}`)
  },
}

const staffDeps = (deps: CommandDeps) => ({
  ...deps,
  limits: createLimits(deps.db),
  appendAuditLine: createAppendAuditLine(deps),
  rules: { base_url: deps.baseUrl },
})

/** Commands that act on a staff member and take an additional argument. */
const memberCommandsWithArgument: Record<
  string,
  (deps: CommandDeps, email: string, argument: string) => Promise<void>
> = {
  'staff create': async (deps, email, name) => {
    const { link } = await createAdministrator(staffDeps(deps), { email, name })
    deps.print(`Convite para administrar a equipe, válido por 24 horas e uma única vez:\n${link}`)
  },
  'staff grant': async (deps, email, role) => {
    const { roles } = await grantRole(staffDeps(deps), { email, role })
    deps.print(`Papéis agora: ${roles}`)
  },
}

/** Commands that act on a staff member. */
const memberCommands: Record<string, (deps: CommandDeps, email: string) => Promise<void>> = {
  'staff restore': async (deps, email) => {
    const { link } = await restoreAccess(staffDeps(deps), { email })
    deps.print(
      `Segundo fator apagado. Convite que troca a senha, válido por 24 horas e uma única vez:\n${link}`,
    )
  },
}

/** Read-only commands. */
const reports: Record<string, (deps: CommandDeps) => Promise<void>> = {
  'audit verify': async (deps) => {
    const verdict = await verifyAuditChain(deps)
    if (verdict.kind === 'broken') throw new AuditBroken(verdict.position, auditViolations[verdict.violation])
    deps.print(
      `A auditoria está íntegra: ${formatLines(verdict.lines)}, a última com o código ${verdict.hash}.`,
    )
  },
  'photos report': async (deps) => {
    const store = await deps.photoStore()
    const report = await reportPhotos({ db: deps.db, store }, deps.clock())
    deps.print(
      `${formatKept(report.kept)}, ${formatOverdue(report.overdue)}, ${formatObjects(report.objects)}, ${report.orphans.length} sem dono`,
    )
    if (!report.clean) throw new PhotosOverdue()
    deps.print('Nada ficou além do prazo.')
  },
  'accounts report': async (deps) => {
    const { pending, overdue, anonymized } = await reportDeletions(deps.db, deps.clock())
    deps.print(`${formatDeletions(pending)}, ${formatOverdue(overdue)}, ${formatAnonymized(anonymized)}`)
    if (overdue > 0) throw new AccountsOverdue()
    deps.print('Nenhuma conta ficou além do prazo.')
  },
  proofs: (deps) =>
    deps.withProofs(async (proofs) => {
      let discrepancies = 0
      for (const proof of proofs) {
        const findings = await proveNow(proof, deps.clock())
        discrepancies += findings.length
        deps.print(
          `${proof.title}: ${findings.length === 0 ? 'confere' : formatDiscrepancies(findings.length)}`,
        )
        for (const { check, subject, expected, found } of findings.slice(0, maxPrintedFindings)) {
          const values = expected === null ? '' : ` Esperado: ${expected}, encontrado: ${found}.`
          deps.print(`  ${subject}: ${proof.checks[check]}${values}`)
        }
      }
      if (discrepancies > 0) throw new ProofsFailed(discrepancies)
    }),
  'messages failed': async (deps) => {
    const messages = await listFailedMessages(deps.db, { before: null, limit: 200 })
    for (const message of messages)
      if (message.state === 'failed')
        deps.print(
          [
            message.failed_at.toISOString(),
            message.id,
            message.channel,
            message.template,
            message.reason,
          ].join('  '),
        )
    deps.print(formatFailedMessages(messages.length))
  },
}

const auditViolations = {
  missing: 'falta',
  changed: 'foi alterada',
  unchained: 'não segue a anterior',
  truncated: 'não é o fim que foi registrado',
} as const

class ProofsFailed extends Error {
  constructor(discrepancies: number) {
    super(`Os dados guardados têm ${formatDiscrepancies(discrepancies)}.`)
  }
}

class PhotosOverdue extends Error {
  constructor() {
    super('Há fotos além do prazo: a limpeza automática não está passando ou o depósito as recusa.')
  }
}

class AccountsOverdue extends Error {
  constructor() {
    super('Há contas além do prazo de exclusão: a limpeza automática não está passando ou falha nelas.')
  }
}

class AuditBroken extends Error {
  constructor(position: number, violation: string) {
    super(`A auditoria foi violada: a linha ${position} ${violation}.`)
  }
}

const run = async (): Promise<void> => {
  const [area = '', verb = '', first = '', ...others] = process.argv.slice(2)
  const name = `${area} ${verb}`.trimEnd()
  const command =
    others.length > 0
      ? memberCommandsWithArgument[name]
      : first === ''
        ? reports[name]
        : (fileCommands[name] ?? memberCommands[name])
  if (!command)
    throw new ConfigurationError(
      `Usage: npm run clube -- <command>\nCommands: ${[
        ...Object.keys(fileCommands).map((known) => `${known} FILE`),
        'staff create EMAIL NAME',
        'staff grant EMAIL ROLE',
        ...Object.keys(memberCommands).map((known) => `${known} EMAIL`),
        ...Object.keys(reports),
      ].join(', ')}`,
    )
  const environment = readEnvironment(
    process.env,
    join(import.meta.dirname, '../../seeds/demonstration/club.ts'),
  )
  const rootKey = await readRootKey(process.env, environment)
  const log = createLog(environment.log_level, pino.destination(2))
  const server = await startDatabaseServer(environment, log)
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  let database: Database | undefined
  try {
    const opened = await openMigratedDatabase(server.url, { ...environment, log })
    database = opened
    const baseUrl = environment.base_url
    const readConfiguration = () => readClubConfiguration(environment.club_config)
    const photoStore = async (): Promise<PhotoStore> => photoStoreOf(await readConfiguration(), environment)
    const clock = () => new Date()
    const withProofs: CommandDeps['withProofs'] = async (use) => {
      const configuration = await readConfiguration()
      // Other commands start without loading the server.
      const { wire } = await import('./wiring.ts')
      const { noCounterparts } = await import('./counterparts.ts')
      // Nothing is sent, so no gateways are needed.
      const silent = { ...environment, local_messaging: true }
      const wired = await wire({
        environment: silent,
        // No partner or car park is called, either.
        configuration: { ...configuration, partners: {}, car_park: null },
        counterparts: noCounterparts,
        database: opened,
        databaseUrl: server.url,
        rootKey,
        clock,
        log,
      })
      try {
        await use(wired.proofs)
      } finally {
        await wired.app.close()
      }
    }
    const vault = createVault(rootKey)
    const deps = { db: opened.db, clock, vault, baseUrl, photoStore, withProofs, print }
    await command(deps, first, others.join(' '))
  } finally {
    await database?.close()
    await server.stop()
  }
}

/** Expected errors are messages for the operator; others show a stack trace. */
const expected = [
  ConfigurationError,
  DatabaseFolderError,
  CustomerFileError,
  AddressFileError,
  AuditBroken,
  ProofsFailed,
  PhotosOverdue,
  AccountsOverdue,
  StaffCommandError,
]

run().catch((error: unknown) => {
  const isExpected = expected.some((kind) => error instanceof kind)
  process.stderr.write(
    `${error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)}\n`,
  )
  process.exitCode = 1
})
