import * as z from 'zod/mini'
import { quotedText } from '../brazil/quoted-text.ts'
import { defineCall } from '../kernel/call.ts'
import { idCursor } from '../kernel/cursor.ts'
import { fileSchema } from '../kernel/file.ts'
import { clubDaySchema } from '../kernel/instant.ts'
import { defineFile } from '../kernel/served-file.ts'
import type { RefusalTable } from '../kernel/refusal-table.ts'
import { partnerSlugSchema } from './partner.ts'
import { unknownPartnerRefusal } from './refusals.ts'

/** Access of every call of the desk *Conciliação*. */
export const reconciliationAccess = { session: 'staff', permission: 'partners.reconcile' } as const

/** The columns of a settlement file, in this order: `docs/how-to/import-a-settlement-file.md`. */
export const settlementColumns = ['lancamento', 'chave', 'tipo', 'pontos', 'data_hora'] as const
export const settlementHeader = settlementColumns.join(';')

/** A file is sent in parts of this size, in bytes; the last one may be smaller. */
export const settlementPartBytes = 4 * 1024 * 1024
/** Largest file: about 5 million lines. */
export const settlementMaxBytes = 500 * 1024 * 1024
/** Errors of a file that are kept and shown. */
export const settlementMaxErrors = 100

const clubDay = clubDaySchema('Informe o dia')

/** `receiving`: parts are missing. `matching`: complete, being compared. `refused`: has errors; nothing was imported. */
export const settlementImportStates = ['receiving', 'matching', 'done', 'refused'] as const
export type SettlementImportState = (typeof settlementImportStates)[number]

/** Labels of the states. */
export const settlementImportStateTitles = {
  receiving: 'Envio incompleto',
  matching: 'Em conferência',
  done: 'Conferido',
  refused: 'Recusado',
} as const satisfies Record<SettlementImportState, string>

const importSchema = z.object({
  import_id: z.string(),
  partner: z.string(),
  file_name: z.string(),
  size_bytes: z.int(),
  /** Where the next part starts. */
  received_bytes: z.int(),
  from_day: z.string(),
  to_day: z.string(),
  state: z.enum(settlementImportStates),
  /** Lines received so far, without those of earlier files. */
  lines: z.int(),
  /** Lines that an earlier file already contained. */
  repeated_lines: z.int(),
  errors: z.array(z.object({ line: z.int(), reason: z.string() })),
  started_by: z.nullable(z.string()),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
})
export type SettlementImport = z.infer<typeof importSchema>

const unknownImportRefusal = {
  'partner-points.unknown-import': { status: 404, message: 'Arquivo não encontrado. Envie de novo.' },
} as const satisfies RefusalTable

/**
 * Starts the import of a file, or returns the import of the same file, complete or not: an interrupted one continues at
 * `received_bytes`.
 */
export const startSettlementCall = defineCall({
  method: 'POST',
  path: '/api/staff/partner-points/settlement/start',
  summary: 'Começa ou retoma o envio do arquivo de liquidação de um parceiro.',
  body: z
    .object({
      partner: partnerSlugSchema,
      file_name: quotedText(120),
      size_bytes: z
        .int()
        .check(
          z.positive('O arquivo está vazio.'),
          z.maximum(settlementMaxBytes, 'O arquivo é grande demais: até 500 MB.'),
        ),
      /** SHA-256 of the file in hexadecimal: identifies it. */
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      /** The club days that the file covers completely. */
      from_day: clubDay,
      to_day: clubDay,
    })
    .check(
      z.refine(({ from_day, to_day }) => from_day <= to_day, {
        error: 'O último dia não pode ser antes do primeiro.',
        path: ['to_day'],
      }),
    ),
  data: importSchema,
  refusals: {
    ...unknownPartnerRefusal,
    'partner-points.future-period': {
      status: 422,
      message: 'O período precisa terminar até ontem.',
      path: 'to_day',
    },
  },
  ...reconciliationAccess,
})

/**
 * Sends the part of the file that starts at `offset`. A part that was received before changes nothing; the response says
 * where the next one starts. The last part completes the import: lines and redemptions are compared.
 */
export const sendSettlementPartCall = defineCall({
  method: 'POST',
  path: '/api/staff/partner-points/settlement/part',
  summary: 'Envia uma parte do arquivo de liquidação.',
  body: z.object({
    import_id: z.uuid(),
    offset: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(settlementMaxBytes)),
    part: fileSchema('O arquivo está vazio.'),
  }),
  data: importSchema,
  refusals: {
    ...unknownImportRefusal,
    'partner-points.other-offset': {
      status: 409,
      message: 'Falta uma parte anterior do arquivo. O envio continua de onde parou.',
    },
    'partner-points.import-running': {
      status: 409,
      message: 'Este arquivo está sendo enviado em outro lugar. Aguarde um momento.',
    },
  },
  multipart: ['part'],
  ...reconciliationAccess,
})

/** The newest imports of a partner. */
export const listSettlementsCall = defineCall({
  method: 'GET',
  path: '/api/staff/partner-points/settlement',
  summary: 'Arquivos de liquidação de um parceiro.',
  query: z.object({ partner: partnerSlugSchema }),
  data: z.array(importSchema),
  refusals: unknownPartnerRefusal,
  ...reconciliationAccess,
})

/** Comparison of the club's redemptions and refunds with the partner's lines. */
export const settlementStates = ['matched', 'only_ours', 'only_theirs', 'different_amount'] as const
export type SettlementState = (typeof settlementStates)[number]

/** Labels of the states. */
export const settlementStateTitles = {
  matched: 'Conferido',
  only_ours: 'Só nosso',
  only_theirs: 'Só deles',
  different_amount: 'Valor diferente',
} as const satisfies Record<SettlementState, string>

/** A debit takes points from the member; a refund returns them. */
export const entryKinds = ['debit', 'refund'] as const
export type EntryKind = (typeof entryKinds)[number]

/** Labels of the kinds, and their values in the column `tipo`. */
export const entryKindTitles = { debit: 'Débito', refund: 'Devolução' } as const satisfies Record<
  EntryKind,
  string
>
export const entryKindColumn = { debit: 'debito', refund: 'devolucao' } as const satisfies Record<
  EntryKind,
  string
>

const settlementItemSchema = z.object({
  /** Identifies the item together with its state at the desk. */
  item_id: z.string(),
  state: z.enum(settlementStates),
  kind: z.enum(entryKinds),
  /** The participation; null if the partner's line names no participation of the club. */
  transaction_id: z.nullable(z.string()),
  protocol: z.nullable(z.string()),
  /** The state of the redemption; null if the line names no participation of the club. */
  redemption_state: z.nullable(z.enum(['processing', 'completed', 'failed', 'refunded'])),
  /** The partner's own number. */
  reference: z.nullable(z.string()),
  /** Points of the partner by the club's record; null for `only_theirs`. */
  our_points: z.nullable(z.int()),
  /** Points of the partner by its file; null for `only_ours`. */
  their_points: z.nullable(z.int()),
  occurred_at: z.string(),
  /** Whether a refund can be proposed now. */
  can_refund: z.boolean(),
  /** The decision of a staff member; null while it waits. Matched items need none. */
  decision: z.nullable(z.object({ reason: z.string(), by: z.nullable(z.string()), at: z.string() })),
})
export type SettlementItem = z.infer<typeof settlementItemSchema>

/** Items of a partner in one state, newest first. */
export const listSettlementItemsCall = defineCall({
  method: 'GET',
  path: '/api/staff/partner-points/items',
  summary: 'Resgates e lançamentos de um parceiro, por situação da conferência.',
  query: z.object({
    partner: partnerSlugSchema,
    state: z.enum(settlementStates),
    /** `waiting`: without a decision. */
    decision: z._default(z.enum(['waiting', 'decided', 'all']), 'all'),
    cursor: idCursor,
  }),
  data: z.array(settlementItemSchema),
  refusals: unknownPartnerRefusal,
  paged: true,
  ...reconciliationAccess,
})

/** Decides a difference, with the reason. A repeat by the same member returns the decided item. */
export const decideSettlementItemCall = defineCall({
  method: 'POST',
  path: '/api/staff/partner-points/items/decide',
  summary: 'Registra a decisão sobre uma diferença, com o motivo.',
  body: z.object({
    item_id: z.uuid(),
    /** As shown: a later file may have changed it. */
    state: z.enum(['only_ours', 'only_theirs', 'different_amount']),
    reason: quotedText(300),
  }),
  data: settlementItemSchema,
  refusals: {
    'partner-points.unknown-item': { status: 404, message: 'Lançamento não encontrado.' },
    'partner-points.item-changed': {
      status: 409,
      message: 'Este lançamento mudou de situação. Atualize a página.',
    },
  },
  ...reconciliationAccess,
})

/** The items of a partner in one state, as a table. The download is audited. */
export const settlementItemsFile = defineFile({
  path: '/api/staff/partner-points/:partner/:state/conciliacao.csv',
  summary: 'Resgates e lançamentos de um parceiro, por situação da conferência, em CSV.',
  params: z.object({ partner: partnerSlugSchema, state: z.enum(settlementStates) }),
  type: 'text/csv; charset=utf-8',
  disposition: 'attachment',
  filename: 'conciliacao.csv',
  refusals: unknownPartnerRefusal,
  ...reconciliationAccess,
})

const sumSchema = z.object({ count: z.int(), points: z.int() })

/** Figures of a partner: totals, and by club day of the last 30 days, oldest first, without days that have none. */
export const readSettlementFiguresCall = defineCall({
  method: 'GET',
  path: '/api/staff/partner-points/figures',
  summary: 'Números da conferência de um parceiro, por dia.',
  query: z.object({ partner: partnerSlugSchema }),
  data: z.object({
    /** Points of the partner that the club's record and its files contain: debits less refunds. */
    our_balance: z.int(),
    their_balance: z.int(),
    /** Items without a decision, by state; matched ones are all counted. */
    states: z.record(z.enum(settlementStates), z.int()),
    days: z.array(
      z.object({
        day: z.string(),
        debits: sumSchema,
        refunds: sumSchema,
        /** By the partner's files. */
        their_debits: sumSchema,
        their_refunds: sumSchema,
        /** Items of the day that do not match, decided or not. */
        differences: z.int(),
      }),
    ),
  }),
  refusals: unknownPartnerRefusal,
  ...reconciliationAccess,
})
