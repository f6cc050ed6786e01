import * as calls from '@clube/contract/identity/account-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import {
  confirmContactCall,
  contactCodeDeliveryCall,
  sendContactCodeCall,
  type CodeDelivery,
} from '@clube/contract/identity/contact-calls.ts'
import { chooseExpiringPointsEmailCall, chooseSmsNoticeCall } from '@clube/contract/identity/notice-calls.ts'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { closeToast } from '../../../kit/toast/toast-store.ts'
import { device } from '../../../testing/device-record.ts'
import { crashed, refusal, unreachable } from '../../../testing/fake-server.ts'
import { sampleId, samples } from '../../../testing/samples.ts'
import { saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import {
  expectNoToast,
  expectText,
  expectToast,
  fieldValue,
  press,
  server,
  settle,
  type,
} from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

vi.mock('../../../platform/credentials/device-record.ts', () => import('../../../testing/device-record.ts'))

const { profile } = samples
const section = (name: string) => within(screen.getByRole('region', { name }))

const edit = async (button: string) => {
  await openPage('/perfil')
  await press(button)
}
/** Fills in and submits the form for a new password. */
async function savePassword(password: string, confirmation = password) {
  await type('Senha atual', 'Cajueiro-91')
  await type('Nova senha', password)
  await type('Confirme a nova senha', confirmation)
  await press('Salvar')
}

setUpShopperScreens()
beforeEach(() => server.respond(readProfileCall, profile))

test('the profile masks document and birth date, which only the service desk can change, and shows the address in postal format', async () => {
  await openPage('/perfil')
  const data = section('Seus dados')
  expect(data.getByText('***.982.247-**')).toBeTruthy()
  expect(data.getByText('**/**/1990')).toBeTruthy()
  const explanation = 'CPF e data de nascimento são alterados somente no balcão de atendimento.'
  expect(data.getByText(explanation)).toBeTruthy()
  expect(document.body.textContent).not.toContain('529.982.247-25')
  const lines = [...section('Endereço').getByText('Sé').parentElement!.children]
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Praça da Sé, 1, lado ímpar',
    'Sé',
    'São Paulo, SP',
    'CEP 01001-000',
  ])
})

test('the profile at a kiosk masks the contacts and shows only the city of the address', async () => {
  saveServiceChannel('totem', 'temporary')
  await openPage('/perfil')
  expect(document.body.textContent).toContain('an***@e***.br')
  expect(section('Seus dados').getByText('(11) *****-4321')).toBeTruthy()
  expect(section('Endereço').getByText('São Paulo, SP')).toBeTruthy()
  for (const hidden of ['ana@', '98765', 'Praça da Sé', '01001'])
    expect(document.body.textContent).not.toContain(hidden)
})

test('contacts left empty at a kiosk remain unchanged, and others are validated and changed', async () => {
  saveServiceChannel('totem', 'temporary')
  server.respond(calls.updateProfileCall, profile)
  await edit('Alterar: Seus dados')
  expect([fieldValue('E-mail'), fieldValue('Celular')]).toEqual(['', ''])
  expectText('Deixe em branco para manter an***@e***.br')
  expectText('Deixe em branco para manter (11) *****-4321')
  await type('E-mail', 'ana@')
  await type('Senha atual', 'Cajueiro-91')
  await press('Salvar')
  expectText('Email inválido')
  await type('E-mail', 'nova@exemplo.com.br')
  await press('Salvar')
  expect(server.bodiesOf(calls.updateProfileCall)).toEqual([
    {
      name: profile.name,
      email: 'nova@exemplo.com.br',
      cellphone: '11987654321',
      current_password: 'Cajueiro-91',
    },
  ])
})

test('the name is changed with the current password, and the page shows the stored value', async () => {
  server.respond(calls.updateProfileCall, { ...profile, name: 'Ana Lima' })
  await edit('Alterar: Seus dados')
  expect(document.activeElement).toBe(screen.getByLabelText('Nome completo'))
  await type('Nome completo', 'Ana Lima')
  await press('Salvar')
  expect(screen.getByText('Este campo não pode estar vazio')).toBeTruthy()
  await type('Senha atual', 'Cajueiro-91')
  await press('Salvar')
  expect(server.bodiesOf(calls.updateProfileCall)).toEqual([
    {
      name: 'Ana Lima',
      email: 'ana@exemplo.com.br',
      cellphone: '11987654321',
      current_password: 'Cajueiro-91',
    },
  ])
  expect(section('Seus dados').getByText('Ana Lima')).toBeTruthy()
  expectToast('Seus dados foram alterados.', 'success')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Alterar: Seus dados' }))
})

test('the profile marks confirmed contacts', async () => {
  server.respond(readProfileCall, { ...profile, is_email_verified: false })
  await openPage('/perfil')
  expect(screen.getByText('(11) 98765-4321').parentElement?.textContent).toContain('Confirmado')
  expect(screen.getAllByText('Confirmado')).toHaveLength(1)
})

test('a correction is offered for a probable typing error in the e-mail, after typing', async () => {
  await edit('Alterar: Seus dados')
  await type('E-mail', 'ana@gmial.com')
  expect(screen.queryByText(/Você quis dizer/u)).toBeNull()
  fireEvent.blur(screen.getByLabelText('E-mail'))
  await press(/Você quis dizer/u)
  const field = screen.getByLabelText<HTMLInputElement>('E-mail')
  expect([field.value, document.activeElement]).toEqual(['ana@gmail.com', field])
  expect(screen.queryByText(/Você quis dizer/u)).toBeNull()
})

test('a contact is confirmed with the code that was sent to it, and the focus stays in the section', async () => {
  server.respond(readProfileCall, { ...profile, is_email_verified: false })
  server.respond(sendContactCodeCall, { expires_at: '2100-01-01T12:30:00Z' })
  server.respond(confirmContactCall, refusal('identity.wrong-contact-code'))
  await openPage('/perfil')
  expect(screen.queryByText('Seu celular ainda não foi confirmado.')).toBeNull()
  expect(server.bodiesOf(sendContactCodeCall)).toEqual([])
  await press('Confirmar e-mail')
  expect(server.bodiesOf(sendContactCodeCall)).toEqual([{ channel: 'email' }])
  expect(document.activeElement).toBe(screen.getByLabelText('Código do e-mail'))
  await type('Código do e-mail', '123456')
  await press('Confirmar')
  expect(screen.getByText('Código inválido. Confira e tente novamente.')).toBeTruthy()
  server.respond(confirmContactCall, profile)
  await press('Confirmar')
  expect(server.bodiesOf(confirmContactCall).at(-1)).toEqual({
    channel: 'email',
    verification_code: '123456',
  })
  expectToast('E-mail confirmado.', 'success')
  expect(screen.queryByLabelText('Código do e-mail')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Seus dados' }))
})

describe('contact codes', () => {
  const requestCode = async (...deliveries: CodeDelivery[]) => {
    server.respond(readProfileCall, { ...profile, is_email_verified: false })
    server.respond(sendContactCodeCall, { expires_at: '2100-01-01T12:30:00Z', message_id: sampleId(70) })
    server.respond(contactCodeDeliveryCall, ...deliveries.map((delivery) => ({ delivery })))
    await openPage('/perfil')
    expectText(/Até lá, ele recebe só alguns avisos por dia\./u)
    await press('Confirmar e-mail')
  }

  test.each<[CodeDelivery, RegExp]>([
    ['sending', /^Estamos enviando um código/u],
    ['delayed', /^Ainda não conseguimos entregar o código e continuamos tentando/u],
    ['sent', /^Enviamos um código/u],
    [
      'failed',
      /^O código não pôde ser entregue\. Confira se o e-mail está certo\. Se estiver, peça outro código\.$/u,
    ],
  ])('the delivery of a contact code is reported: %s', async (delivery, text) => {
    await requestCode(delivery)
    expectText(text)
    expect(server.requestsOf(contactCodeDeliveryCall)).toMatchObject([
      { query: { message_id: sampleId(70) } },
    ])
  })

  test.each([
    ['the first call has failed', 600, refusal('session.required')],
    ['the code has expired', 5, { delivery: 'sending' as const }],
  ])('the delivery of a contact code is not polled again once %s', async (_name, validSeconds, response) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const expires_at = new Date(Date.now() + validSeconds * 1000).toISOString()
    server.respond(readProfileCall, { ...profile, is_email_verified: false })
    server.respond(sendContactCodeCall, { expires_at, message_id: sampleId(70) })
    server.respond(contactCodeDeliveryCall, response)
    await openPage('/perfil')
    await press('Confirmar e-mail')
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    const before = server.requestsOf(contactCodeDeliveryCall).length
    expect(before).toBeGreaterThan(0)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(server.requestsOf(contactCodeDeliveryCall)).toHaveLength(before)
    vi.useRealTimers()
  })

  test('an undelivered contact code cannot be entered: the contact can be corrected, or another code requested', async () => {
    await requestCode('failed', 'sent')
    expect(screen.queryByLabelText('Código do e-mail')).toBeNull()
    expect(screen.queryByText(/O código vale até/)).toBeNull()
    server.respond(sendContactCodeCall, { expires_at: '2100-01-01T12:30:00Z', message_id: sampleId(71) })
    await press('Enviar outro código')
    expect(screen.getByLabelText('Código do e-mail')).toBeTruthy()
    cleanup()
    localStorage.clear()
    await requestCode('failed')
    await press('Alterar e-mail')
    expect(fieldValue('E-mail')).toBe(profile.email)
  })

  test('requesting and entering a contact code offline fail with the same message', async () => {
    await requestCode('sent')
    server.respond(sendContactCodeCall, unreachable)
    server.respond(confirmContactCall, unreachable)
    await press('Não chegou? Enviar outro código')
    expectToast('Verifique sua conexão com a internet e tente novamente!')
    closeToast()
    await type('Código do e-mail', '123456')
    await press('Confirmar')
    expectToast('Verifique sua conexão com a internet e tente novamente!')
  })
})

test('the code of a contact can be entered after a reload, but not once the contact was corrected', async () => {
  const unconfirmed = { ...profile, is_email_verified: false }
  server.respond(readProfileCall, unconfirmed)
  server.respond(sendContactCodeCall, { expires_at: new Date(Date.now() + 600_000).toISOString() })
  await openPage('/perfil')
  await press('Confirmar e-mail')
  cleanup()
  await openPage('/perfil')
  expect(screen.getByLabelText('Código do e-mail')).toBeTruthy()
  expect(server.bodiesOf(sendContactCodeCall)).toHaveLength(1)
  server.respond(calls.updateProfileCall, { ...unconfirmed, email: 'outra@exemplo.com.br' })
  await press('Alterar: Seus dados')
  await type('E-mail', 'outra@exemplo.com.br')
  await type('Senha atual', 'Cajueiro-91')
  await press('Salvar')
  expect(screen.queryByLabelText('Código do e-mail')).toBeNull()
  expect(screen.getByRole('button', { name: 'Confirmar e-mail' })).toBeTruthy()
})

test('a wrong password on the profile page shows its error under the field, which gets the focus', async () => {
  server.respond(calls.updateProfileCall, refusal('identity.wrong-current-password'))
  await edit('Alterar: Seus dados')
  await type('Senha atual', 'errada')
  await press('Salvar')
  expect(screen.getByText('Senha atual incorreta.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Senha atual'))
  expectNoToast()
})

test('a new password is validated, and sent with its confirmation and the current password', async () => {
  server.respond(calls.updatePasswordCall, {})
  await edit('Trocar: Senha')
  await savePassword('12345', 'Jabuticaba-7')
  expect(screen.getByText('A senha deve ter no mínimo 6 caracteres')).toBeTruthy()
  expect(screen.getByText('As senhas não coincidem')).toBeTruthy()
  await savePassword('Jabuticaba-7')
  expect(server.bodiesOf(calls.updatePasswordCall)).toEqual([
    { current_password: 'Cajueiro-91', password: 'Jabuticaba-7', password_confirmation: 'Jabuticaba-7' },
  ])
  expectToast('Sua senha foi trocada.')
})

test.each([
  ['a remembered device stores the new secret', { device_credential: 'novo' }, 'novo'],
  ['a device that is not remembered stores nothing', {}, null],
])('after a password change %s', async (_, data, kept) => {
  device.record = { id: profile.document_id, password: 'velho' }
  server.respond(calls.updatePasswordCall, data)
  await edit('Trocar: Senha')
  await savePassword('Jabuticaba-7')
  expect(device.record).toEqual(kept === null ? null : { id: '52998224725', password: kept })
})

test('the marketing e-mail switch changes immediately, and reverts if the server refuses', async () => {
  const changed = Promise.withResolvers<typeof profile>()
  server.respond(calls.updateEmailMarketingCall, changed.promise)
  await openPage('/perfil')
  const offers = screen.getByRole<HTMLInputElement>('switch', { name: 'Quero receber ofertas por e-mail' })
  fireEvent.click(offers)
  await settle()
  expect([offers.checked, offers.getAttribute('aria-busy')]).toEqual([true, 'true'])
  changed.resolve({ ...profile, email_marketing_subscription: 'yes' })
  await settle()
  expect([offers.checked, offers.getAttribute('aria-busy')]).toEqual([true, null])

  server.respond(calls.updateEmailMarketingCall, crashed)
  fireEvent.click(offers)
  await settle()
  expect(offers.checked).toBe(true)
  expectToast(
    'Não conseguimos processar seus dados. Tente novamente em alguns minutos ou entre em contato com o suporte!',
  )
})

test('text messages can be turned on by topic in addition to the e-mail, and the e-mail about expiring points can be turned off', async () => {
  server.respond(chooseSmsNoticeCall, { sms_topics: ['receipts'], expiring_points_email: 'yes' })
  server.respond(chooseExpiringPointsEmailCall, { sms_topics: ['receipts'], expiring_points_email: 'no' })
  await openPage('/perfil')
  const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name })
  const receipts = toggle('Resposta sobre uma nota')
  const email = toggle('E-mail antes de os meus pontos vencerem')
  expect([receipts.checked, email.checked]).toEqual([false, true])
  fireEvent.click(receipts)
  await settle()
  expect(server.bodiesOf(chooseSmsNoticeCall)).toEqual([{ topic: 'receipts', is_wanted: 'yes' }])
  expectToast('Você vai receber estes avisos também por SMS.', 'success')
  fireEvent.click(email)
  await settle()
  expect(server.bodiesOf(chooseExpiringPointsEmailCall)).toEqual([{ is_wanted: 'no' }])
  expect([receipts.checked, email.checked]).toEqual([true, false])
})

test('without a confirmed e-mail, the notice settings warn that some notices may not be sent', async () => {
  server.respond(readProfileCall, { ...profile, is_email_verified: false })
  await openPage('/perfil')
  expectText(/Confirme o seu e-mail, em Seus dados, para não perder nenhum aviso\./)
})

test('without a confirmed cellphone, text messages can be turned off, but not on', async () => {
  server.respond(readProfileCall, {
    ...profile,
    is_cellphone_verified: false,
    sms_topics: ['receipts'],
  })
  server.respond(chooseSmsNoticeCall, { sms_topics: [], expiring_points_email: 'yes' })
  await openPage('/perfil')
  expectText('O número mudou: nenhum SMS chega até você confirmar o seu celular, em Seus dados.')
  const [receipts, points] = ['Resposta sobre uma nota', 'Pontos a vencer'].map((name) =>
    screen.getByRole<HTMLInputElement>('switch', { name }),
  )
  expect([receipts?.disabled, points?.disabled]).toEqual([false, true])
  fireEvent.click(receipts!)
  await settle()
  expect(server.bodiesOf(chooseSmsNoticeCall)).toEqual([{ topic: 'receipts', is_wanted: 'no' }])
  expect(receipts?.checked).toBe(false)
})

test('a profile that fails to load shows an error in its place, without a toast, and can be retried', async () => {
  server.respond(readProfileCall, unreachable, profile)
  await openPage('/perfil')
  expect(screen.getByRole('alert').textContent).toContain(
    'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!',
  )
  expectNoToast()
  await press('Tentar novamente')
  expect(section('Seus dados').getByText('Ana Souza')).toBeTruthy()
})
