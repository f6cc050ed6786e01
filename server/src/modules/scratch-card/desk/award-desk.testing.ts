import { randomUUID } from 'node:crypto'
import type { Signature } from '@clube/contract/campaigns/signature.ts'
import { reverseTransactionCall, startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { filePath, type ServedFile } from '@clube/contract/kernel/served-file.ts'
import { listMyAwardsCall, type ScratchAward } from '@clube/contract/scratch-card/award-calls.ts'
import {
  deliverAwardCall,
  listAwardDeliveriesCall,
  readDeskAwardCall,
  undoAwardDeliveryCall,
} from '@clube/contract/scratch-card/award-desk-calls.ts'
import type { TestBrowser } from '../../../testing/browser.ts'
import { dataOf, useScratchClub, winningSettings } from '../scratch-club.testing.ts'

const [dinner, bonus] = winningSettings.prizes
if (!dinner || !bonus) throw new Error('The settings lack prizes')

/** Settings whose cards all win a dinner, or all win points. */
export const allDinners = { prizes: [{ ...dinner, quantity: winningSettings.cards }] }
export const allPoints = { prizes: [{ ...bonus, quantity: winningSettings.cards }] }

/** The birth date of the test's customers. */
export const birthDate = '20/03/1990'

/** A customer with a won prize. */
export type Winner = {
  readonly customer_id: string
  readonly browser: TestBrowser
  /** The participation's protocol. */
  readonly protocol: string
  readonly award: ScratchAward
}

/** The scratch-card test club, with helpers for delivering prizes. */
export const useAwardDesk = () => {
  const club = useScratchClub()
  const desk = () => club.staff('duda', 'attendant')
  const supervisor = () => club.staff('karina', 'gift_supervisor')
  const awardsOf = async (browser: TestBrowser) => dataOf(await browser.send(listMyAwardsCall))

  /** A customer who draws a card of the campaign. */
  const winner = async (
    campaign: { id: string; cd_identificador: number },
    person?: Pick<Winner, 'customer_id' | 'browser'>,
  ): Promise<Winner> => {
    const joined = person ?? (await club.join())
    const [code = ''] = await club.codes(campaign.id, 1)
    const { transaction_id: transacao_id, protocol } = dataOf(
      await joined.browser.send(startTransactionCall, {
        body: { campaign_id: campaign.id, kind: 'scratch_card' },
      }),
    )
    const { cd_identificador } = campaign
    dataOf(await club.draw(joined, { alphanumero: code, cd_identificador, transacao_id }))
    const [award] = await awardsOf(joined.browser)
    if (!award) throw new Error('Nothing was won')
    return { ...joined, protocol, award }
  }

  return {
    ...club,
    // A getter, because the URL is known only once the server listens.
    get url() {
      return club.url
    },
    desk,
    supervisor,
    awardsOf,
    winner,
    read: (code: string) => desk().send(readDeskAwardCall, { body: { code } }),
    deliver: (
      { award: { award_id } }: Pick<Winner, 'award'>,
      {
        client_delivery_id = randomUUID(),
        birth_date = birthDate,
        signature = null,
      }: { client_delivery_id?: string; birth_date?: string; signature?: Signature | null } = {},
      staff = desk(),
    ) => staff.send(deliverAwardCall, { body: { award_id, client_delivery_id, birth_date, signature } }),
    undo: (
      { award: { award_id } }: Pick<Winner, 'award'>,
      client_delivery_id: string,
      staff = supervisor(),
    ) =>
      staff.send(undoAwardDeliveryCall, {
        body: { award_id, client_delivery_id, reason: 'Prêmio de outra pessoa.' },
      }),
    reverse: ({ protocol }: Pick<Winner, 'protocol'>) =>
      club
        .staff('bia', 'approver')
        .send(reverseTransactionCall, { body: { protocol, reason: 'Pedido no balcão.' } }),
    deliveries: (staff = desk()) => staff.send(listAwardDeliveriesCall),
    /** Loads a file with the browser's session. */
    load: async (browser: TestBrowser, file: ServedFile, params: Readonly<Record<string, string>>) => {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(club.url + filePath(file, params), { headers: { cookie } })
      const content = Buffer.from(await response.arrayBuffer())
      return { status: response.status, type: response.headers.get('content-type') ?? '', content }
    },
    linesOf: (action: string) =>
      club.database.db
        .selectFrom('audit_line')
        .select(['actor_id', 'subject_id', 'sentence'])
        .where('action', '=', `scratch-card.${action}`)
        .orderBy('position')
        .execute(),
    /** Runs the jobs that were scheduled so far. */
    runJobs: async () => {
      const handlers = new Map<string, (data: object) => Promise<void>>()
      club.promotion.registerJobs({
        work: (queue, handler) => void handlers.set(queue.name, (data) => handler(data as never)),
      })
      for (const { name, data } of club.jobs.splice(0)) await handlers.get(name)?.(data)
    },
  }
}
