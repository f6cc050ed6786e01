import { randomInt } from 'node:crypto'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { drawScratchCardCall } from '@clube/contract/scratch-card/calls.ts'
import { listMyAwardsCall } from '@clube/contract/scratch-card/award-calls.ts'
import type { BrowserContext } from '@playwright/test'
import { TestBrowser, type ApiResponse } from '../server/src/testing/browser.ts'
import { freshCpfs, registrationOf } from '../server/src/testing/joining.ts'

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`Refused: ${JSON.stringify(response)}`)
  return response.data
}

type WonAward = {
  readonly award_id: string
  readonly short_code: string
  readonly qr: string
  readonly document_id: string
  readonly document_end: string
  /** Signs the customer in on a browser of the journey. */
  readonly signIn: (context: BrowserContext, baseURL: string) => Promise<void>
}

/** Joins and draws a winning card by API calls. */
export async function winAward(
  baseURL: string | undefined,
  { campaign_id, slug, code }: { campaign_id: string; slug: string; code: string },
): Promise<WonAward> {
  const document_id = freshCpfs(1, randomInt(100_000_000, 990_000_000))[0] ?? ''
  const browser = new TestBrowser(baseURL ?? '')
  await browser.send(checkAccountCall, { body: { document_id, terms_id: 'shd_auth_terms' } })
  dataOf(await browser.send(registerCall, { body: registrationOf(document_id) }))
  const start = { campaign_id, kind: 'scratch_card' as const }
  const { transaction_id: transacao_id } = dataOf(await browser.send(startTransactionCall, { body: start }))
  const { cd_identificador } = dataOf(await browser.send(readCampaignCall, { params: { slug } }))
  const draw = { alphanumero: code, cd_identificador, transacao_id, service_channel: 'site' as const }
  dataOf(await browser.send(drawScratchCardCall, { body: draw }))
  const [award] = dataOf(await browser.send(listMyAwardsCall))
  if (!award?.short_code || !award.qr_code) throw new Error('Nothing was won')
  return {
    award_id: award.award_id,
    short_code: award.short_code,
    qr: award.qr_code,
    document_id,
    document_end: document_id.replace(/\D/g, '').slice(-3),
    signIn: (context, url) =>
      context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url }))),
  }
}
