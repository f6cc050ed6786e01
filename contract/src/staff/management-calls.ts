import * as z from 'zod/mini'
import { emailSchema } from '../brazil/email.ts'
import { fullNameSchema } from '../brazil/full-name.ts'
import { defineCall } from '../kernel/call.ts'
import { changeOutcomeSchema, proposalRefusals } from './change-calls.ts'
import { brandIdSchema, heldRolesSchema, requireBrand, staffMemberSchema } from './member.ts'

const staffIdField = {
  staff_id: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Entrada inválida')),
}

const unknown = {
  'staff.unknown': { status: 404, message: 'Não encontramos esta pessoa na equipe.' },
} as const

const lastAdministrator = {
  'staff.last-administrator': {
    status: 409,
    message: 'Esta é a última pessoa que administra a equipe. Dê o papel a outra antes.',
  },
} as const

const ownAccount = {
  'staff.own-account': {
    status: 409,
    message: 'Isto não pode ser feito na própria conta. Peça a outra pessoa que administra a equipe.',
  },
} as const

const wrongState = {
  'staff.wrong-state': {
    status: 409,
    message: 'A situação desta pessoa mudou. Atualize a lista e tente novamente.',
  },
} as const

const unknownBrand = {
  'staff.unknown-brand': { status: 422, message: 'Escolha a marca.', path: 'brand_id' },
} as const

const member = z.object({ member: staffMemberSchema })

export const listStaffCall = defineCall({
  method: 'GET',
  path: '/api/staff/members',
  summary: 'Lista a equipe.',
  data: z.array(staffMemberSchema),
  refusals: {},
  session: 'staff',
  permission: 'staff.manage',
})

/** The brands for which an analyst can work. */
export const listStaffBrandsCall = defineCall({
  method: 'GET',
  path: '/api/staff/members/brands',
  summary: 'Marcas para quem analisa projetos.',
  data: z.array(z.object({ brand_id: z.string(), name: z.string() })),
  refusals: {},
  session: 'staff',
  permission: 'staff.manage',
})

export const inviteStaffCall = defineCall({
  method: 'POST',
  path: '/api/staff/members/invite',
  summary: 'Convida alguém para a equipe, por e-mail.',
  body: z
    .object({ name: fullNameSchema, email: emailSchema, roles: heldRolesSchema, brand_id: brandIdSchema })
    .check(requireBrand),
  data: changeOutcomeSchema,
  refusals: {
    ...proposalRefusals,
    ...unknownBrand,
    'staff.email-taken': {
      status: 409,
      message: 'Já existe alguém da equipe com este e-mail.',
      path: 'email',
    },
  },
  session: 'staff',
  permission: 'staff.manage',
})

/** Sends a new link to a member, for instance when the password is lost, and revokes the previous one. */
export const renewInvitationCall = defineCall({
  method: 'POST',
  path: '/api/staff/members/renew-invitation',
  summary: 'Envia um novo convite; o anterior deixa de valer.',
  body: z.object(staffIdField),
  data: member,
  refusals: { ...unknown, ...wrongState, ...ownAccount },
  session: 'staff',
  permission: 'staff.manage',
})

export const changeStaffRolesCall = defineCall({
  method: 'POST',
  path: '/api/staff/members/roles',
  summary: 'Troca os papéis de alguém da equipe; vale na hora.',
  body: z.object({ ...staffIdField, roles: heldRolesSchema, brand_id: brandIdSchema }).check(requireBrand),
  data: changeOutcomeSchema,
  refusals: { ...proposalRefusals, ...unknown, ...unknownBrand, ...lastAdministrator },
  session: 'staff',
  permission: 'staff.manage',
})

export const disableStaffCall = defineCall({
  method: 'POST',
  path: '/api/staff/members/disable',
  summary: 'Desativa alguém da equipe e encerra suas sessões na hora.',
  body: z.object(staffIdField),
  data: member,
  refusals: { ...unknown, ...lastAdministrator, ...ownAccount, ...wrongState },
  session: 'staff',
  permission: 'staff.manage',
})

export const enableStaffCall = defineCall({
  method: 'POST',
  path: '/api/staff/members/enable',
  summary: 'Reativa alguém da equipe.',
  body: z.object(staffIdField),
  data: changeOutcomeSchema,
  refusals: { ...proposalRefusals, ...unknown, ...wrongState },
  session: 'staff',
  permission: 'staff.manage',
})

/**
 * For a lost phone; sensitive roles require the approval of a second administrator. The next sign-in enrolls a new app,
 * and the old recovery codes are revoked.
 */
export const resetSecondFactorCall = defineCall({
  method: 'POST',
  path: '/api/staff/members/reset-second-factor',
  summary: 'Apaga o segundo fator de alguém da equipe, que cadastra outro ao entrar.',
  body: z.object(staffIdField),
  data: changeOutcomeSchema,
  refusals: { ...proposalRefusals, ...unknown, ...ownAccount },
  session: 'staff',
  permission: 'staff.manage',
})
