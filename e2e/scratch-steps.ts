import { randomInt, randomUUID } from 'node:crypto'
import {
  approveCampaignCall,
  createCampaignCall,
  submitCampaignCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { publishDocumentCall } from '@clube/contract/consent/staff-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import {
  approveCodeBatchCall,
  codesCsvFile,
  requestCodeBatchCall,
} from '@clube/contract/scratch-card/batch-calls.ts'
import { prepareDeckCall, sealDeckCall } from '@clube/contract/scratch-card/deck-calls.ts'
import type { ScratchPrize } from '@clube/contract/scratch-card/settings.ts'
import type { Page } from '@playwright/test'
import type { ApiResponse } from '../server/src/testing/browser.ts'
import { hoursFromNow, staffApiSession } from './event-steps.ts'
import { expect } from './fixtures.ts'
import { staffPersonas } from './staff-steps.ts'

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`Refused: ${JSON.stringify(response)}`)
  return response.data
}

const dinner: ScratchPrize = {
  kind: 'service',
  title: 'Jantar para dois',
  quantity: 400,
  value_cents: 18_000,
  pickup_place: 'Balcão do Piso 1',
  pickup_days: 30,
}
export const prizeTitle = dinner.title

type ScratchCampaign = {
  readonly campaign_id: string
  readonly slug: string
  readonly title: string
  /** As printed. */
  readonly codes: readonly string[]
  /** The links of the printed QR codes. */
  readonly links: readonly string[]
}

/**
 * Creates a campaign by API calls as staff do: drafted and approved, its deck prepared and sealed, and a batch of
 * codes requested, approved and handed out, each by two people.
 * @param every whether every card wins, or only one of 20,000
 */
export async function createScratchCampaign(
  baseURL: string | undefined,
  { every, count }: { every: 'wins' | 'loses'; count: number },
): Promise<ScratchCampaign> {
  const number = randomInt(100_000, 1_000_000)
  const slug = `raspe-${number}`
  const title = `Raspe e ganhe ${number}`
  const prize = every === 'wins' ? dinner : { ...dinner, quantity: 1 }
  const marketing = await staffApiSession(baseURL, staffPersonas.marketing)
  const approver = await staffApiSession(baseURL, staffPersonas.approver)
  const regulation = {
    kind: 'promotion_regulation' as const,
    scope: slug,
    version: '1.0',
    document: '<h2>Regulamento</h2><p>Raspe o código impresso e veja na hora se ganhou.</p>',
  }
  dataOf(await marketing.send(publishDocumentCall, { body: regulation }))
  const campaign = {
    slug,
    kind: 'scratch_card' as const,
    title,
    summary: 'Raspe o código impresso e veja na hora se ganhou.',
    description: 'As embalagens participantes trazem um código.',
    starts_at: hoursFromNow(-1),
    ends_at: hoursFromNow(24 * 2),
    redeem_until: null,
    audience: { document_types: ['cpf' as const], minimum_age: 18 },
    spend_rule: null,
    stock_total: null,
    limit_per_customer: null,
    legal: {
      certificate_number: `04.${number}/2026`,
      authority: 'SPA/MF',
      prize_list: [{ title: prize.title, quantity: prize.quantity, value_cents: prize.value_cents }],
    },
    regulation_version: '1.0',
    terms_version: null,
    settings: {
      cards: every === 'wins' ? prize.quantity : 20_000,
      prizes: [prize],
      earned_by: ['paper'],
      limit_per_day: null,
    },
  }
  const { campaign_id } = dataOf(await marketing.send(createCampaignCall, { body: campaign }))
  const { revision } = dataOf(await marketing.send(submitCampaignCall, { body: { campaign_id } }))
  dataOf(await approver.send(approveCampaignCall, { body: { campaign_id, revision } }))

  const { commitment } = dataOf(await marketing.send(prepareDeckCall, { body: { campaign_id } }))
  dataOf(await approver.send(sealDeckCall, { body: { campaign_id, commitment } }))
  const batch_id = randomUUID()
  const batch = { batch_id, campaign_id, count, purpose: 'Embalagens da praça' }
  dataOf(await marketing.send(requestCodeBatchCall, { body: batch }))
  dataOf(await approver.send(approveCodeBatchCall, { body: { batch_id } }))
  const cookie = [...marketing.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const file = await fetch(`${baseURL ?? ''}${filePath(codesCsvFile, { batch_id })}`, { headers: { cookie } })
  if (!file.ok) throw new Error(`No file of codes: ${await file.text()}`)
  const lines = (await file.text()).trim().split('\r\n').slice(1)
  const cells = lines.map((line) => line.replaceAll('"', '').split(';'))
  return {
    campaign_id,
    slug,
    title,
    codes: cells.map(([code = '']) => code),
    links: cells.map(([, link = '']) => link),
  }
}

/** Scratches lines over the card until the result is revealed. */
export async function scratch(page: Page): Promise<void> {
  const card = page.locator('canvas')
  await card.scrollIntoViewIfNeeded()
  // The loading overlay is above the card until its request has ended.
  await expect(page.getByText('Carregando...')).toHaveCount(0)
  const box = await card.boundingBox()
  if (!box) throw new Error('There is no card to scratch')
  const rows = 8
  // Not in the corner, which is round.
  await page.mouse.move(box.x + 5, box.y + box.height / 2)
  await page.mouse.down()
  for (let row = 0; row < rows; row += 1) {
    const y = box.y + ((row + 0.5) * box.height) / rows
    await page.mouse.move(row % 2 === 0 ? box.x + 5 : box.x + box.width - 5, y, { steps: 6 })
    await page.mouse.move(row % 2 === 0 ? box.x + box.width - 5 : box.x + 5, y, { steps: 12 })
  }
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Revelar resultado' })).toHaveCount(0)
}

export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Código da raspadinha' })
