import * as z from 'zod/mini'
import { quotedText } from '../brazil/quoted-text.ts'
import { defineCall } from '../kernel/call.ts'
import { brandRulesSchema, brandSlugSchema } from './brand.ts'
import { unknownBrandRefusal } from './refusals.ts'

/** Rules that wait for the approval by another person. */
const proposedRulesSchema = z.object({
  change_id: z.string(),
  rules: brandRulesSchema,
  proposed_by: z.nullable(z.string()),
  proposed_at: z.string(),
  /** Whether the caller proposed them. */
  is_own: z.boolean(),
})

/** A brand as marketing and the approver see it. */
export const staffBrandSchema = z.object({
  brand_id: z.string(),
  slug: z.string(),
  /** The rules in force; null before the first approval. */
  rules: z.nullable(brandRulesSchema),
  approved_at: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
  proposed: z.nullable(proposedRulesSchema),
  /** The last rejection, until the rules are proposed again. */
  rejection: z.nullable(z.object({ reason: z.string(), at: z.string(), by: z.nullable(z.string()) })),
})
export type StaffBrand = z.infer<typeof staffBrandSchema>

export const listBrandsCall = defineCall({
  method: 'GET',
  path: '/api/staff/brands',
  summary: 'Marcas com projetos, por nome.',
  data: z.array(staffBrandSchema),
  refusals: {},
  session: 'staff',
  permission: 'brands.read',
})

const pendingRefusal = {
  'new-project.change-pending': {
    status: 409,
    message: 'Já há uma mudança desta marca à espera de aprovação.',
  },
} as const
const decidedRefusal = {
  'new-project.change-decided': {
    status: 409,
    message: 'Esta mudança já foi decidida. Atualize a lista.',
  },
} as const

/** Proposes a new brand, whose rules are in force once another person approves them. */
export const createBrandCall = defineCall({
  method: 'POST',
  path: '/api/staff/brands/create',
  summary: 'Propõe uma marca nova.',
  body: z.object({ slug: brandSlugSchema, rules: brandRulesSchema }),
  data: staffBrandSchema,
  refusals: {
    'new-project.slug-taken': {
      status: 409,
      message: 'Já existe uma marca com este endereço.',
      path: 'slug',
    },
  },
  session: 'staff',
  permission: 'brands.edit',
})

/** Proposes other rules of a brand; those in force remain until another person approves the change. */
export const proposeBrandRulesCall = defineCall({
  method: 'POST',
  path: '/api/staff/brands/propose',
  summary: 'Propõe outras regras de uma marca.',
  body: z.object({ brand_id: z.uuid(), rules: brandRulesSchema }),
  data: staffBrandSchema,
  refusals: { ...unknownBrandRefusal, ...pendingRefusal },
  session: 'staff',
  permission: 'brands.edit',
})

export const withdrawBrandRulesCall = defineCall({
  method: 'POST',
  path: '/api/staff/brands/withdraw',
  summary: 'Retira a mudança de uma marca que espera aprovação.',
  body: z.object({ change_id: z.uuid() }),
  data: staffBrandSchema,
  refusals: decidedRefusal,
  session: 'staff',
  permission: 'brands.edit',
})

/** Puts proposed rules in force. */
export const approveBrandRulesCall = defineCall({
  method: 'POST',
  path: '/api/staff/brands/approve',
  summary: 'Aprova as regras de uma marca propostas por outra pessoa.',
  body: z.object({ change_id: z.uuid() }),
  data: staffBrandSchema,
  refusals: {
    ...decidedRefusal,
    'new-project.own-change': {
      status: 403,
      message: 'Quem propôs a mudança não a aprova. Peça a outra pessoa.',
    },
  },
  session: 'staff',
  permission: 'brands.approve',
  second_signature: true,
})

export const rejectBrandRulesCall = defineCall({
  method: 'POST',
  path: '/api/staff/brands/reject',
  summary: 'Devolve as regras propostas de uma marca, com o motivo.',
  body: z.object({ change_id: z.uuid(), reason: quotedText(300) }),
  data: staffBrandSchema,
  refusals: decidedRefusal,
  session: 'staff',
  permission: 'brands.approve',
})
