/** The states of a campaign. */
export const campaignStates = [
  'draft',
  'in_review',
  'scheduled',
  'active',
  'paused',
  'ended',
  'archived',
] as const
export type CampaignState = (typeof campaignStates)[number]

/** Names of the states on staff screens. */
export const campaignStateTitles = {
  draft: 'Rascunho',
  in_review: 'Em aprovação',
  scheduled: 'Agendada',
  active: 'No ar',
  paused: 'Pausada',
  ended: 'Encerrada',
  archived: 'Arquivada',
} as const satisfies Record<CampaignState, string>

export const campaignEvents = [
  'submit',
  'return',
  'approve',
  'start',
  'pause',
  'resume',
  'end',
  'archive',
] as const
export type CampaignEvent = (typeof campaignEvents)[number]

/** All transitions of a campaign; any other is rejected. */
export const campaignTransitions = {
  draft: { submit: 'in_review' },
  in_review: { return: 'draft', approve: 'scheduled' },
  scheduled: { start: 'active', end: 'ended' },
  active: { pause: 'paused', end: 'ended' },
  paused: { resume: 'active', end: 'ended' },
  ended: { archive: 'archived' },
  archived: {},
} as const satisfies Record<CampaignState, Partial<Record<CampaignEvent, CampaignState>>>

/** The next state, or null when the event is not allowed. */
export const nextCampaignState = (state: CampaignState, event: CampaignEvent): CampaignState | null => {
  const transitions: Partial<Record<CampaignEvent, CampaignState>> = campaignTransitions[state]
  return transitions[event] ?? null
}

/** States that allow the event. */
export const statesAllowing = (event: CampaignEvent): CampaignState[] =>
  campaignStates.filter((state) => nextCampaignState(state, event) !== null)

/**
 * The state of a campaign at an instant: it starts and ends on schedule, even before the stored state has been
 * updated. The period includes its start and excludes its end.
 */
export const campaignStateAt = (
  campaign: { readonly state: CampaignState; readonly starts_at: Date; readonly ends_at: Date },
  now: Date,
): CampaignState => {
  const { state } = campaign
  const isRunning = state === 'scheduled' || state === 'active' || state === 'paused'
  if (isRunning && now >= campaign.ends_at) return 'ended'
  if (state === 'scheduled' && now >= campaign.starts_at) return 'active'
  return state
}
