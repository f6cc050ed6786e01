import { useRoute } from 'wouter'
import { staffPaths } from '../../app/paths.ts'
import { RequestPage } from './request-page.tsx'
import { RequestQueue } from './request-queue.tsx'

/** Recovery requests with photos. */
export function RecoveryDesk() {
  const [isOne, params] = useRoute(staffPaths.recoveryRequest(':id'))
  return isOne && params.id ? <RequestPage key={params.id} id={params.id} /> : <RequestQueue />
}
