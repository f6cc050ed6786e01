import { listAuditActorsCall, searchAuditCall, verifyAuditCall } from '@clube/contract/staff/audit-calls.ts'
import { inviteStaffCall, listStaffCall } from '@clube/contract/staff/management-calls.ts'
import type { StaffMember } from '@clube/contract/staff/member.ts'
import {
  findCustomerCall,
  issueDeskCodeCall,
  type DeskCustomer,
} from '@clube/contract/recovery/desk-calls.ts'
import {
  listRecoveryRequestsCall,
  readRecoveryRequestCall,
  type RecoveryRequest,
} from '@clube/contract/recovery/review-calls.ts'
import type { Person } from './person.ts'
import { neverAnswers, refuses, unreachable, yields } from './pretend-server.ts'
import { screensOf, type ScreenState } from './screen-state.ts'
import { signedInAs } from './staff-screens.ts'

const id = '01a1fdbb-01d2-7c5b-af13-491f5d989bb5'
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const later = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

const request: RecoveryRequest = {
  id,
  protocol: '2026-000123-4',
  state: 'submitted',
  submitted_at: ago(95),
  answer_by: later(46),
  document: '***.533.447-**',
  changes_both_contacts: false,
  is_mine: false,
  document_type: 'cpf',
  name: { given: 'Rosa Helena Martins', on_file: 'Rosa Helena Martins' },
  birth_date: { given: '1972-08-30', is_on_file: true },
  cellphone: {
    status: 'changed',
    given: '11932104567',
    previous: '11945671234',
    on_file: '(11) *****-1234',
    is_on_file: false,
    is_previous_on_file: true,
  },
  email: {
    status: 'unchanged',
    given: 'rosa.helena@exemplo.com.br',
    previous: null,
    on_file: 'ro***@e***.br',
    is_on_file: true,
    is_previous_on_file: null,
  },
  extra_information: 'yes',
  extra_information_description: 'Perdi o celular no ônibus e troquei de número no mês passado.',
  photos: (['personal_id_front', 'personal_id_back', 'personal_id_selfie'] as const).map((purpose, at) => ({
    id: `01a1fdbb-01d2-7c5b-af13-491f5d989bc${at}`,
    purpose,
    is_purged: false,
  })),
  submission_day: ago(95).slice(0, 10),
  reviewer_name: null,
  held_until: null,
  decided_at: null,
  reason: null,
  follows_protocol: null,
}
const mine = { ...request, state: 'in_review', is_mine: true, reviewer_name: 'Isabel Teixeira' } as const
const both = { ...mine, changes_both_contacts: true, email: { ...request.email, is_on_file: false } }

const reading = (one: RecoveryRequest) => yields(readRecoveryRequestCall, one)

/** The desk Recuperações. */
const recoveryDesk = screensOf(
  {
    group: 'Mesa Recuperações',
    app: 'staff',
    path: '/equipe/recuperacoes',
    slug: 'recuperacoes',
    arrange: signedInAs('account_security'),
    answers: yields(listRecoveryRequestsCall, [
      request,
      { ...mine, id: id.replace('0', '1'), protocol: '2026-000124-2', submitted_at: ago(70) },
      { ...both, id: id.replace('0', '2'), protocol: '2026-000125-9', is_mine: false, submitted_at: ago(12) },
    ]),
  },
  {
    fila: { title: 'Fila', shows: '2026-000123-4' },
    vazia: { title: 'Fila vazia', answers: yields(listRecoveryRequestsCall, []), shows: 'Nenhum pedido' },
    esperando: {
      title: 'Fila, esperando',
      answers: neverAnswers(listRecoveryRequestsCall),
      shows: 'Recuperações',
    },
    'sem-rede': { title: 'Fila, sem rede', answers: unreachable(listRecoveryRequestsCall), shows: 'Tentar' },
  },
)
const requestPage = screensOf(
  {
    group: 'Mesa Recuperações',
    app: 'staff',
    path: `/equipe/recuperacoes/${id}`,
    slug: 'pedido',
    arrange: signedInAs('account_security'),
  },
  {
    novo: { title: 'Pedido novo', answers: reading(request), shows: 'Aguardando análise' },
    'em-analise': { title: 'Pedido em análise', answers: reading(mine), shows: 'O documento está legível?' },
    'dois-contatos': {
      title: 'Pedido que troca os dois contatos',
      answers: reading(both),
      shows: 'precisa de duas aprovações',
    },
    'falta-conferir': {
      title: 'Aprovar sem conferir',
      answers: reading(mine),
      act: (person) => person.press('Aprovar'),
      shows: 'Só é possível aprovar quando todos os itens conferem.',
    },
    'pedir-de-novo': {
      title: 'Pedir de novo',
      answers: reading(mine),
      act: async (person) => {
        await person.sees('O documento está legível?')
        await person.key('p')
      },
      shows: 'Envie um documento aceito: CNH ou RG com CPF.',
    },
    segunda: {
      title: 'Segunda aprovação',
      answers: reading({ ...both, state: 'needs_second', is_mine: false, reviewer_name: 'Rui Nogueira' }),
      shows: 'Aguardando segunda aprovação',
    },
    espera: {
      title: 'Em espera de 24 horas',
      answers: reading({ ...both, state: 'held', is_mine: false, held_until: later(23) }),
      shows: 'Em espera de 24 horas',
    },
    aprovado: {
      title: 'Pedido aprovado',
      answers: reading({ ...request, state: 'approved', reviewer_name: 'Rui Nogueira', decided_at: ago(5) }),
      shows: 'Aprovado',
    },
    recusado: {
      title: 'Pedido recusado',
      answers: reading({
        ...request,
        state: 'rejected',
        reviewer_name: 'Rui Nogueira',
        decided_at: ago(5),
        reason: 'As fotos enviadas não são da pessoa que tem este cadastro.',
        photos: request.photos.map((photo) => ({ ...photo, is_purged: true })),
      }),
      shows: 'As fotos enviadas não são da pessoa que tem este cadastro.',
    },
    desconhecido: {
      title: 'Pedido que não existe',
      answers: refuses(readRecoveryRequestCall, 'recovery.unknown-request'),
      shows: 'Pedido não encontrado.',
    },
  },
)

const customer: DeskCustomer = {
  customer_id: id,
  document_type: 'cpf',
  document: '***.982.247-**',
  name: 'Maria Aparecida da Silva',
  birth_date: '14/05/1986',
  cellphone: '(11) *****-4321',
  email: 'ma***@e***.br',
  account_status: 'active',
  open_request: null,
}
const find = async (person: Person): Promise<void> => {
  await person.type('CPF ou CNPJ', '529.982.247-25')
  await person.press('Procurar')
}
const serviceDesk = screensOf(
  {
    group: 'Mesa Balcão',
    app: 'staff',
    path: '/equipe/balcao',
    slug: 'balcao',
    arrange: signedInAs('attendant'),
    answers: yields(findCustomerCall, { customer }),
  },
  {
    vazio: { title: 'Balcão', shows: 'Procurar' },
    'cpf-invalido': {
      title: 'CPF inválido',
      act: async (person) => {
        await person.type('CPF ou CNPJ', '111.111.111-11')
        await person.press('Procurar')
      },
      shows: 'CPF inválido!',
    },
    pessoa: { title: 'Uma pessoa', act: find, shows: 'Maria Aparecida da Silva' },
    ninguem: {
      title: 'Ninguém com este documento',
      answers: yields(findCustomerCall, { customer: null }),
      act: find,
      shows: 'Não há cadastro',
    },
    'falta-conferir': {
      title: 'Emitir sem conferir',
      act: async (person) => {
        await find(person)
        await person.press('Emitir código')
      },
      shows: 'Só é possível emitir o código quando todos os itens conferem.',
    },
    codigo: {
      title: 'Código para a pessoa',
      answers: yields(issueDeskCodeCall, { code: '482913', expires_at: later(0.25) }),
      act: async (person) => {
        await find(person)
        await person.sees('Emitir código')
        for (const yes of document.querySelectorAll<HTMLInputElement>('input[type=radio]'))
          if (yes.labels?.[0]?.textContent?.trim() === 'Sim') yes.click()
        await person.press('Emitir código')
      },
      shows: '482913',
    },
  },
)

const member: StaffMember = {
  staff_id: id,
  name: 'Bruno Lacerda',
  email: 'marketing@equipe.exemplo.com.br',
  roles: ['marketing'],
  state: 'active',
  has_second_factor: true,
  created_at: ago(60 * 24 * 40),
  last_signed_in_at: ago(200),
  invitation: null,
}
const invited = (name: string, at: number, invitation: StaffMember['invitation']): StaffMember => ({
  ...member,
  staff_id: id.replace('0', String(at)),
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@equipe.exemplo.com.br`,
  roles: ['service_agent'],
  state: 'invited',
  has_second_factor: false,
  last_signed_in_at: null,
  invitation,
})
const times = { sent_at: ago(30), expires_at: later(23) }
const team = screensOf(
  {
    group: 'Mesa Pessoas da equipe',
    app: 'staff',
    path: '/equipe/pessoas',
    slug: 'pessoas',
    arrange: signedInAs('administrator'),
    answers: yields(listStaffCall, [
      member,
      invited('Nina Prado', 1, { ...times, delivery: 'queued' }),
      invited('Otto Reis', 2, { ...times, delivery: 'sent' }),
      invited('Paula Dias', 3, { ...times, delivery: 'failed' }),
      invited('Quitéria Luz', 4, { ...times, expires_at: ago(60), delivery: 'sent' }),
      { ...invited('Saulo Melo', 5, null), state: 'disabled' },
    ]),
  },
  {
    lista: { title: 'Lista', shows: 'Bruno Lacerda' },
    convidar: {
      title: 'Convidar',
      act: (person) => person.press('Convidar'),
      shows: 'Convidar para a equipe',
    },
    'convidar-erros': {
      title: 'Convidar, com erros',
      answers: refuses(inviteStaffCall, 'staff.email-taken'),
      act: async (person) => {
        await person.press('Convidar')
        await person.press('Enviar convite')
      },
      shows: 'Escolha pelo menos um papel',
    },
    pessoa: {
      title: 'Uma pessoa',
      act: (person) => person.press('Bruno Lacerda'),
      shows: 'Desativar acesso',
    },
    convidada: {
      title: 'Uma pessoa cujo convite não chegou',
      act: (person) => person.press('Paula Dias'),
      shows: 'O e-mail não pôde ser entregue.',
    },
  },
)

const line = {
  position: 812,
  at: ago(4),
  actor: { kind: 'staff', id, name: 'Rui Nogueira' },
  action: 'recovery.approve',
  subject: { kind: 'recovery-request', id },
  sentence: 'Aprovou o pedido de recuperação 2026-000123-4.',
} as const
const lines = [
  line,
  {
    ...line,
    position: 811,
    action: 'recovery.view-photo',
    sentence: 'Olhou a foto da frente do documento do pedido 2026-000123-4.',
  },
  {
    ...line,
    position: 810,
    actor: { kind: 'customer', id, name: null },
    action: 'recovery.submit',
    sentence:
      'Enviou o pedido de recuperação 2026-000123-4, com três fotos. Quem enviou ainda não provou quem é.',
  },
  {
    ...line,
    position: 809,
    actor: { kind: 'system', id: null, name: null },
    action: 'recovery.release',
    sentence: 'A espera de 24 horas do pedido 2026-000122-6 terminou sem objeção; o código foi enviado.',
  },
] as const
const audit = screensOf(
  {
    group: 'Mesa Auditoria',
    app: 'staff',
    path: '/equipe/auditoria',
    slug: 'auditoria',
    arrange: signedInAs('auditor'),
    answers: {
      ...yields(searchAuditCall, [...lines], { next_cursor: '809' }),
      ...yields(listAuditActorsCall, [{ staff_id: id, name: 'Rui Nogueira' }]),
    },
  },
  {
    linhas: { title: 'Linhas', shows: 'Aprovou o pedido' },
    nenhuma: {
      title: 'Nenhuma linha',
      answers: yields(searchAuditCall, []),
      shows: 'Nenhuma linha corresponde ao filtro.',
    },
    integra: {
      title: 'Trilha íntegra',
      answers: yields(verifyAuditCall, { at: 'intact', lines: 812, hash: 'ab12'.repeat(16) }),
      act: (person) => person.press('Verificar cadeia'),
      shows: 'A trilha está íntegra: 812 linhas.',
    },
    violada: {
      title: 'Trilha violada',
      answers: yields(verifyAuditCall, { at: 'broken', position: 803, fault: 'changed' }),
      act: (person) => person.press('Verificar cadeia'),
      shows: 'A trilha foi violada: a linha 803 foi alterada.',
    },
    'sem-permissao': {
      title: 'Sem permissão',
      arrange: signedInAs('gate_steward'),
      shows: 'Sem permissão',
    },
  },
)

/** The desks that recovery and the staff itself need. */
export const deskScreens: readonly ScreenState[] = [
  ...recoveryDesk,
  ...requestPage,
  ...serviceDesk,
  ...team,
  ...audit,
]
