import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { roles, rolesWithoutDesk, type Role } from '@clube/contract/kernel/permissions.ts'
import { waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as audit from '@clube/contract/staff/audit-calls.ts'
import * as changes from '@clube/contract/staff/change-calls.ts'
import { listProofsCall, type ProofView } from '@clube/contract/staff/proof-calls.ts'
import * as team from '@clube/contract/staff/management-calls.ts'
import type { StaffMember } from '@clube/contract/staff/member.ts'
import * as signIn from '@clube/contract/staff/sign-in-calls.ts'
import { currentToast } from '../kit/toast/toast-store.ts'
import { advanceTime } from '../testing/jsdom.ts'
import { respond, refusal, success, unreachable, type DeclaredResponse } from '../testing/fake-server.ts'
import { sampleId } from '../testing/samples.ts'
import {
  confirm,
  choose,
  expectText,
  fieldValue,
  heading,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import { auditLine, identity, member as bruno, proof, staffChange } from '../testing/staff-samples.ts'
import { pressKey, open, openAs, reload, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'
import { desksOf } from './app/desks.ts'
import { setShortcutsOn } from './parts/shortcuts.ts'

const noSession = refusal('session.required')

setUpStaffScreens()
beforeEach(() => setShortcutsOn(true))

/** Opens the sign-in page; the given step follows the password. */
const openSignIn = (path: string, next: 'code' | 'enrollment', ...responses: DeclaredResponse[]) =>
  open(
    path,
    respond(signIn.staffSessionCall, noSession),
    respond(signIn.staffSignInCall, { next }),
    ...responses,
  )

/** Signs in with e-mail and password. */
const enterPassword = async () => {
  await type('E-mail', 'Isabel@exemplo.com.br')
  await type('Senha', 'Chave-da-Casa-99')
  await press('Continuar')
}

test('staff sign-in requires password and code, then opens the requested desk', async () => {
  await openSignIn('/pessoas', 'code', respond(signIn.staffConfirmCodeCall, identity))
  expect(heading()).toBe('Entrada da equipe')
  await press('Continuar')
  expect(screen.getAllByText('Este campo não pode estar vazio')).toHaveLength(2)
  await enterPassword()
  expect(server.bodiesOf(signIn.staffSignInCall)).toEqual([
    { email: 'isabel@exemplo.com.br', password: 'Chave-da-Casa-99' },
  ])
  expect(heading()).toBe('Código de segurança')
  await type('Código do aplicativo', '123456')
  expect(server.bodiesOf(signIn.staffConfirmCodeCall)).toEqual([{ code: '123456' }])
  expect(heading()).toBe('Pessoas da equipe')
  expect(screen.getByRole('link', { name: /Auditoria/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Recuperações/ })).toBeNull()
})

test('a wrong authenticator code clears its field and shows an error, and an expired sign-in restarts', async () => {
  await openSignIn(
    '',
    'code',
    respond(signIn.staffConfirmCodeCall, refusal('staff.wrong-code'), refusal('staff.sign-in-expired')),
  )
  await enterPassword()
  await type('Código do aplicativo', '111111')
  expectText('Código incorreto ou já usado. Espere o próximo código e tente novamente.')
  expect(fieldValue('Código do aplicativo')).toBe('')
  await type('Código do aplicativo', '222222')
  expect(heading()).toBe('Entrada da equipe')
  expectText('Sua entrada expirou. Comece novamente.')
})

test('the first staff sign-in shows the authenticator’s QR Code, then the recovery codes, which must be confirmed as saved', async () => {
  const codes = ['ABCD-EFGH-JKLM-NPQR', 'BBCD-EFGH-JKLM-NPQR']
  await openSignIn(
    '',
    'enrollment',
    respond(signIn.staffEnrollmentCall, {
      email: 'isabel@exemplo.com.br',
      secret: 'ABCD EFGH',
      otpauth_uri: 'otpauth://totp/x',
      qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    }),
    respond(signIn.staffConfirmEnrollmentCall, { identity, recovery_codes: codes }),
  )
  await enterPassword()
  const qr = screen.getByRole<HTMLImageElement>('img', { name: /QR Code/ })
  expect(atob(qr.src.split(',')[1] ?? '')).toContain('<svg')
  expectText('ABCD EFGH')
  await type('Código do aplicativo', '123456')
  for (const code of codes) expectText(code)
  const enter = screen.getByRole<HTMLButtonElement>('button', { name: 'Entrar' })
  expect(enter.disabled).toBe(true)
  choose('Guardei os códigos em um lugar seguro')
  await press('Entrar')
  expect(heading()).toBe('Pessoas da equipe')
})

test('an invitation’s token is removed from the URL, and a staff password needs 12 characters', async () => {
  await open(
    '/convite#um-token-secreto',
    respond(signIn.readInvitationCall, { name: 'Nova Pessoa', email: 'nova@exemplo.com.br' }),
    respond(signIn.acceptInvitationCall, { next: 'code' }),
  )
  expect(window.location.hash).toBe('')
  expect(server.bodiesOf(signIn.readInvitationCall)).toEqual([{ token: 'um-token-secreto' }])
  await type('Senha', 'curta')
  await type('Confirme a senha', 'outra')
  await press('Continuar')
  expectText('A senha da equipe deve ter no mínimo 12 caracteres')
  expectText('As senhas não coincidem')
  await type('Senha', 'Ventania-Boa-7')
  await type('Confirme a senha', 'Ventania-Boa-7')
  await press('Continuar')
  expect(heading()).toBe('Código de segurança')
})

describe('after a reload of the invitation page', () => {
  const readable = respond(signIn.readInvitationCall, { name: 'Nova Pessoa', email: 'nova@exemplo.com.br' })

  test('the invitation is shown again, and its token is not in web storage', async () => {
    await open('/convite#um-token-secreto', readable)
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('um-token-secreto')
    await reload(readable)
    expect(heading()).toBe('Boas-vindas à equipe')
    expectText('nova@exemplo.com.br')
  })

  test('a member who has already set the password is told to sign in with it', async () => {
    await open('/convite#um-token-secreto', readable, respond(signIn.acceptInvitationCall, { next: 'code' }))
    await type('Senha', 'Ventania-Boa-7')
    await type('Confirme a senha', 'Ventania-Boa-7')
    await press('Continuar')
    expect(heading()).toBe('Código de segurança')
    await reload(respond(signIn.staffSessionCall, noSession))
    expect(heading()).toBe('Entrada da equipe')
    expect(currentToast()).toMatchObject({
      message: 'Sua senha já foi criada. Entre com ela para continuar.',
    })
  })
})

test('an invitation that could not be loaded offline can be loaded again', async () => {
  const invited = { name: 'Nova Pessoa', email: 'nova@exemplo.com.br' }
  await open('/convite#um-token', respond(signIn.readInvitationCall, unreachable, invited))
  expectText('Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!')
  await press('Tentar novamente')
  expectText('nova@exemplo.com.br')
})

test('an invitation that was used or has expired directs members who already have a password to the sign-in page', async () => {
  const signedOut = respond(signIn.staffSessionCall, noSession)
  await open('/convite#x', signedOut, respond(signIn.readInvitationCall, refusal('staff.invitation-invalid')))
  expectText(
    'Este convite não vale mais. Se você já criou a senha, entre com ela. Se não, peça um novo a quem administra a equipe.',
  )
  await press('Ir para a entrada')
  expect(heading()).toBe('Entrada da equipe')
})

test('opening a desk without its permission, or an unknown staff path, shows an explanation', async () => {
  await open('/balcao')
  expect(heading()).toBe('Sem permissão')
  cleanup()
  await open('/nada')
  expect(heading()).toBe('Página não encontrada')
})

test('when the staff session has ended, the next action shows a notice and the sign-in form', async () => {
  await open('/pessoas', respond(team.changeStaffRolesCall, noSession))
  await press('Bruno Lacerda')
  choose('Auditor')
  await press('Salvar papéis')
  expect(heading()).toBe('Entrada da equipe')
  expectText('Sua sessão terminou. Entre novamente para continuar.')
})

test('staff sign-out ends the session on the server and shows the sign-in form without a notice', async () => {
  await open('/pessoas', respond(signIn.staffSignOutCall, {}))
  await press('Sair')
  expect(server.requestsOf(signIn.staffSignOutCall)).toHaveLength(1)
  expect(heading()).toBe('Entrada da equipe')
  expect(screen.queryByText(/Sua sessão terminou/)).toBeNull()
})

test('staff shortcuts work, except while typing or when switched off', async () => {
  await open(
    '/pessoas',
    respond(team.listStaffCall, [bruno, { ...bruno, staff_id: identity.staff_id, name: 'Zeca Prado' }]),
  )
  await pressKey('n', screen.getByLabelText(/Buscar/))
  expect(screen.queryByText('Convidar para a equipe')).toBeNull()
  await pressKey('l')
  expect(document.activeElement?.textContent).toBe('Bruno Lacerda')
  await pressKey('ArrowDown', document.activeElement ?? document.body)
  expect(document.activeElement?.textContent).toBe('Zeca Prado')
  await press('Teclas de atalho: ligadas')
  await pressKey('n')
  expect(screen.queryByText('Convidar para a equipe')).toBeNull()
  await press('Teclas de atalho: desligadas')
  await pressKey('n')
  expectText('Convidar para a equipe')
})

test('the sidebar shows how many items are waiting at each desk and a digit for each of the first nine, and the 1 key opens the first', async () => {
  await openAs(
    ['account_security', 'validator', 'marketing', 'approver', 'auditor'],
    '/auditoria',
    respond(waitingCountsCall, [
      { permission: 'recovery.review', count: 3 },
      { permission: 'recovery.approve-second', count: 1 },
      { permission: 'receipts.review', count: 100 },
      { permission: 'campaigns.approve', count: 0 },
    ]),
  )
  const desks = within(screen.getByRole('navigation', { name: 'Mesas' }))
  expect(desks.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '1Recuperações4 à espera',
    '2Notas99+ à espera',
    '3Aprovações',
    '4Promoções',
    '5Documentos',
    '6Auditoria',
    '7Eventos',
    '8Estoque de brindes',
    '9Raspadinhas',
    'Marcas',
    'Lojas',
    'Avaliações',
    'Pontos',
  ])
  await pressKey('1')
  expect(heading()).toBe('Recuperações')
  expect(screen.getByRole('button', { name: 'Para analisar (3)' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Segunda aprovação (1)' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Em espera' })).toBeTruthy()
})

test('disabling a staff member requires confirmation', async () => {
  await open('/pessoas', respond(team.disableStaffCall, { member: { ...bruno, state: 'disabled' } }))
  await press('Bruno Lacerda')
  await press('Desativar acesso')
  expect(server.requestsOf(team.disableStaffCall)).toEqual([])
  await confirm('Confirmar: desativar')
  expect(server.bodiesOf(team.disableStaffCall)).toEqual([{ staff_id: bruno.staff_id }])
})

test('an invitation is sent by e-mail, and the team desk shows its status and sends it again', async () => {
  const invitation: StaffMember['invitation'] = {
    sent_at: '2026-11-21T12:00:00Z',
    expires_at: '2100-11-22T12:00:00Z',
    delivery: 'failed',
  }
  const staff_id = sampleId(903)
  const invited: StaffMember = { ...bruno, staff_id, name: 'Nova Pessoa', state: 'invited', invitation }
  const message = 'Enviamos o convite para nova@exemplo.com.br.'
  await open(
    '/pessoas',
    respond(team.listStaffCall, [bruno, invited]),
    respond(team.inviteStaffCall, success({ kind: 'done', member: invited }, { message })),
    respond(team.renewInvitationCall, success({ member: invited }, { message })),
  )
  await press('Convidar')
  await type('Nome completo', 'Nova Pessoa')
  await type('E-mail', 'nova@exemplo.com.br')
  await press('Enviar convite')
  expectText('Escolha pelo menos um papel')
  choose('Validador')
  await press('Enviar convite')
  expect(server.bodiesOf(team.inviteStaffCall)[0]).toEqual({
    name: 'Nova Pessoa',
    email: 'nova@exemplo.com.br',
    roles: ['validator'],
    brand_id: null,
  })
  expect(currentToast()).toMatchObject({ message: 'Enviamos o convite para nova@exemplo.com.br.' })
  expect(screen.queryByText('Convidar para a equipe')).toBeNull()

  expectText('E-mail não entregue')
  await press('Nova Pessoa')
  expectText('O e-mail não pôde ser entregue. Confira o endereço e envie de novo.')
  await press('Enviar convite de novo')
  expect(server.bodiesOf(team.renewInvitationCall)).toEqual([{ staff_id }])
})

test('the roles that the forms do not offer are exactly those without a desk', () => {
  const withoutDesk = (Object.keys(roles) as Role[]).filter((role) => desksOf([role]).length === 0)
  expect(rolesWithoutDesk).toEqual(withoutDesk)
})

test('an administrator can approve a staff change that another administrator proposed', async () => {
  const decided = { pending: [], recent: [] }
  await open(
    '/pessoas',
    respond(changes.listStaffChangesCall, { pending: [staffChange], recent: [] }, decided),
    respond(
      changes.approveStaffChangeCall,
      success({ member: bruno }, { message: 'Mudança aprovada e feita.' }),
    ),
  )
  await press('A aprovar (1)')
  await press('Olívia Ramos')
  expectText('Jorge Amaral, em 21/11/2026, 09:00')
  await press('Aprovar')
  await confirm('Confirmar: aprovar')
  expect(server.bodiesOf(changes.approveStaffChangeCall)).toEqual([{ change_id: staffChange.change_id }])
  expect(currentToast()).toMatchObject({ message: 'Mudança aprovada e feita.' })
  expectText('Nenhuma mudança espera aprovação.')
  expect(screen.getByRole('button', { name: 'A aprovar' })).toBeTruthy()
})

test('the administrator who proposed a staff change can withdraw it but not approve it', async () => {
  const { staff_id, name } = identity
  const own = { ...staffChange, proposed_by: { staff_id, name } }
  await open(
    '/pessoas',
    respond(changes.listStaffChangesCall, { pending: [own], recent: [] }),
    respond(changes.rejectStaffChangeCall, {}),
  )
  await press('A aprovar (1)')
  await press('Olívia Ramos')
  expectText(/Você pediu esta mudança/)
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  await press('Retirar pedido')
  expect(server.bodiesOf(changes.rejectStaffChangeCall)).toEqual([])
  await confirm('Confirmar: retirar')
  expect(server.bodiesOf(changes.rejectStaffChangeCall)).toEqual([{ change_id: staffChange.change_id }])
})

test('an administrator with recent roles sees why they cannot approve a staff change', async () => {
  await open(
    '/pessoas',
    respond(changes.listStaffChangesCall, { pending: [staffChange], recent: [] }),
    respond(changes.approveStaffChangeCall, refusal('session.roles-too-recent')),
  )
  await press('A aprovar (1)')
  await press('Olívia Ramos')
  await press('Aprovar')
  await confirm('Confirmar: aprovar')
  expect(currentToast().message).toMatch(/^Seus papéis são recentes/)
})

test('the roles form rejects mutually exclusive roles, and sensitive roles wait for a second administrator', async () => {
  await open(
    '/pessoas',
    respond(
      team.changeStaffRolesCall,
      success({ kind: 'proposed', change: staffChange }, { message: 'Pedido feito.' }),
    ),
  )
  await press('Bruno Lacerda')
  choose('Aprovador')
  expectText(/valem depois que outra pessoa que administra aprovar/)
  await press('Salvar papéis')
  expectText('Quem escreve promoções não as aprova.')
  expect(server.requestsOf(team.changeStaffRolesCall)).toEqual([])
  choose('Aprovador')
  choose('Validador')
  await press('Salvar papéis')
  expect(currentToast()).toMatchObject({ message: 'Pedido feito.' })
  expect(screen.queryByRole('button', { name: 'Salvar papéis' })).toBeNull()
})

test('saving unchanged roles sends no request and shows a notice', async () => {
  await open('/pessoas')
  await press('Bruno Lacerda')
  await press('Salvar papéis')
  expect(server.requestsOf(team.changeStaffRolesCall)).toEqual([])
  expect(currentToast().message).toBe('Nada mudou: são os papéis que a pessoa já tem.')
})

test('each recent staff change shows who made it, or that it was made on the command line', async () => {
  const line = {
    position: 2,
    at: '2026-11-21T12:00:00Z',
    name: 'Nina Prado',
    sentence: 'Desativou o acesso.',
  }
  await open(
    '/pessoas',
    respond(changes.listStaffChangesCall, {
      pending: [],
      recent: [
        { ...line, by: 'Jorge Amaral' },
        { ...line, position: 1, by: null, name: null },
      ],
    }),
  )
  await press('Mudanças recentes')
  expect(rows().slice(1)).toEqual([
    '21/11/2026, 09:00Nina PradoDesativou o acesso.Jorge Amaral',
    '21/11/2026, 09:00–Desativou o acesso.Linha de comando',
  ])
})

test.each([
  [{ kind: 'pending' }, ['Ainda não provado']],
  [{ kind: 'proved', proved_at: '2026-11-21T14:00:00Z' }, ['Provado em 21/11/2026, 11:00']],
  [{ kind: 'overdue', since: '2026-11-20T14:00:00Z' }, ['sem prova desde 20/11/2026, 11:00.', 'Sem prova']],
  [
    {
      kind: 'failed',
      found: 2,
      findings: [
        {
          problem: 'O saldo não confere.',
          subject: '7',
          expected: 10,
          found: 11,
          found_at: '2026-11-21T14:00:00Z',
        },
      ],
    },
    ['Falhou', '2 problemas', 'O saldo não confere. Esperado 10, encontrado 11.', 'E mais 1.'],
  ],
] as const)('the audit desk shows the result of a background proof: %j', async (result, texts) => {
  await open(
    '/auditoria',
    respond(listProofsCall, [{ ...proof, result: structuredClone(result) as ProofView['result'] }]),
  )
  for (const text of texts) expectText(new RegExp(text.replaceAll('.', '[.]')))
})

test('a keyboard shortcut of the audit desk requests a verification of the audit trail, and the desk shows its progress and result', async () => {
  vi.useFakeTimers()
  const trail = (state: Partial<ProofView>) => [{ ...proof, title: 'Trilha de auditoria', ...state }]
  await open(
    '/auditoria',
    respond(audit.verifyAuditCall, {}),
    respond(
      listProofsCall,
      trail({}),
      trail({ full_pass: { kind: 'requested', requested_at: '2026-11-21T15:00:00Z' } }),
      trail({ full_pass: { kind: 'running', started_at: '2026-11-21T15:00:30Z', progress: '3.000 linhas' } }),
      trail({ proved: '7.000 linhas' }),
    ),
  )
  expectText(auditLine.sentence)
  await pressKey('v')
  expect(currentToast()?.message).toBe('A trilha inteira será verificada. Acompanhe em Provas automáticas.')
  expectText(/^Nova prova completa pedida em 21\/11\/2026, 12:00/)
  await advanceTime(2_000)
  expectText('Prova completa em andamento desde 21/11/2026, 12:00: 3.000 linhas')
  await advanceTime(2_000)
  expectText('7.000 linhas')
  expect(screen.queryByText(/em andamento/)).toBeNull()
})

test('a document typed into the audit filter is looked up by POST and never part of a URL', async () => {
  await openAs('auditor', '/auditoria', respond(audit.findAuditSubjectCall, { customer_id: sampleId(21) }))
  await type('Sobre (CPF, CNPJ ou identificador)', '529.982.247-2')
  await type('Sobre (CPF, CNPJ ou identificador)', '529.982.247-25')
  expect(server.bodiesOf(audit.findAuditSubjectCall)).toEqual([{ document_id: '52998224725' }])
  const subjects = server.requestsOf(audit.searchAuditCall).map(({ query }) => query.subject_id)
  expect(new Set(subjects)).toEqual(new Set([undefined, sampleId(21)]))
})

const subjectField = 'Sobre (CPF, CNPJ ou identificador)'
const maria = sampleId(21)
const otherCustomer = sampleId(22)
const linesAbout = (request: { query: Readonly<Record<string, unknown>> }) => [
  { ...auditLine, sentence: `Linha sobre ${String(request.query['subject_id'])}.` },
]

test('the audit desk shows no lines of one customer while another customer’s document is typed, looked up or unknown', async () => {
  const answer = Promise.withResolvers<{ customer_id: string | null }>()
  await openAs(
    'auditor',
    '/auditoria',
    respond(audit.searchAuditCall, linesAbout),
    respond(audit.findAuditSubjectCall, { customer_id: maria }, answer.promise),
  )
  await type(subjectField, '529.982.247-25')
  expectText(`Linha sobre ${maria}.`)
  const expectNoLines = () => expect(screen.queryByText(/^Linha sobre/)).toBeNull()
  await type(subjectField, '111.444.777-3')
  expectNoLines()
  expectText('Digite o CPF, o CNPJ ou o identificador inteiro.')
  await type(subjectField, '111.444.777-35')
  expectNoLines()
  answer.resolve({ customer_id: null })
  await settle()
  expectNoLines()
  expectText('Não há cadastro com este documento.')
})

test('a late response to the lookup of an earlier document does not change the lines of the audit desk', async () => {
  const late = Promise.withResolvers<{ customer_id: string | null }>()
  await openAs(
    'auditor',
    '/auditoria',
    respond(audit.searchAuditCall, linesAbout),
    respond(audit.findAuditSubjectCall, late.promise, { customer_id: otherCustomer }),
  )
  await type(subjectField, '529.982.247-25')
  await type(subjectField, '111.444.777-35')
  late.resolve({ customer_id: maria })
  await settle()
  expectText(`Linha sobre ${otherCustomer}.`)
  expect(screen.queryByText(`Linha sobre ${maria}.`)).toBeNull()
})

test('focus stays on the audit desk after a control that disappears is used: a line’s subject and “Limpar”', async () => {
  await openAs('auditor', '/auditoria')
  const focusAfter = async (button: HTMLElement) => {
    button.focus()
    fireEvent.click(button)
    await settle()
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  }
  await focusAfter(screen.getByTitle(/^Ver tudo sobre/))
  expect(fieldValue(subjectField)).toBe(auditLine.subject?.id)
  await focusAfter(screen.getByRole('button', { name: 'Limpar' }))
  expect(fieldValue(subjectField)).toBe('')
})
