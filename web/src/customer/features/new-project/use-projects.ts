import { listMyProjectsCall, readProjectOfferCall } from '@clube/contract/new-project/calls.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'

const projectsKey = ['projects']

/** What changes when a project is registered or cancelled. */
export const projectDependentKeys = [projectsKey, ['campaigns'], ['participations']]

/** The person's projects, newest first. */
export const useMyProjects = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useCallQuery([...projectsKey, 'mine'], (send, signal) => send(listMyProjectsCall, { signal }), { enabled })

/** The brand of a campaign, with the formats of its numbers. */
export const useProjectOffer = (campaign_id: string) =>
  useCallQuery([...projectsKey, 'offer', campaign_id], (send, signal) =>
    send(readProjectOfferCall, { query: { campaign_id }, signal }),
  )
