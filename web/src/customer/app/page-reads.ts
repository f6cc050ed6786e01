import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { countUnreadTicketsCall } from '@clube/contract/customer-service/unread-call.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { batchCall } from '@clube/contract/kernel/batch.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { listOpenRatingsCall } from '@clube/contract/ratings/calls.ts'
import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { presenceCookie } from '@clube/contract/kernel/presence-cookie.ts'
import { pathPatterns, paths } from '../../platform/navigation/paths.ts'
import { walletPath } from '../promotions/promotion.ts'
import { preloadPromotions } from '../promotions/promotions.ts'

const kinds = await preloadPromotions()
const walletReads = kinds.flatMap(({ reads }) => reads.wallet)

/** What a signed-in person's page reads as soon as its code has arrived, by the page's pattern. */
const pageReads: Readonly<Record<string, readonly Call[]>> = {
  [paths.home]: [
    sessionInfoCall,
    readProfileCall,
    readPointsCall,
    listReceiptsCall,
    listCampaignsCall,
    listCreditCall,
    listOpenRatingsCall,
    countUnreadTicketsCall,
    ...walletReads,
    ...kinds.flatMap(({ reads }) => reads.now),
  ],
  [walletPath]: [sessionInfoCall, ...walletReads],
  [pathPatterns.promotion]: [readCampaignCall, listCreditCall],
}

/**
 * A script for the HTML of a page, which requests its data in one batch before any code has arrived (`takeEarlyRead`), or
 * an empty text. It contains nothing personal, and does nothing for browsers without a session.
 */
export function earlyReadsScript(pattern: string): string {
  const urls = pageReads[pattern]?.map(({ path }) => path)
  if (!urls) return ''
  return `<script nonce="__nonce__">
      if (document.cookie.includes('${presenceCookie}=')) {
        const urls = ${JSON.stringify(urls)}.map((url) => url.replace(':slug', location.pathname.split('/').pop()))
        window.clubeReads = {
          urls,
          response: fetch('${batchCall.path}?urls=' + urls.join(), {
            headers: { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
            signal: AbortSignal.timeout?.(15000),
          })
            .then(async (response) => ({ status: response.status, body: await response.json() }))
            .catch(() => null),
        }
      }
    </script>`
}
