import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { roleSchema, staffMemberSchema } from './member.ts'

/** Changes that may need the approval of a second administrator. */
export const staffChangeKinds = ['invite', 'roles', 'enable', 'reset-second-factor'] as const
export type StaffChangeKind = (typeof staffChangeKinds)[number]

/** Labels of the kinds. */
export const staffChangeTitles = {
  invite: 'Convite para a equipe',
  roles: 'Troca de papéis',
  enable: 'Reativação do acesso',
  'reset-second-factor': 'Apagar o segundo fator',
} as const satisfies Readonly<Record<StaffChangeKind, string>>

/** A change that waits for a second administrator. */
export const staffChangeSchema = z.object({
  change_id: z.string(),
  kind: z.enum(staffChangeKinds),
  /** Null for an invitation: the person is not a staff member yet. */
  staff_id: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  /** The roles after the change. */
  roles: z.array(roleSchema),
  /** The brand after the change. */
  brand_id: z.nullable(z.string()),
  proposed_by: z.object({ staff_id: z.string(), name: z.string() }),
  proposed_at: z.string(),
  expires_at: z.string(),
})
export type StaffChangeView = z.infer<typeof staffChangeSchema>

/** A change that was made or decided: a line of the audit trail. */
export const recentStaffChangeSchema = z.object({
  position: z.int(),
  at: z.string(),
  /** Who did it; null for the system and the command line. */
  by: z.nullable(z.string()),
  /** The affected staff member; null when the person is not one. */
  name: z.nullable(z.string()),
  sentence: z.string(),
})
export type RecentStaffChange = z.infer<typeof recentStaffChangeSchema>

/** The response to a change: done, or proposed to the other administrators. */
export const changeOutcomeSchema = z.union([
  z.object({ kind: z.literal('done'), member: staffMemberSchema }),
  z.object({ kind: z.literal('proposed'), change: staffChangeSchema }),
])

/** Refusals of every change that may need a second administrator. */
export const proposalRefusals = {
  'staff.second-administrator-needed': {
    status: 409,
    message:
      'Esta mudança precisa da aprovação de uma segunda pessoa que administre a equipe, e ainda não há outra. Peça a quem opera o sistema.',
  },
  'staff.change-pending': {
    status: 409,
    message: 'Já há uma mudança desta pessoa à espera de aprovação.',
  },
} as const

/** Pending changes, oldest first, and recent changes of staff, newest first. */
export const listStaffChangesCall = defineCall({
  method: 'GET',
  path: '/api/staff/members/changes',
  summary: 'Lista as mudanças da equipe à espera de aprovação e as mais recentes.',
  data: z.object({ pending: z.array(staffChangeSchema), recent: z.array(recentStaffChangeSchema) }),
  refusals: {},
  session: 'staff',
  permission: 'staff.manage',
})

const decided = {
  'staff.change-decided': {
    status: 409,
    message: 'Esta mudança já foi decidida ou venceu. Atualize a lista.',
  },
} as const

const changeIdField = { change_id: z.uuid('Entrada inválida') }

/** Approves and applies a change that another administrator proposed. */
export const approveStaffChangeCall = defineCall({
  method: 'POST',
  path: '/api/staff/members/changes/approve',
  summary: 'Aprova e faz uma mudança da equipe pedida por outra pessoa.',
  body: z.object(changeIdField),
  data: z.object({ member: staffMemberSchema }),
  refusals: {
    ...decided,
    'staff.own-proposal': {
      status: 403,
      message: 'Quem pediu a mudança não a aprova. Peça a outra pessoa que administra a equipe.',
    },
    'staff.own-account': {
      status: 409,
      message: 'Isto não pode ser feito na própria conta. Peça a outra pessoa que administra a equipe.',
    },
    'staff.change-outdated': {
      status: 409,
      message: 'A situação desta pessoa mudou desde o pedido. Recuse-o e peça de novo.',
    },
  },
  session: 'staff',
  permission: 'staff.manage',
  second_signature: true,
})

/** Rejects a change, or withdraws the member's own proposal. */
export const rejectStaffChangeCall = defineCall({
  method: 'POST',
  path: '/api/staff/members/changes/reject',
  summary: 'Recusa uma mudança da equipe, ou retira a que a própria pessoa pediu.',
  body: z.object(changeIdField),
  data: z.object({}),
  refusals: decided,
  session: 'staff',
  permission: 'staff.manage',
})
