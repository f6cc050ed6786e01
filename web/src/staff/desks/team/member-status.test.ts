import { expect, test } from 'vitest'
import { memberStatus, invitationStatus } from './member-status.ts'

const now = new Date('2026-11-21T15:00:00Z')
const open = { sent_at: '2026-11-21T12:00:00Z', expires_at: '2026-11-22T12:00:00Z' }

test.each([
  ['queued', 'Convite a caminho', /O e-mail está a caminho\. Vale até .*22\/11/],
  ['sent', 'Convite enviado', /Enviado por e-mail em .*21\/11.* Vale até .*22\/11/],
  ['failed', 'E-mail não entregue', /O e-mail não pôde ser entregue\. Confira o endereço e envie de novo\./],
  [null, 'Convite criado', /Criado na instalação em .*, sem e-mail\./],
] as const)(
  'the status of an open invitation shows the delivery of its message: %s',
  (delivery, title, sentence) => {
    const status = invitationStatus({ ...open, delivery }, now)
    expect(status).toMatchObject({ title, sentence: expect.stringMatching(sentence) })
  },
)

test('an invitation that was sent is shown as expired once its expiry time has passed', () => {
  const late = invitationStatus({ ...open, delivery: 'sent' }, new Date('2026-11-22T12:00:00Z'))
  expect(late).toMatchObject({ title: 'Convite vencido', tone: 'bad' })
})

test.each([
  ['invited', 'failed', invitationStatus({ ...open, delivery: 'failed' }, now)],
  ['invited', null, { title: 'Sem convite', tone: 'bad' }],
  ['active', 'failed', { title: 'Ativo', tone: 'good' }],
  ['disabled', null, { title: 'Desativado', tone: 'bad' }],
] as const)(
  'a member in state %s, with the invitation delivery %s, is shown with the status %j',
  (state, delivery, status) => {
    const invitation = delivery && { ...open, delivery }
    expect(memberStatus({ state, invitation }, now)).toEqual(status)
  },
)
