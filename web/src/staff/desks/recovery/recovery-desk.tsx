import { useRoute } from 'wouter'
import { staffPaths } from '../../app/paths.ts'
import { RequestPage } from './request-page.tsx'
import { RequestQueue } from './request-queue.tsx'

/** Requests of people who sent photos to get back in. */
export function RecoveryDesk() {
  const [isOne, params] = useRoute(`${staffPaths.recovery}/:id`)
  return isOne && params.id ? <RequestPage key={params.id} id={params.id} /> : <RequestQueue />
}
