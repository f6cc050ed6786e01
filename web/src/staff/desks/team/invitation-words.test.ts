import { describe, expect, test } from 'vitest'
import { situationOf, standingOf } from './invitation-words.ts'

const now = new Date('2026-11-21T15:00:00Z')
const open = { sent_at: '2026-11-21T12:00:00Z', expires_at: '2026-11-22T12:00:00Z' }

describe('an invitation that nobody used', () => {
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
    const standing = standingOf({ ...open, delivery }, now)
    expect(standing.title).toBe(title)
    expect(standing.sentence).toMatch(sentence)
  })

  test('is over when its time is, however it went', () => {
    const late = standingOf({ ...open, delivery: 'sent' }, new Date('2026-11-22T12:00:00Z'))
    expect(late).toMatchObject({ title: 'Convite vencido', tone: 'bad' })
  })
})

test('the situation of a member tells the invitation only while there is no password', () => {
  const invitation = { ...open, delivery: 'failed' as const }
  expect(situationOf({ state: 'invited', invitation }, now)).toMatchObject({ title: 'E-mail não entregue' })
  expect(situationOf({ state: 'invited', invitation: null }, now)).toEqual({
    title: 'Sem convite',
    tone: 'bad',
  })
  expect(situationOf({ state: 'active', invitation }, now)).toEqual({ title: 'Ativo', tone: 'good' })
  expect(situationOf({ state: 'disabled', invitation: null }, now)).toEqual({
    title: 'Desativado',
    tone: 'bad',
  })
})
