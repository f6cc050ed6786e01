/** Audit subject of a campaign's list of unclaimed prizes. */
export const unclaimedSubject = (campaign_id: string): string => `scratch-unclaimed/${campaign_id}`
