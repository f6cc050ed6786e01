import { expect, test } from 'vitest'
import { campaignChip, formatCampaignPeriod } from './campaign-labels.ts'

const period = { starts_at: '2026-12-01T13:00:00Z', ends_at: '2026-12-13T03:00:00Z' }

test('a campaign’s status is described in one or two words', () => {
  const label = (state: Parameters<typeof campaignChip>[0]['state'], remaining?: number) =>
    campaignChip({ ...period, state, stock: remaining === undefined ? null : { total: 2000, remaining } })
      .label
  expect(label('active')).toBe('Disponível')
  expect(label('active', 201)).toBe('Disponível')
  expect(label('active', 200)).toBe('Últimas unidades')
  expect(label('active', 0)).toBe('Esgotado')
  expect(label('paused')).toBe('Pausada')
  expect(label('scheduled')).toBe('Em breve')
  expect(label('ended')).toBe('Encerrada')
})

test('a campaign’s period is described by when it starts, ends or ended', () => {
  expect(formatCampaignPeriod({ ...period, state: 'active' })).toBe('Até sáb., 12 de dez.')
  expect(formatCampaignPeriod({ ...period, state: 'scheduled' })).toBe('Começa ter., 1 de dez., 10h')
  expect(formatCampaignPeriod({ ...period, state: 'ended' })).toBe('Terminou sáb., 12 de dez.')
})

test('a campaign that ended before its start is shown as cancelled', () => {
  const cancelled = { ...period, ends_at: '2026-11-20T13:00:00Z', state: 'ended', stock: null } as const
  expect(campaignChip(cancelled).label).toBe('Cancelada')
  expect(formatCampaignPeriod(cancelled)).toBe('Cancelada antes de começar')
})
