import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { shopSegmentSchema } from './shop.ts'

/** The columns of a shop file; the last two are optional. */
export const shopFileColumns = ['cnpj', 'nome', 'segmento', 'piso'] as const
export const shopFileHeader = shopFileColumns.join(';')

/** About 700 shops. */
export const shopFileMaxLength = 50_000

export const emptyShopFileMessage = 'O arquivo está vazio.'
export const notCsvMessage =
  'Isto não é um arquivo CSV. No programa de planilhas, use “Salvar como” e escolha o tipo CSV.'
export const longShopFileMessage = 'O arquivo é grande demais. Divida-o em arquivos de até 500 lojas.'

const body = z.object({
  csv: z
    .string({ error: emptyShopFileMessage })
    .check(z.minLength(1, emptyShopFileMessage), z.maxLength(shopFileMaxLength, longShopFileMessage)),
})

/** A rejected line, with the reason. */
const rejectedLineSchema = z.object({ line: z.int(), reason: z.string() })

/** What a shop file would change. For an existing shop, only segment and floor. */
export const previewShopImportCall = defineCall({
  method: 'POST',
  path: '/api/staff/shops/import/preview',
  summary: 'Mostra o que um arquivo CSV de lojas mudaria.',
  body,
  data: z.object({
    changes: z.array(
      z.object({
        line: z.int(),
        kind: z.enum(['added', 'changed']),
        name: z.string(),
        /** Segment and floor after the import. */
        segment: z.nullable(shopSegmentSchema),
        floor: z.nullable(z.string()),
      }),
    ),
    /** Shops that already match the file. */
    unchanged: z.int(),
    rejected: z.array(rejectedLineSchema),
  }),
  refusals: {},
  session: 'staff',
  permission: 'stores.edit',
})

/** Imports all valid lines of a shop file in one transaction; the others are reported. */
export const importShopsCall = defineCall({
  method: 'POST',
  path: '/api/staff/shops/import',
  summary: 'Carrega lojas de um arquivo CSV.',
  body,
  data: z.object({
    loaded: z.int(),
    /** Existing shops whose segment or floor changed. */
    updated: z.int(),
    rejected: z.array(rejectedLineSchema),
  }),
  refusals: {},
  session: 'staff',
  permission: 'stores.edit',
})
