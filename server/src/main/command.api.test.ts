import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../db/database.ts'
import { createAppendAuditLine } from '../modules/audit/index.ts'
import { createVault } from '../modules/vault/index.ts'
import { useDatabase } from '../testing/database.ts'

const database = useDatabase()
const secret = Buffer.alloc(32, 'k')
const folder = mkdtempSync(join(tmpdir(), 'clube-command-'))

/** Runs a command as an operator does. */
const run = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      DATABASE_URL: database.url,
      CLUB_SECRET: secret.toString('base64'),
      DATA_FOLDER: folder,
    }
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'command.ts'), ...args],
      { env },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? 1, output: stdout + stderr }),
    )
  })

test('the command “audit verify” succeeds for an intact chain and fails for an altered one', async () => {
  const append = createAppendAuditLine({ vault: createVault(secret), clock: () => new Date() })
  for (const number of [1, 2])
    await inTransaction(database.db, (tx) =>
      append(tx, {
        actor: { kind: 'system' },
        action: 'recovery.purge-photos',
        subject: null,
        sentence: `Apagou as fotos do pedido ${number}.`,
      }),
    )
  expect(await run('audit', 'verify')).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^A auditoria está íntegra: 2 linhas, a última com o código [0-9a-f]{64}\.\n$/,
    ),
  })
  await sql`alter table audit_line disable trigger user; update audit_line set sentence = 'Nada.' where position = 2`.execute(
    database.db,
  )
  expect(await run('audit', 'verify')).toEqual({
    code: 1,
    output: 'A auditoria foi violada: a linha 2 foi alterada.\n',
  })
})

test('the command “messages failed” lists undelivered messages without their addresses', async () => {
  await sql`insert into message (id, channel, template, state, reason, next_attempt_at, created_at, finished_at)
    values ('018f2b7c-7e1a-4b3c-9d00-123456789012', 'email', 'reset-code', 'failed', 'refused', now(), now(),
      '2026-11-21T12:00:00Z')`.execute(database.db)
  expect(await run('messages', 'failed')).toEqual({
    code: 0,
    output:
      '2026-11-21T12:00:00.000Z  018f2b7c-7e1a-4b3c-9d00-123456789012  email  reset-code  refused\n' +
      '1 mensagem não entregue\n',
  })
})

test('the command “photos report” fails when a photo is past its deletion date', async () => {
  expect(await run('photos', 'report')).toEqual({
    code: 0,
    output: '0 fotos guardadas, 0 vencidas, 0 objetos no depósito, 0 sem dono\nNada ficou além do prazo.\n',
  })
  await sql`insert into photo (id, purpose, subject_id, object_key, sealed_data_key, sha256, created_at, purge_after)
    values (uuidv7(), 'personal_id_front', uuidv7(), 'photos/a', '\\x00', ${Buffer.alloc(32)},
      now() - interval '91 days', now() - interval '1 day')`.execute(database.db)
  expect(await run('photos', 'report')).toEqual({
    code: 1,
    output:
      '1 foto guardada, 1 vencida, 0 objetos no depósito, 0 sem dono\n' +
      'Há fotos além do prazo: a limpeza automática não está passando ou o depósito as recusa.\n',
  })
})

test('the command “proofs” runs the proofs of all modules and fails when one of them does', async () => {
  const { code, output } = await run('proofs')
  expect(code).toBe(1)
  // An earlier test altered the audit trail.
  expect(output.split('\n')).toEqual([
    'Pontos: saldos, lotes e lançamentos: confere',
    'Trilha de auditoria: 1 divergência',
    '  2: Uma linha da trilha foi alterada.',
    'Notas: valor usado em promoções: confere',
    'Avaliações: contagem por dia e loja: confere',
    'Atendimentos: mensagens e situações: confere',
    'Atendimentos: anexos: confere',
    'Eventos: lugares das sessões: confere',
    'Brindes: estoque dos pontos de retirada: confere',
    'Brindes: entregas: confere',
    'Raspadinhas: baralhos, sorteios e prêmios: confere',
    'Raspadinhas: entregas de prêmios: confere',
    'Parceiros: resgates: confere',
    'Parceiros: somas por dia: confere',
    'Vales-estacionamento: participações, descontos e cortesias: confere',
    'Projetos: pontos e números: confere',
    'Os dados guardados têm 1 divergência.',
    '',
  ])
})

test('an unknown command fails and prints the available commands', async () => {
  const { code, output } = await run('audit', 'forget')
  expect(code).toBe(1)
  expect(output).toContain('audit verify')
})

test('the command “accounts report” counts pending deletions and fails when one is overdue', async () => {
  await sql`insert into customer (document_type, document_index, document_sealed, account_status, created_at, updated_at,
      deletion_requested_at)
    values ('cpf', decode(repeat('07', 32), 'hex'), '', 'deletion_pending', now(), now(), now() - interval '29 days')`.execute(
    database.db,
  )
  expect(await run('accounts', 'report')).toEqual({
    code: 0,
    output: '1 exclusão pedida, 0 vencidas, 0 contas anonimizadas\nNenhuma conta ficou além do prazo.\n',
  })
  await sql`update customer set deletion_requested_at = now() - interval '31 days'`.execute(database.db)
  expect(await run('accounts', 'report')).toEqual({
    code: 1,
    output:
      '1 exclusão pedida, 1 vencida, 0 contas anonimizadas\n' +
      'Há contas além do prazo de exclusão: a limpeza automática não está passando ou falha nelas.\n',
  })
})
