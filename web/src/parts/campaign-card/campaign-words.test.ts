import { expect, test } from 'vitest'
import { campaignChip, campaignWhen } from './campaign-words.ts'

test('the status is one or two words', () => {
  const words = (state: Parameters<typeof campaignChip>[0]['state'], remaining?: number) =>
    campaignChip({ state, stock: remaining === undefined ? null : { total: 2000, remaining } }).words
  expect(words('active')).toBe('Disponível')
  expect(words('active', 201)).toBe('Disponível')
  expect(words('active', 200)).toBe('Últimas unidades')
  expect(words('active', 0)).toBe('Esgotado')
  expect(words('paused')).toBe('Pausada')
  expect(words('scheduled')).toBe('Em breve')
  expect(words('ended')).toBe('Encerrada')
})

test('when is told in words', () => {
  const period = { starts_at: '2026-12-01T13:00:00Z', ends_at: '2026-12-13T03:00:00Z' }
  expect(campaignWhen({ ...period, state: 'active' })).toBe('Até sáb., 12 de dez.')
  expect(campaignWhen({ ...period, state: 'scheduled' })).toBe('Começa ter., 1 de dez., 10h')
  expect(campaignWhen({ ...period, state: 'ended' })).toBe('Terminou sáb., 12 de dez.')
})
