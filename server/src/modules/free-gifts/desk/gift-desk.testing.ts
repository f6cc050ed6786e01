import { randomUUID } from 'node:crypto'
import {
  deliverGiftCall,
  findVouchersCall,
  listDeliveriesCall,
  printAtDeskCall,
  readDeskVoucherCall,
  undoDeliveryCall,
} from '@clube/contract/free-gifts/desk-calls.ts'
import { callNextCall, joinQueueCall, listQueueCall } from '@clube/contract/free-gifts/queue-calls.ts'
import type { Signature } from '@clube/contract/campaigns/signature.ts'
import type { TestBrowser } from '../../../testing/browser.ts'
import { documentLabel } from '../../identity/index.ts'
import { pickupPoints, useGiftsClub } from '../gifts-club.testing.ts'

/** A customer with a voucher. */
export type Holder = {
  readonly customer_id: string
  readonly browser: TestBrowser
  readonly voucher: { readonly voucher_id: string; readonly qr: string; readonly voucher_code: string }
}

/** The test club of gifts, with the calls of the desk *Brindes*. */
export const useGiftDesk = () => {
  const club = useGiftsClub()
  const desk = () => club.staff('duda', 'attendant')
  const supervisor = () => club.staff('karina', 'gift_supervisor')
  const northDeskOf = (campaign_id: string) => ({
    campaign_id,
    pickup_point_id: pickupPoints.north.pickup_point_id,
  })
  return {
    ...club,
    // A getter, because the URL is known only once the server listens.
    get url() {
      return club.url
    },
    desk,
    supervisor,
    read: (code: string) => desk().send(readDeskVoucherCall, { body: { code } }),
    /** The customer's document, decrypted. */
    documentOf: async (customer_id: string): Promise<string> => {
      const { document_sealed } = await club.database.db
        .selectFrom('customer')
        .select('document_sealed')
        .where('id', '=', customer_id)
        .executeTakeFirstOrThrow()
      return club.vault.open(documentLabel, document_sealed)
    },
    find: (document_id: string, campaign_id: string, staff = desk()) =>
      staff.send(findVouchersCall, { body: { document_id, ...northDeskOf(campaign_id) } }),
    printAtDesk: ({ voucher: { voucher_id } }: Pick<Holder, 'voucher'>, print_request_id = randomUUID()) =>
      desk().send(printAtDeskCall, { body: { voucher_id, print_request_id } }),
    deliver: (
      { voucher: { voucher_id } }: Pick<Holder, 'voucher'>,
      {
        client_delivery_id = randomUUID(),
        signature = null,
      }: { client_delivery_id?: string; signature?: Signature | null } = {},
      staff = desk(),
    ) => staff.send(deliverGiftCall, { body: { voucher_id, client_delivery_id, signature } }),
    undo: ({ voucher: { voucher_id } }: Pick<Holder, 'voucher'>, client_delivery_id: string) =>
      supervisor().send(undoDeliveryCall, {
        body: { voucher_id, client_delivery_id, reason: 'Outra pessoa da fila.' },
      }),
    deliveries: (campaign_id: string, staff = desk(), cursor?: string) =>
      staff.send(listDeliveriesCall, {
        query: { ...northDeskOf(campaign_id), ...(cursor ? { cursor } : {}) },
      }),
    takeNumber: ({ browser, voucher: { voucher_id } }: Pick<Holder, 'browser' | 'voucher'>) =>
      browser.send(joinQueueCall, { body: { voucher_id } }),
    queue: (campaign_id: string) => desk().send(listQueueCall, { query: northDeskOf(campaign_id) }),
    callNext: (campaign_id: string, client_call_id = randomUUID()) =>
      desk().send(callNextCall, { body: { ...northDeskOf(campaign_id), client_call_id } }),
    auditLinesOf: (action: string) =>
      club.database.db
        .selectFrom('audit_line')
        .select(['actor_id', 'subject_id', 'sentence'])
        .where('action', '=', `free-gifts.${action}`)
        .orderBy('position')
        .execute(),
  }
}
