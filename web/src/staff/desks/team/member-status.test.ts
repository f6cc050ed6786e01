import { describe, expect, test } from 'vitest'
import { memberStatus, invitationStatus } from './member-status.ts'

const now = new Date('2026-11-21T15:00:00Z')
const open = { sent_at: '2026-11-21T12:00:00Z', expires_at: '2026-11-22T12:00:00Z' }

describe('an invitation that was not accepted', () => {
  test.each([
    ['queued', 'Convite a caminho', /O e-mail está a caminho\. Vale até .*22\/11/],
    ['sent', 'Convite enviado', /Enviado por e-mail em .*21\/11.* Vale até .*22\/11/],
    [
      'failed',
      'E-mail não entregue',
      /O e-mail não pôde ser entregue\. Confira o endereço e envie de novo\./,
    ],
    [null, 'Convite criado', /Criado na instalação em .*, sem e-mail\./],
  ] as const)('by e-mail that is %s', (delivery, title, sentence) => {
    const standing = invitationStatus({ ...open, delivery }, now)
    expect(standing.title).toBe(title)
    expect(standing.sentence).toMatch(sentence)
  })

  test('an invitation is expired after its time, whether or not its message was delivered', () => {
    const late = invitationStatus({ ...open, delivery: 'sent' }, new Date('2026-11-22T12:00:00Z'))
    expect(late).toMatchObject({ title: 'Convite vencido', tone: 'bad' })
  })
})

test('a member’s status shows the invitation only until the password is set', () => {
  const invitation = { ...open, delivery: 'failed' as const }
  expect(memberStatus({ state: 'invited', invitation }, now)).toMatchObject({ title: 'E-mail não entregue' })
  expect(memberStatus({ state: 'invited', invitation: null }, now)).toEqual({
    title: 'Sem convite',
    tone: 'bad',
  })
  expect(memberStatus({ state: 'active', invitation }, now)).toEqual({ title: 'Ativo', tone: 'good' })
  expect(memberStatus({ state: 'disabled', invitation: null }, now)).toEqual({
    title: 'Desativado',
    tone: 'bad',
  })
})
