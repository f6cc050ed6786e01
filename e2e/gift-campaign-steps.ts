import { randomInt, randomUUID } from 'node:crypto'
import {
  approveCampaignCall,
  createCampaignCall,
  submitCampaignCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { publishDocumentCall } from '@clube/contract/consent/staff-calls.ts'
import { printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { TestBrowser, type ApiResponse } from '../server/src/testing/browser.ts'
import { freshCpfs, registrationOf } from '../server/src/testing/joining.ts'
import { hoursFromNow, staffApiSession } from './event-steps.ts'
import { today, unusedReceiptKey } from './receipt-steps.ts'
import { staffPersonas } from './staff-steps.ts'

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`Refused: ${JSON.stringify(response)}`)
  return response.data
}

type GiftCampaign = { campaign_id: string; title: string; gift_id: string; pickup_point_id: string }

/** The pickup point of campaigns for journeys. */
export const pickupPoint = 'Balcão da Praça'

/** Creates a campaign with one gift for R$ 50,00 in receipts, drafted and approved by two people; without stock yet. */
export async function createGiftCampaign(
  baseURL: string | undefined,
  { needs_signature }: { needs_signature: boolean },
): Promise<GiftCampaign> {
  const number = randomInt(100_000, 1_000_000)
  const slug = `copo-da-casa-${number}`
  const title = `Copo da casa ${number}`
  const [gift_id, pickup_point_id] = [randomUUID(), randomUUID()]
  const marketing = await staffApiSession(baseURL, staffPersonas.marketing)
  const regulation = {
    kind: 'promotion_regulation' as const,
    scope: slug,
    version: '1.0',
    document: '<h2>Regulamento</h2><p>A cada R$ 50,00 em notas, um copo.</p>',
  }
  dataOf(await marketing.send(publishDocumentCall, { body: regulation }))
  const campaign = {
    slug,
    kind: 'free_gifts' as const,
    title,
    summary: 'A cada R$ 50,00 em notas, um copo.',
    description: 'Junte notas das lojas do shopping.',
    starts_at: hoursFromNow(-24),
    ends_at: hoursFromNow(24 * 30),
    redeem_until: null,
    audience: { document_types: ['cpf' as const], minimum_age: null },
    spend_rule: spendRuleOf({ every_cents: 5_000, participations: 1 }),
    stock_total: 100,
    limit_per_customer: null,
    legal: {
      certificate_number: `04.${number}/2026`,
      authority: 'SPA/MF',
      prize_list: [{ title: 'Copo térmico', quantity: 100, value_cents: 3_990 }],
    },
    regulation_version: '1.0',
    terms_version: null,
    settings: {
      gifts: [
        {
          gift_id,
          title: 'Copo térmico',
          variant: 'Azul',
          description: '',
          picture: null,
          value_cents: 3_990,
          price: { kind: 'receipts' },
        },
      ],
      pickup_points: [
        {
          pickup_point_id,
          name: pickupPoint,
          location: 'Praça central, térreo',
          opening_hours: 'Todos os dias, das 10h às 22h',
        },
      ],
      valid_days: 10,
      needs_signature,
    },
  }
  const { campaign_id } = dataOf(await marketing.send(createCampaignCall, { body: campaign }))
  const { revision } = dataOf(await marketing.send(submitCampaignCall, { body: { campaign_id } }))
  const approver = await staffApiSession(baseURL, staffPersonas.approver)
  dataOf(await approver.send(approveCampaignCall, { body: { campaign_id, revision } }))
  return { campaign_id, title, gift_id, pickup_point_id }
}

/** Joins, registers a receipt and chooses the gift by API calls. @returns the voucher's codes */
export async function issueVoucher(
  baseURL: string | undefined,
  { campaign_id, gift_id, pickup_point_id }: GiftCampaign,
): Promise<{ short_code: string; qr: string; document_id: string; document_end: string }> {
  const document_id = freshCpfs(1, randomInt(100_000_000, 990_000_000))[0] ?? ''
  const browser = new TestBrowser(baseURL ?? '')
  await browser.send(checkAccountCall, { body: { document_id, terms_id: 'shd_auth_terms' } })
  dataOf(await browser.send(registerCall, { body: registrationOf(document_id) }))
  const receipt = { receipt_key: unusedReceiptKey(), amount_cents: 6_000, issued_on: today }
  dataOf(await browser.send(registerReceiptCall, { body: receipt }))
  const start = { campaign_id, kind: 'free_gifts' as const }
  const { transaction_id } = dataOf(await browser.send(startTransactionCall, { body: start }))
  const body = {
    transaction_id,
    campaign_id,
    gift_id,
    pickup_point_id,
    print_request_id: randomUUID(),
    service_channel: 'site' as const,
  }
  const { voucher_code, qr } = dataOf(await browser.send(printGiftCall, { body }))
  return { short_code: voucher_code, qr, document_id, document_end: document_id.replace(/\D/g, '').slice(-3) }
}
