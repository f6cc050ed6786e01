import { partnersPath } from '@clube/contract/partner-points/partner-path.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { formatDateTime, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Tx } from '../../db/database.ts'
import type { Promotion } from '../campaigns/index.ts'
import type { MessageTexts } from '../messaging/index.ts'
import { messageTopics, nameOf, type PartnerDeps, type PartnerTemplate } from './deps.ts'
import type { PartnerRedemption } from './redemptions/redemption-store.ts'

type Described = Pick<PartnerRedemption, 'partner_points' | 'club_points' | 'requested_at'> & {
  readonly partner_name: string
  readonly protocol: string
}

const detailsOf = (redemption: Described, zone: TimeZone): MessageTexts['details'] => [
  { label: 'Protocolo', value: redemption.protocol },
  { label: 'Pedido em', value: formatDateTime(redemption.requested_at, zone) },
  { label: redemption.partner_name, value: formatPoints(redemption.partner_points) },
  { label: 'Clube', value: formatPoints(redemption.club_points) },
]

const link = { label: 'Ver meus resgates', url: partnersPath } as const

const texts: Record<PartnerTemplate, (redemption: Described, zone: TimeZone) => MessageTexts> = {
  'partner-redeemed': (redemption, zone) => ({
    subject: 'Seu resgate foi concluído',
    paragraphs: [
      `O ${redemption.partner_name} confirmou o seu resgate, e os pontos já estão no seu saldo do clube.`,
    ],
    details: detailsOf(redemption, zone),
    code: null,
    link,
    short: `Resgate concluído: ${formatPoints(redemption.club_points)} no seu saldo.`,
    warning: 'Se não foi você quem pediu o resgate, troque a sua senha e fale com o clube.',
  }),
  'partner-refused': (redemption, zone) => ({
    subject: 'Seu resgate não foi concluído',
    paragraphs: [
      `O resgate de pontos do ${redemption.partner_name} não foi concluído, e o clube não creditou pontos. Se precisar, faça um novo resgate.`,
    ],
    details: detailsOf(redemption, zone),
    code: null,
    link,
    short: 'Seu resgate não foi concluído. Veja em Parceiros.',
    warning: null,
  }),
  'partner-refunded': (redemption, zone) => ({
    subject: 'Seu resgate foi devolvido',
    paragraphs: [
      `Os pontos do resgate voltaram para a sua conta do ${redemption.partner_name}, e os do clube foram retirados do seu saldo.`,
    ],
    details: detailsOf(redemption, zone),
    code: null,
    link,
    short: 'Seu resgate foi devolvido. Veja em Parceiros.',
    warning: null,
  }),
}

const example: Described = {
  partner_name: 'Voa Milhas',
  protocol: '2026-000123-4',
  partner_points: 10_000,
  club_points: 5_000,
  requested_at: new Date('2026-12-05T22:10:00Z'),
}

/** An example of each message with its topic, by template. */
export const partnerMessagesOf = (zone: TimeZone): Promotion['messages'] =>
  Object.fromEntries(
    Object.entries(messageTopics).map(([template, topic]) => [
      template,
      { topic, texts: texts[template as PartnerTemplate](example, zone) },
    ]),
  )

/** Notifies the customer of a redemption. */
export const notifyOfRedemption = async (
  deps: Pick<PartnerDeps, 'notify' | 'time_zone' | 'partners'>,
  tx: Tx,
  input: {
    template: PartnerTemplate
    redemption: PartnerRedemption
    protocol: string
    /** E-mail only. */
    isResent?: true
  },
): Promise<void> => {
  const { template, redemption, protocol } = input
  const described = { ...redemption, partner_name: nameOf(deps, redemption.partner), protocol }
  await deps.notify(tx, {
    customer_id: redemption.customer_id,
    topic: input.isResent ? null : messageTopics[template],
    template,
    texts: texts[template](described, deps.time_zone),
    expires_at: null,
  })
}
