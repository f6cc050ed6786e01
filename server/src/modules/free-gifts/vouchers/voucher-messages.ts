import { giftsPath } from '@clube/contract/free-gifts/gift-path.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { formatDateTime, formatEnd, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Tx } from '../../../db/database.ts'
import type { Jobs } from '../../../db/jobs.ts'
import { createOutcomeNotices } from '../../campaigns/index.ts'
import type { MessageTexts } from '../../messaging/index.ts'
import { messageTopics, type FreeGiftDeps, type GiftTemplate } from '../deps.ts'
import { withGifts, type VoucherWithGift } from './view-vouchers.ts'
import type { GiftVoucher } from './voucher.ts'
import { claimNotices } from './voucher-store.ts'

type Described = Pick<VoucherWithGift, 'gift' | 'point' | 'expires_at' | 'delivered_at'> & {
  readonly campaign: Pick<VoucherWithGift['campaign'], 'title'>
}

const link = { label: 'Ver meus brindes', url: giftsPath } as const

const pickupDetails = ({ gift, point, expires_at }: Described, zone: TimeZone): MessageTexts['details'] => [
  { label: 'Brinde', value: giftName(gift) },
  { label: 'Retirada', value: `${point.name}, ${point.location}` },
  { label: 'Horário', value: point.opening_hours },
  { label: 'Válido até', value: formatEnd(expires_at, zone) },
]

/** Texts of the messages; only attachments contain codes. */
export const voucherTexts: Record<GiftTemplate, (voucher: Described, zone: TimeZone) => MessageTexts> = {
  'gift-issued': (voucher, zone) => ({
    subject: 'Seu vale-brinde',
    paragraphs: [`O seu vale-brinde da promoção ${voucher.campaign.title} está pronto.`],
    details: pickupDetails(voucher, zone),
    code: null,
    link,
    short: `Seu vale-brinde está pronto. Retire até ${formatEnd(voucher.expires_at, zone)}. Veja em Meus brindes.`,
    warning: null,
  }),
  'gift-expiring': (voucher, zone) => ({
    subject: 'Seu brinde espera por você',
    paragraphs: [
      `O prazo para retirar o seu brinde da promoção ${voucher.campaign.title} está terminando. Depois dele, o brinde volta para as outras pessoas.`,
    ],
    details: pickupDetails(voucher, zone),
    code: null,
    link,
    short: `Retire o seu brinde até ${formatEnd(voucher.expires_at, zone)}. Veja em Meus brindes.`,
    warning: null,
  }),
  'gift-returned': (voucher) => ({
    subject: 'Vale-brinde cancelado',
    paragraphs: [
      `O seu vale-brinde da promoção ${voucher.campaign.title} foi cancelado. O que você usou (notas ou pontos) voltou para você.`,
    ],
    details: [{ label: 'Brinde', value: giftName(voucher.gift) }],
    code: null,
    link,
    short: 'Seu vale-brinde foi cancelado. O que você usou voltou para você.',
    warning: null,
  }),
  'gift-delivered': ({ campaign, gift, point, delivered_at }, zone) => ({
    subject: 'Brinde entregue',
    paragraphs: [`O seu brinde da promoção ${campaign.title} foi entregue. Aproveite.`],
    details: [
      { label: 'Brinde', value: giftName(gift) },
      { label: 'Local', value: `${point.name}, ${point.location}` },
      ...(delivered_at ? [{ label: 'Entrega', value: formatDateTime(delivered_at, zone) }] : []),
    ],
    code: null,
    link,
    short: `Seu brinde foi entregue em ${point.name}. Se não foi você quem o retirou, procure o balcão.`,
    warning: 'Se não foi você quem o retirou, procure o balcão.',
  }),
}

/** Anyone who shows a voucher gets the gift, so it is sent only to a confirmed address. */
export const issuedNotes = {
  note: 'O vale-brinde em PDF está anexado. Não encaminhe esta mensagem: quem mostrar o QR Code primeiro recebe o brinde.',
  withheld:
    'O seu vale-brinde está em Meus brindes. Para receber os próximos também por e-mail, confirme este endereço em Meu perfil.',
} as const

/** Queues a message about each voucher; only those of issued ones have an attachment, and some expire. */
export const notifyOfVouchers = async (
  deps: FreeGiftDeps,
  tx: Tx,
  { template, vouchers, ip }: { template: GiftTemplate; vouchers: readonly GiftVoucher[]; ip?: string },
): Promise<void> => {
  for (const voucher of await withGifts(tx, vouchers))
    await deps.notify(tx, {
      customer_id: voucher.customer_id,
      topic: messageTopics[template],
      template,
      texts: voucherTexts[template](voucher, deps.time_zone),
      ...(template === 'gift-issued' ? { attached: { id: voucher.id, ...issuedNotes } } : {}),
      expires_at: template === 'gift-returned' || template === 'gift-delivered' ? null : voucher.expires_at,
      ...(ip === undefined ? {} : { ip }),
    })
}

const issuedNotices = createOutcomeNotices('notify-of-gifts', 'voucher_ids')

/** Schedules the messages about issued vouchers. */
export const enqueueIssued = issuedNotices.enqueue

/** Registers the job of the messages: each voucher is announced once, even when the job is repeated. */
export const registerVoucherMessages = (deps: FreeGiftDeps, jobs: Pick<Jobs, 'work'>): void =>
  issuedNotices.register(deps, jobs, async (tx, ids) => {
    const vouchers = await claimNotices(tx, ids, deps.clock())
    await notifyOfVouchers(deps, tx, { template: 'gift-issued', vouchers })
  })
