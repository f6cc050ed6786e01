import {
  findAuditSubjectCall,
  searchAuditCall,
  verifyAuditCall,
  type AuditLineView,
} from '@clube/contract/staff/audit-calls.ts'
import { approveStaffChangeCall, listStaffChangesCall } from '@clube/contract/staff/change-calls.ts'
import { listProofsCall, type ProofView } from '@clube/contract/staff/proof-calls.ts'
import { listStaffCall } from '@clube/contract/staff/management-calls.ts'
import type { StaffMember } from '@clube/contract/staff/member.ts'
import { respond, refusal, success, unanswered } from '../../testing/fake-server.ts'
import { sampleId, samples } from '../../testing/samples.ts'
import { auditLine, identity, member, proof, staffChange } from '../../testing/staff-samples.ts'
import { choose, press, type } from './simulated-user.ts'
import type { ScreenState } from './screen-state.ts'
import { ago, deskScreens, later, signedInAs } from './staff-screens.ts'

const invited = (name: string, idNumber: number, invitation: StaffMember['invitation']): StaffMember => ({
  ...member,
  staff_id: sampleId(idNumber),
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@equipe.exemplo.com.br`,
  roles: ['service_agent'],
  state: 'invited',
  has_second_factor: false,
  invitation,
})
const longNames = {
  name: 'Maria Antonieta Guilhermina Wanderley Cavalcanti de Albuquerque Montenegro',
  email: 'maria.antonieta.wanderley.cavalcanti.de.albuquerque@administracao.shoppingipe.exemplo.com.br',
}
const unbroken = {
  name: 'Bartholomeu Wolfeschlegelsteinhausenbergerdorffs',
  email: `${'bartholomeuwolfeschlegelstein'.repeat(2)}@${'shoppingdoipeamarelo'.repeat(2)}.exemplo.com.br`,
}
const longMember: StaffMember = { ...member, ...longNames, last_signed_in_at: ago(200) }
const changes = respond(listStaffChangesCall, {
  pending: [
    { ...staffChange, proposed_at: ago(90), expires_at: later(160) },
    {
      ...staffChange,
      change_id: '018f2b7c-7e1a-4b3c-9d00-000000000905',
      kind: 'roles',
      staff_id: member.staff_id,
      name: member.name,
      email: member.email,
      roles: ['marketing', 'validator'],
      proposed_by: { staff_id: identity.staff_id, name: identity.name },
      proposed_at: ago(30),
      expires_at: later(167),
    },
    {
      ...staffChange,
      change_id: '018f2b7c-7e1a-4b3c-9d00-000000000906',
      kind: 'reset-second-factor',
      staff_id: sampleId(907),
      name: 'Carla Menezes',
      email: 'carla@exemplo.com.br',
      proposed_at: ago(10),
      expires_at: later(167),
    },
  ],
  recent: [
    {
      position: 830,
      at: ago(40),
      by: 'Jorge Amaral',
      name: 'Nina Prado',
      sentence: 'Convidou alguém para a equipe com os papéis: SAC.',
    },
    {
      position: 820,
      at: ago(3000),
      by: null,
      name: 'Jorge Amaral',
      sentence: 'Convidou alguém para a equipe com os papéis: Administrador.',
    },
  ],
})
const times = { sent_at: ago(30), expires_at: later(23) }

const team = deskScreens(
  'Pessoas da equipe',
  'administrator',
  {
    path: '/pessoas',
    slug: 'pessoas',
    responses: respond(listStaffCall, [
      { ...member, last_signed_in_at: ago(200) },
      invited('Nina Prado', 1, { ...times, delivery: 'queued' }),
      invited('Otto Reis', 2, { ...times, delivery: 'sent' }),
      invited('Paula Dias', 3, { ...times, delivery: 'failed' }),
      invited('Quitéria Luz', 4, { ...times, expires_at: ago(60), delivery: 'sent' }),
      { ...invited('Saulo Melo', 5, null), state: 'disabled' },
    ]),
  },
  {
    lista: { title: 'Lista', shows: 'Bruno Lacerda' },
    'nomes-longos': {
      title: 'Nomes e e-mails longos',
      responses: [
        respond(listStaffCall, [
          longMember,
          { ...longMember, ...unbroken, staff_id: sampleId(6), state: 'disabled' },
          { ...longMember, staff_id: sampleId(7), roles: ['administrator', 'auditor', 'service_agent'] },
          member,
        ]),
        respond(listStaffChangesCall, {
          pending: [{ ...staffChange, ...longNames, roles: ['approver', 'validator', 'service_agent'] }],
          recent: [],
        }),
      ],
      shows: longNames.name,
    },
    'nomes-longos-pessoa': {
      title: 'Uma pessoa com nome e e-mail longos',
      responses: respond(listStaffCall, [{ ...longMember, ...unbroken }]),
      act: press(unbroken.name),
      shows: 'Desativar acesso',
    },
    'a-aprovar': {
      title: 'Mudanças a aprovar',
      responses: changes,
      act: press('A aprovar (3)'),
      shows: 'Olívia Ramos',
    },
    'a-aprovar-nada': {
      title: 'Nada a aprovar',
      act: press('A aprovar'),
      shows: 'Nenhuma mudança espera aprovação.',
    },
    mudanca: {
      title: 'Uma mudança de outra pessoa',
      responses: changes,
      act: [press('A aprovar (3)'), press('Olívia Ramos')],
      shows: 'Aprove só se conhece a pessoa',
    },
    'mudanca-propria': {
      title: 'Uma mudança que a própria pessoa pediu',
      responses: changes,
      act: [press('A aprovar (3)'), press('Bruno Lacerda')],
      shows: 'Você pediu esta mudança.',
    },
    'mudanca-recente-demais': {
      title: 'Papéis recentes não aprovam',
      responses: [changes, respond(approveStaffChangeCall, refusal('session.roles-too-recent'))],
      act: [press('A aprovar (3)'), press('Olívia Ramos'), press('Aprovar'), press('Confirmar: aprovar')],
      shows: 'Seus papéis são recentes',
    },
    recentes: {
      title: 'Mudanças recentes',
      responses: changes,
      act: press('Mudanças recentes'),
      shows: 'Linha de comando',
    },
    'convidar-papel-sensivel': {
      title: 'Convidar com um papel sensível',
      act: [press('Convidar'), choose('Aprovador')],
      shows: 'valem depois que outra pessoa',
    },
    convidar: { title: 'Convidar', act: press('Convidar'), shows: 'Convidar para a equipe' },
    'convidar-erros': {
      title: 'Convidar, com erros',
      act: [press('Convidar'), press('Enviar convite')],
      shows: 'Escolha pelo menos um papel',
    },
    pessoa: { title: 'Uma pessoa', act: press('Bruno Lacerda'), shows: 'Desativar acesso' },
    convidada: {
      title: 'Uma pessoa cujo convite não chegou',
      act: press('Paula Dias'),
      shows: 'O e-mail não pôde ser entregue.',
    },
  },
)

/** Lines of staff, of a customer and of the system, newest first. */
const lines: AuditLineView[] = [
  auditLine,
  {
    ...auditLine,
    position: 811,
    action: 'recovery.view-photo',
    sentence: 'Olhou a foto da frente do documento do pedido 2026-000123-4.',
  },
  {
    ...auditLine,
    position: 810,
    actor: { kind: 'customer', id: sampleId(108), name: null },
    action: 'recovery.submit',
    sentence:
      'Enviou o pedido de recuperação 2026-000123-4, com três fotos. Quem enviou ainda não provou quem é.',
  },
  {
    ...auditLine,
    position: 809,
    actor: { kind: 'system', id: null, name: null },
    action: 'recovery.release',
    sentence: 'A espera de 24 horas do pedido 2026-000122-6 terminou sem objeção; o código foi enviado.',
  },
]

const trailText = (lines: string) => `${lines} linhas, código da última ab12ab12ab12ab12…`
const trail: ProofView = {
  ...proof,
  name: 'audit-trail',
  title: 'Trilha de auditoria',
  proved: trailText('812'),
}
const places: ProofView = { ...proof, name: 'event-sessions', title: 'Eventos: lugares das sessões' }
const problem = {
  problem: 'O saldo de um cliente não é a soma de seus lançamentos.',
  subject: sampleId(108),
  expected: 120,
  found: 1120,
  found_at: ago(50),
}

const audit = deskScreens(
  'Auditoria',
  'auditor',
  {
    path: '/auditoria',
    slug: 'auditoria',
    responses: respond(searchAuditCall, success(lines, { next_cursor: '809' })),
  },
  {
    linhas: { title: 'Linhas', shows: 'Aprovou o pedido' },
    nenhuma: {
      title: 'Nenhuma linha',
      responses: respond(searchAuditCall, []),
      shows: 'Nenhuma linha corresponde ao filtro.',
    },
    'documento-incompleto': {
      title: 'Um documento ainda não digitado inteiro',
      act: type('Sobre (CPF, CNPJ ou identificador)', '529.982'),
      shows: 'Digite o CPF, o CNPJ ou o identificador inteiro.',
    },
    'outra-pessoa-carregando': {
      title: 'As linhas de outra pessoa, carregando',
      responses: [
        respond(findAuditSubjectCall, { customer_id: sampleId(108) }),
        respond(searchAuditCall, success(lines, { next_cursor: '809' }), unanswered),
      ],
      act: type('Sobre (CPF, CNPJ ou identificador)', samples.profile.document_id),
      shows: 'Carregando',
    },
    'documento-sem-cadastro': {
      title: 'Um documento sem cadastro',
      responses: respond(findAuditSubjectCall, { customer_id: null }),
      act: type('Sobre (CPF, CNPJ ou identificador)', samples.profile.document_id),
      shows: 'Não há cadastro com este documento.',
    },
    'provas-pendentes': {
      title: 'Provas que ainda não passaram',
      responses: respond(listProofsCall, [
        proof,
        { ...trail, result: { kind: 'pending' }, full_proved_at: null },
      ]),
      shows: 'Ainda não provado',
    },
    'prova-falhou': {
      title: 'Uma prova que falhou',
      responses: respond(listProofsCall, [
        {
          ...proof,
          result: {
            kind: 'failed',
            found: 3,
            findings: [
              problem,
              {
                ...problem,
                problem: 'O saldo de um cliente não é a soma de seus lotes de pontos.',
              },
            ],
          },
        },
        trail,
        {
          ...places,
          result: {
            kind: 'failed',
            found: 1,
            findings: [
              {
                ...problem,
                problem: 'Os lugares vendidos de uma sessão não são os de seus ingressos e entradas.',
                expected: 41,
                found: 42,
              },
            ],
          },
        },
      ]),
      shows: 'Esperado 120, encontrado 1120.',
    },
    'sem-prova': {
      title: 'Uma prova que parou de passar',
      responses: respond(listProofsCall, [
        proof,
        { ...trail, result: { kind: 'overdue', since: ago(600) }, full_proved_at: ago(3000) },
        places,
      ]),
      shows: 'Trilha de auditoria: sem prova desde',
    },
    'verificacao-pedida': {
      title: 'Verificação pedida',
      responses: [
        respond(verifyAuditCall, {}),
        respond(listProofsCall, [
          proof,
          { ...trail, full_pass: { kind: 'requested', requested_at: ago(0) } },
          places,
        ]),
      ],
      act: press('Verificar cadeia'),
      shows: 'Nova prova completa pedida em',
    },
    'verificacao-em-andamento': {
      title: 'Verificação em andamento',
      responses: respond(listProofsCall, [
        proof,
        { ...trail, full_pass: { kind: 'running', started_at: ago(2), progress: trailText('500') } },
        places,
      ]),
      shows: 'Prova completa em andamento desde',
    },
    'sem-permissao': { title: 'Sem permissão', arrange: signedInAs('gate_steward'), shows: 'Sem permissão' },
  },
)

/** The desks Pessoas da equipe and Auditoria. */
export const administrationDeskScreens: readonly ScreenState[] = [...team, ...audit]
