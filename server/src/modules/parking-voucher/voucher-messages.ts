import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import { formatDateTime } from '@clube/contract/kernel/club-time.ts'
import { parkingPath } from '@clube/contract/parking-voucher/parking-path.ts'
import type { Tx } from '../../db/database.ts'
import type { Promotion, Transaction } from '../campaigns/index.ts'
import type { MessageTexts } from '../messaging/index.ts'
import { messageTopics, type ParkingDeps, type ParkingTemplate } from './deps.ts'
import { findParkingCampaign, garageNameOf, type ParkingCampaign } from './parking-campaign.ts'
import { messageOf, type ParkingVoucher } from './voucher.ts'
import { listVouchersOf } from './voucher-store.ts'

type Described = Pick<ParkingVoucher, 'status' | 'entered_at' | 'left_at' | 'by_hand'> & {
  readonly campaign_title: string
  readonly garage_name: string
}

const link = { label: 'Ver meus vales-estacionamento', url: parkingPath } as const

const detailsOf = (voucher: Described, zone: TimeZone): MessageTexts['details'] => [
  { label: 'Estacionamento', value: voucher.garage_name },
  { label: 'Entrada', value: formatDateTime(voucher.entered_at, zone) },
]

/** Texts of the messages; none contains a ticket number. */
const voucherTexts: Record<ParkingTemplate, (voucher: Described, now: Date, zone: TimeZone) => MessageTexts> =
  {
    'parking-applied': (voucher, now, zone) => ({
      subject: 'Vale-estacionamento aplicado',
      paragraphs: [
        `O seu vale-estacionamento da promoção ${voucher.campaign_title} foi aplicado${voucher.by_hand ? ' no balcão' : ''}.`,
        `${messageOf(voucher, now, zone).replace(/\.$/, '')}.`,
      ],
      details: detailsOf(voucher, zone),
      code: null,
      link,
      short: `${messageOf(voucher, now, zone).replace(/\.$/, '')}.`,
      warning: voucher.by_hand ? 'Se não foi você quem pediu, procure o balcão.' : null,
    }),
    'parking-refused': (voucher, now, zone) => ({
      subject: 'Vale-estacionamento não aplicado',
      paragraphs: [
        `O seu vale-estacionamento da promoção ${voucher.campaign_title} não foi aplicado. O que você usou voltou para você.`,
        messageOf(voucher, now, zone),
      ],
      details: detailsOf(voucher, zone),
      code: null,
      link,
      short: 'Seu vale-estacionamento não foi aplicado. O que você usou voltou para você.',
      warning: null,
    }),
    'parking-undone': (voucher, _now, zone) => ({
      subject: 'Vale-estacionamento cancelado',
      paragraphs: [
        `O seu vale-estacionamento da promoção ${voucher.campaign_title} foi cancelado no balcão. O que você usou voltou para você.`,
      ],
      details: detailsOf(voucher, zone),
      code: null,
      link,
      short: 'Seu vale-estacionamento foi cancelado. O que você usou voltou para você.',
      warning: 'Confira no estacionamento quanto falta pagar antes de sair.',
    }),
  }

/** Queues the message about a voucher. */
export const notifyOfVoucher = async (
  deps: Pick<ParkingDeps, 'notify' | 'clock' | 'time_zone'>,
  tx: Tx,
  {
    template,
    voucher,
    campaign,
  }: { template: ParkingTemplate; voucher: ParkingVoucher; campaign: ParkingCampaign | undefined },
): Promise<void> =>
  deps.notify(tx, {
    customer_id: voucher.customer_id,
    topic: messageTopics[template],
    template,
    texts: voucherTexts[template](
      {
        ...voucher,
        campaign_title: campaign?.title ?? '',
        garage_name: garageNameOf(campaign, voucher.garage_id),
      },
      deps.clock(),
      deps.time_zone,
    ),
    expires_at: null,
  })

const confirmed = {
  discount_cents: 14_00,
  due_cents: 0,
  leave_by: new Date('2026-12-05T21:20:00Z'),
  applied_at: new Date('2026-12-05T21:00:00Z'),
} as const
const exampleStatus = {
  'parking-applied': { kind: 'applied', ...confirmed },
  'parking-refused': { kind: 'failed', ended_at: confirmed.applied_at, failure: 'parking-voucher.left' },
  'parking-undone': { kind: 'undone', ended_at: confirmed.leave_by, ...confirmed },
} as const satisfies Record<ParkingTemplate, ParkingVoucher['status']>

/** An example of every message. */
export const messagesOf = (zone: TimeZone): Promotion['messages'] =>
  Object.fromEntries(
    Object.entries(messageTopics).map(([name, topic]) => {
      const template = name as ParkingTemplate
      const example = {
        campaign_title: 'Estacione grátis no Ipê',
        garage_name: 'Subsolo',
        status: exampleStatus[template],
        entered_at: new Date('2026-12-05T18:40:00Z'),
        left_at: null,
        by_hand: null,
      }
      return [template, { topic, texts: voucherTexts[template](example, confirmed.applied_at, zone) }]
    }),
  )

/**
 * Resends the message about the voucher of a participation, by e-mail only.
 * @returns false while the car park has not answered
 */
export const resendMessage = async (
  deps: ParkingDeps,
  tx: Tx,
  { id }: Pick<Transaction, 'id'>,
): Promise<boolean> => {
  const [voucher] = await listVouchersOf(tx, [id])
  if (voucher?.status.kind !== 'applied' && voucher?.status.kind !== 'undone') return false
  const template = voucher.status.kind === 'applied' ? 'parking-applied' : 'parking-undone'
  const notify: ParkingDeps['notify'] = (within, notice) => deps.notify(within, { ...notice, topic: null })
  const campaign = await findParkingCampaign(tx, voucher.campaign_id)
  await notifyOfVoucher({ ...deps, notify }, tx, { template, voucher, campaign })
  return true
}
