import { createHash } from 'node:crypto'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import type { Database } from '../../src/db/database.ts'
import { codeAt, createRecoveryCodes, hasMember, seedMember, stepOf } from '../../src/modules/staff/index.ts'
import type { Vault } from '../../src/modules/vault/index.ts'

const domain = 'equipe.clubeipe.exemplo.com.br'

/** The staff of the demonstration, listed in the README and used by journeys. */
export const staffPersonas = {
  attendant: {
    name: 'Ana Beatriz Souza',
    login: 'balcao',
    password: 'Balcao-Atento-10',
    roles: ['attendant'],
  },
  second_attendant: {
    name: 'Marcos Vieira',
    login: 'balcao2',
    password: 'Balcao-Segundo-11',
    roles: ['attendant'],
  },
  gift_supervisor: {
    name: 'Karina Monteiro',
    login: 'balcao.chefe',
    password: 'Brinde-Entregue-12',
    roles: ['gift_supervisor'],
  },
  reviewer: {
    name: 'Rui Carlos Nogueira',
    login: 'seguranca',
    password: 'Olhar-Atento-21',
    roles: ['account_security'],
  },
  second_reviewer: {
    name: 'Lia Fernandes',
    login: 'seguranca2',
    password: 'Segundo-Olhar-22',
    roles: ['account_security'],
  },
  marketing: { name: 'Bruno Lacerda', login: 'marketing', password: 'Vitrine-Nova-33', roles: ['marketing'] },
  approver: { name: 'Carla Menezes', login: 'aprovacao', password: 'Segunda-Firma-44', roles: ['approver'] },
  validator: { name: 'Diego Prado', login: 'notas', password: 'Nota-Conferida-55', roles: ['validator'] },
  gate_steward: {
    name: 'Eduardo Lima',
    login: 'portaria',
    password: 'Porta-Aberta-66',
    roles: ['gate_steward'],
  },
  gate_supervisor: {
    name: 'Fabiana Rocha',
    login: 'portaria.chefe',
    password: 'Portaria-Calma-67',
    roles: ['gate_supervisor'],
  },
  service_agent: {
    name: 'Gilberto Ramos',
    login: 'sac',
    password: 'Bom-Atendimento-77',
    roles: ['service_agent'],
  },
  service_supervisor: {
    name: 'Luciana Paiva',
    login: 'sac.chefe',
    password: 'Fila-Em-Ordem-79',
    roles: ['service_supervisor'],
  },
  reconciler: {
    name: 'Ivan Moreira',
    login: 'conciliacao',
    password: 'Conta-Fechada-81',
    roles: ['reconciler'],
  },
  second_reconciler: {
    name: 'Joana Tavares',
    login: 'conciliacao2',
    password: 'Conta-Conferida-82',
    roles: ['reconciler'],
  },
  auditor: { name: 'Helena Duarte', login: 'auditoria', password: 'Trilha-Inteira-88', roles: ['auditor'] },
  administrator: {
    name: 'Isabel Teixeira',
    login: 'administracao',
    password: 'Chave-da-Casa-99',
    roles: ['administrator'],
  },
  second_administrator: {
    name: 'Jorge Amaral',
    login: 'administracao2',
    password: 'Segunda-Chave-98',
    roles: ['administrator'],
  },
} as const satisfies Readonly<
  Record<string, { name: string; login: string; password: string; roles: readonly Role[] }>
>
export type StaffPersona = (typeof staffPersonas)[keyof typeof staffPersonas]

export const staffEmail = ({ login }: StaffPersona): string => `${login}@${domain}`

/** Secret of the authenticator app: the same in every demonstration, so that anyone can compute its codes. */
export const staffSecret = ({ login }: StaffPersona): Buffer =>
  createHash('sha1').update(`demonstration/${login}`).digest()

/** Recovery codes, also the same in every demonstration. */
export const staffRecoveryCodes = ({ login }: StaffPersona): string[] => {
  let counter = 0
  return createRecoveryCodes({
    bytes: (count) =>
      createHash('sha256')
        .update(`demonstration/${login}/${(counter += 1)}`)
        .digest()
        .subarray(0, count),
  })
}

/** The persona's current code; each is accepted once, so a second sign-in needs the code of the `next` step. */
export const staffCode = (persona: StaffPersona, now: Date, next: 0 | 1 = 0): string =>
  codeAt(staffSecret(persona), stepOf(now) + next)

/** Whether a database contains the demonstration's staff. */
export const hasDemonstrationStaff = (db: Database['db']): Promise<boolean> =>
  hasMember(db, Object.values(staffPersonas).map(staffEmail))

/** Inserts the staff into an empty database. */
export const seedStaff = async (input: { db: Database['db']; vault: Vault; now: Date }): Promise<void> => {
  for (const persona of Object.values(staffPersonas)) {
    const { name, roles, password } = persona
    const member = {
      name,
      roles,
      password,
      email: staffEmail(persona),
      totp_secret: staffSecret(persona),
      recovery_codes: staffRecoveryCodes(persona),
    }
    await seedMember({ ...input, member })
  }
}
