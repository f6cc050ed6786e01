// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listAuditActorsCall, searchAuditCall, verifyAuditCall } from '@clube/contract/staff/audit-calls.ts'
import {
  changeStaffRolesCall,
  disableStaffCall,
  inviteStaffCall,
  listStaffCall,
  renewInvitationCall,
} from '@clube/contract/staff/management-calls.ts'
import type { StaffMember } from '@clube/contract/staff/member.ts'
import {
  acceptInvitationCall,
  readInvitationCall,
  staffConfirmCodeCall,
  staffConfirmEnrolmentCall,
  staffEnrolmentCall,
  staffSessionCall,
  staffSignInCall,
  staffSignOutCall,
} from '@clube/contract/staff/sign-in-calls.ts'
import { currentToast } from '../kit/toast/toast-store.ts'
import { answer, refusal, success } from '../testing/pretend-server.ts'
import { sampleId } from '../testing/samples.ts'
import { heading, press, server, type } from '../testing/screen-test.tsx'
import { staffSamples } from '../testing/staff-samples.ts'
import { key, open, setUpStaffScreens } from '../testing/staff-screen.tsx'
import { switchShortcuts } from './parts/shortcuts.ts'

const { auditLine, identity, member: bruno } = staffSamples
const noSession = refusal('session.required')

setUpStaffScreens()
beforeEach(() => switchShortcuts(true))

const signedIn = [answer(staffSessionCall, identity), answer(listStaffCall, [bruno])]

/** Signs in with e-mail and password. */
const givePassword = async () => {
  await type('E-mail', 'isabel@exemplo.com.br')
  await type('Senha', 'Chave-da-Casa-99')
  await press('Continuar')
}

test('sign-in asks for password and code, then opens the requested desk', async () => {
  await open(
    '/pessoas',
    answer(staffSessionCall, noSession),
    answer(staffSignInCall, { next: 'code' }),
    answer(staffConfirmCodeCall, identity),
    answer(listStaffCall, [bruno]),
  )
  expect(heading()).toBe('Entrada da equipe')
  await press('Continuar')
  expect(screen.getAllByText('Este campo não pode estar vazio')).toHaveLength(2)
  await type('E-mail', 'Isabel@exemplo.com.br')
  await type('Senha', 'Chave-da-Casa-99')
  await press('Continuar')
  expect(server.bodiesOf(staffSignInCall)).toEqual([
    { email: 'isabel@exemplo.com.br', password: 'Chave-da-Casa-99' },
  ])
  expect(heading()).toBe('Código de segurança')
  await type('Código do aplicativo', '123456')
  expect(server.bodiesOf(staffConfirmCodeCall)).toEqual([{ code: '123456' }])
  expect(heading()).toBe('Pessoas da equipe')
  expect(screen.getByRole('link', { name: /Auditoria/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Recuperações/ })).toBeNull()
})

test('a wrong code is an error under the emptied field; an expired sign-in restarts', async () => {
  await open(
    '',
    answer(staffSessionCall, noSession),
    answer(staffSignInCall, { next: 'code' }),
    answer(staffConfirmCodeCall, refusal('staff.wrong-code'), refusal('staff.sign-in-expired')),
  )
  await givePassword()
  await type('Código do aplicativo', '111111')
  expect(
    screen.getByText('Código incorreto ou já usado. Espere o próximo código e tente novamente.'),
  ).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Código do aplicativo').value).toBe('')
  await type('Código do aplicativo', '222222')
  expect(heading()).toBe('Entrada da equipe')
  expect(screen.getByText('Sua entrada expirou. Comece novamente.')).toBeTruthy()
})

test('the first sign-in shows the QR code, then the recovery codes once, and requires that they were saved', async () => {
  const codes = ['ABCD-EFGH-JKLM-NPQR', 'BBCD-EFGH-JKLM-NPQR']
  await open(
    '',
    answer(staffSessionCall, noSession),
    answer(listStaffCall, [bruno]),
    answer(staffSignInCall, { next: 'enrolment' }),
    answer(staffEnrolmentCall, {
      email: 'isabel@exemplo.com.br',
      secret: 'ABCD EFGH',
      otpauth_uri: 'otpauth://totp/x',
      qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    }),
    answer(staffConfirmEnrolmentCall, { identity, recovery_codes: codes }),
  )
  await givePassword()
  const qr = screen.getByRole<HTMLImageElement>('img', { name: /QR code/ })
  expect(atob(qr.src.split(',')[1] ?? '')).toContain('<svg')
  expect(screen.getByText('ABCD EFGH')).toBeTruthy()
  await type('Código do aplicativo', '123456')
  for (const code of codes) expect(screen.getByText(code)).toBeTruthy()
  const enter = screen.getByRole<HTMLButtonElement>('button', { name: 'Entrar' })
  expect(enter.disabled).toBe(true)
  fireEvent.click(screen.getByLabelText('Guardei os códigos em um lugar seguro'))
  await press('Entrar')
  expect(heading()).toBe('Pessoas da equipe')
})

test('an invitation’s token is removed from the address, and the password needs 12 characters', async () => {
  await open(
    '/convite#um-token-secreto',
    ...signedIn,
    answer(readInvitationCall, { name: 'Nova Pessoa', email: 'nova@exemplo.com.br' }),
    answer(acceptInvitationCall, { next: 'code' }),
  )
  expect(window.location.hash).toBe('')
  expect(server.bodiesOf(readInvitationCall)).toEqual([{ token: 'um-token-secreto' }])
  await type('Senha', 'curta')
  await type('Confirme a senha', 'outra')
  await press('Continuar')
  expect(screen.getByText('A senha da equipe deve ter no mínimo 12 caracteres')).toBeTruthy()
  expect(screen.getByText('As senhas não coincidem')).toBeTruthy()
  await type('Senha', 'Ventania-Boa-7')
  await type('Confirme a senha', 'Ventania-Boa-7')
  await press('Continuar')
  expect(heading()).toBe('Código de segurança')
})

test('an expired invitation shows an error', async () => {
  const message = 'Este convite não vale mais. Peça um novo a quem administra a equipe.'
  await open('/convite#x', ...signedIn, answer(readInvitationCall, refusal('staff.invitation-invalid')))
  expect(screen.getByText(message)).toBeTruthy()
})

test('desks without permission and unknown addresses show an explanation', async () => {
  await open('/balcao', ...signedIn)
  expect(heading()).toBe('Sem permissão')
  cleanup()
  await open('/nada', ...signedIn)
  expect(heading()).toBe('Página não encontrada')
})

test('an ended session shows a notice and the sign-in before the desk', async () => {
  await open('/pessoas', ...signedIn, answer(changeStaffRolesCall, noSession))
  await press('Bruno Lacerda')
  fireEvent.click(screen.getByLabelText('Auditor'))
  await press('Salvar papéis')
  expect(heading()).toBe('Entrada da equipe')
  expect(screen.getByText('Sua sessão terminou. Entre novamente para continuar.')).toBeTruthy()
})

test('signing out ends the session on the server first', async () => {
  await open('/pessoas', ...signedIn, answer(staffSignOutCall, {}))
  await press('Sair')
  expect(server.requestsOf(staffSignOutCall)).toHaveLength(1)
  expect(heading()).toBe('Entrada da equipe')
  expect(screen.queryByText(/Sua sessão terminou/)).toBeNull()
})

test('shortcuts open rows and move between them, except while typing or when switched off', async () => {
  await open(
    '/pessoas',
    answer(staffSessionCall, identity),
    answer(listStaffCall, [bruno, { ...bruno, staff_id: identity.staff_id, name: 'Zeca Prado' }]),
  )
  await key('n', screen.getByLabelText(/Buscar/))
  expect(screen.queryByText('Convidar para a equipe')).toBeNull()
  await key('l')
  expect(document.activeElement?.textContent).toBe('Bruno Lacerda')
  await key('ArrowDown', document.activeElement ?? document.body)
  expect(document.activeElement?.textContent).toBe('Zeca Prado')
  await press('Teclas de atalho: ligadas')
  await key('n')
  expect(screen.queryByText('Convidar para a equipe')).toBeNull()
  await press('Teclas de atalho: desligadas')
  await key('n')
  expect(screen.getByText('Convidar para a equipe')).toBeTruthy()
})

test('an action that cannot be undone needs a second press', async () => {
  await open('/pessoas', ...signedIn, answer(disableStaffCall, { member: { ...bruno, state: 'disabled' } }))
  await press('Bruno Lacerda')
  await press('Desativar acesso')
  expect(server.requestsOf(disableStaffCall)).toEqual([])
  await press('Confirmar: desativar')
  expect(server.bodiesOf(disableStaffCall)).toEqual([{ staff_id: bruno.staff_id }])
})

test('an invitation is sent by e-mail, and the team desk shows its status and sends it again', async () => {
  const invitation: StaffMember['invitation'] = {
    sent_at: '2026-11-21T12:00:00Z',
    expires_at: '2100-11-22T12:00:00Z',
    delivery: 'failed',
  }
  const staff_id = sampleId(903)
  const invited: StaffMember = { ...bruno, staff_id, name: 'Nova Pessoa', state: 'invited', invitation }
  const sent = success({ member: invited }, { message: 'Enviamos o convite para nova@exemplo.com.br.' })
  await open(
    '/pessoas',
    answer(staffSessionCall, identity),
    answer(listStaffCall, [bruno, invited]),
    answer(inviteStaffCall, sent),
    answer(renewInvitationCall, sent),
  )
  await press('Convidar')
  await type('Nome completo', 'Nova Pessoa')
  await type('E-mail', 'nova@exemplo.com.br')
  await press('Enviar convite')
  expect(screen.getByText('Escolha pelo menos um papel')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('SAC'))
  await press('Enviar convite')
  expect(server.bodiesOf(inviteStaffCall)[0]).toEqual({
    name: 'Nova Pessoa',
    email: 'nova@exemplo.com.br',
    roles: ['service_agent'],
  })
  expect(currentToast()).toMatchObject({ message: 'Enviamos o convite para nova@exemplo.com.br.' })
  expect(screen.queryByText('Convidar para a equipe')).toBeNull()

  expect(screen.getByText('E-mail não entregue')).toBeTruthy()
  await press('Nova Pessoa')
  expect(screen.getByText('O e-mail não pôde ser entregue. Confira o endereço e envie de novo.')).toBeTruthy()
  await press('Enviar convite de novo')
  expect(server.bodiesOf(renewInvitationCall)).toEqual([{ staff_id }])
})

test.each([
  [{ at: 'intact', lines: 7, hash: 'ab'.repeat(32) }, /A trilha está íntegra: 7 linhas/],
  [{ at: 'broken', position: 3, violation: 'changed' }, /A trilha foi violada: a linha 3 foi alterada\./],
] as const)('the chain is verified with a key: %j', async (verdict, message) => {
  await open(
    '/auditoria',
    ...signedIn,
    answer(searchAuditCall, [auditLine]),
    answer(listAuditActorsCall, [{ staff_id: identity.staff_id, name: identity.name }]),
    answer(verifyAuditCall, verdict),
  )
  expect(screen.getByText(auditLine.sentence)).toBeTruthy()
  await key('v')
  expect(screen.getByText(message)).toBeTruthy()
})
