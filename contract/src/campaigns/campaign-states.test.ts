import { describe, expect, test } from 'vitest'
import {
  campaignEvents,
  campaignStateAt,
  campaignStates,
  nextCampaignState,
  statesAllowing,
} from './campaign-states.ts'

describe('campaign states', () => {
  const transitions = [
    ['draft', 'submit', 'in_review'],
    ['in_review', 'return', 'draft'],
    ['in_review', 'approve', 'scheduled'],
    ['scheduled', 'start', 'active'],
    ['scheduled', 'end', 'ended'],
    ['active', 'pause', 'paused'],
    ['active', 'end', 'ended'],
    ['paused', 'resume', 'active'],
    ['paused', 'end', 'ended'],
    ['ended', 'archive', 'archived'],
  ] as const
  test.each(transitions)('a campaign in state %s on event %s changes to %s', (from, event, to) => {
    expect(nextCampaignState(from, event)).toBe(to)
  })

  test('every other combination of campaign state and event is refused', () => {
    const found = campaignStates.flatMap((from) =>
      campaignEvents.flatMap((event) => {
        const to = nextCampaignState(from, event)
        return to === null ? [] : [[from, event, to]]
      }),
    )
    expect(found).toEqual(transitions)
  })

  test('only a scheduled, active or paused campaign can end', () => {
    expect(statesAllowing('end')).toEqual(['scheduled', 'active', 'paused'])
  })
})

describe('campaign state at an instant', () => {
  const starts_at = new Date('2026-12-01T10:00:00Z')
  const ends_at = new Date('2026-12-24T21:00:00Z')
  const stateAt = (state: (typeof campaignStates)[number], now: string) =>
    campaignStateAt({ state, starts_at, ends_at }, new Date(now))

  test.each([
    ['scheduled', '2026-12-01T09:59:59.999Z', 'scheduled'],
    ['scheduled', '2026-12-01T10:00:00Z', 'active'],
    ['scheduled', '2026-12-24T21:00:00Z', 'ended'],
    ['active', '2026-12-24T20:59:59.999Z', 'active'],
    ['active', '2026-12-24T21:00:00Z', 'ended'],
    ['paused', '2026-12-10T00:00:00Z', 'paused'],
    ['paused', '2026-12-24T21:00:00Z', 'ended'],
    ['draft', '2026-12-30T00:00:00Z', 'draft'],
    ['in_review', '2026-12-30T00:00:00Z', 'in_review'],
    ['archived', '2026-12-10T00:00:00Z', 'archived'],
  ] as const)('a campaign stored as %s at %s has the state %s', (state, now, expected) => {
    expect(stateAt(state, now)).toBe(expected)
  })
})
