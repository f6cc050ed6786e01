import { awardPath } from '@clube/contract/scratch-card/award-calls.ts'
import type { WonPrize } from '@clube/contract/scratch-card/calls.ts'
import type { NoticeTopic } from '@clube/contract/identity/notice-calls.ts'
import { formatDateTime, formatEnd, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Tx } from '../../../db/database.ts'
import type { Jobs } from '../../../db/jobs.ts'
import { createOutcomeNotices, type Promotion } from '../../campaigns/index.ts'
import type { MessageTexts } from '../../messaging/index.ts'
import type { ScratchCardDeps } from '../deps.ts'
import { deadlineOf, type Award } from './award.ts'
import { claimAwardNotices, findAwards } from './award-store.ts'
import { withPrizes } from './view-awards.ts'

/** The topic of every message about awards, by template. */
const messageTopics = {
  'scratch-won': 'participations',
  'scratch-points-won': 'participations',
  'scratch-expiring': 'participations',
  'scratch-delivered': 'participations',
  'scratch-expired': 'participations',
} as const satisfies Record<string, NoticeTopic>

type AwardTemplate = keyof typeof messageTopics

type Described = Pick<Award, 'id' | 'expires_at' | 'held_until' | 'ended_at'> & {
  readonly campaign: { readonly title: string }
  readonly prize: Pick<WonPrize, 'title' | 'pickup_place' | 'points'>
}

const linkTo = ({ id }: Pick<Described, 'id'>) => ({ label: 'Ver meu prêmio', url: awardPath(id) })

const prizeDetail = ({ prize }: Described) => ({ label: 'Prêmio', value: prize.title })

const pickupDetails = (award: Described, zone: TimeZone): MessageTexts['details'] => [
  prizeDetail(award),
  ...(award.prize.pickup_place === null ? [] : [{ label: 'Retirada', value: award.prize.pickup_place }]),
  { label: 'Retire até', value: endOf(award, zone) },
]

const endOf = (award: Described, zone: TimeZone): string => {
  const deadline = deadlineOf(award)
  return deadline ? formatEnd(deadline, zone) : ''
}

/** Texts of the messages; none contains a code. */
const awardTexts: Record<AwardTemplate, (award: Described, zone: TimeZone) => MessageTexts> = {
  'scratch-won': (award, zone) => ({
    subject: 'Você ganhou um prêmio na raspadinha',
    paragraphs: [
      `Parabéns! Você ganhou na promoção ${award.campaign.title}.`,
      'Para retirar, mostre o QR Code do prêmio e um documento com foto. O prêmio é entregue a pessoas de 18 anos ou mais.',
    ],
    details: pickupDetails(award, zone),
    code: null,
    link: linkTo(award),
    short: `Você ganhou: ${award.prize.title}. Retire até ${endOf(award, zone)}. Veja na sua Carteira.`,
    warning: null,
  }),
  'scratch-points-won': (award) => ({
    subject: 'Você ganhou pontos na raspadinha',
    paragraphs: [
      `Parabéns! Você ganhou na promoção ${award.campaign.title}. Os pontos já estão no seu saldo.`,
    ],
    details: [prizeDetail(award)],
    code: null,
    link: linkTo(award),
    short: `Você ganhou: ${award.prize.title}. Os pontos já estão no seu saldo.`,
    warning: null,
  }),
  'scratch-expiring': (award, zone) => ({
    subject: 'Seu prêmio espera por você',
    paragraphs: [
      `O prazo para retirar o seu prêmio da promoção ${award.campaign.title} está terminando. Depois dele, o prêmio não é mais entregue.`,
    ],
    details: pickupDetails(award, zone),
    code: null,
    link: linkTo(award),
    short: `Retire o seu prêmio até ${endOf(award, zone)}. Veja na sua Carteira.`,
    warning: null,
  }),
  'scratch-delivered': (award, zone) => ({
    subject: 'Prêmio entregue',
    paragraphs: [
      `O seu prêmio da promoção ${award.campaign.title} foi entregue. O recibo está na página do prêmio.`,
    ],
    details: [
      prizeDetail(award),
      ...(award.prize.pickup_place === null ? [] : [{ label: 'Local', value: award.prize.pickup_place }]),
      ...(award.ended_at ? [{ label: 'Entrega', value: formatDateTime(award.ended_at, zone) }] : []),
    ],
    code: null,
    link: linkTo(award),
    short: `Seu prêmio foi entregue: ${award.prize.title}. Se não foi você quem o retirou, procure o balcão.`,
    warning: 'Se não foi você quem o retirou, procure o balcão.',
  }),
  'scratch-expired': (award) => ({
    subject: 'O prazo do seu prêmio terminou',
    paragraphs: [
      `O prazo para retirar o seu prêmio da promoção ${award.campaign.title} terminou, e ele não pode mais ser entregue.`,
    ],
    details: [prizeDetail(award)],
    code: null,
    link: linkTo(award),
    short: `O prazo para retirar o seu prêmio terminou: ${award.prize.title}.`,
    warning: null,
  }),
}

const exampleAward: Described = {
  id: '01997e4c-3f6a-7b1c-8d2e-5a4b3c2d1e0f',
  campaign: { title: 'Raspou, ganhou' },
  prize: {
    title: 'Jantar para dois',
    pickup_place: 'Balcão do Piso 1, ao lado da escada rolante',
    points: null,
  },
  expires_at: new Date('2026-12-06T01:00:00Z'),
  held_until: null,
  ended_at: new Date('2026-12-05T22:10:00Z'),
}
const examplePoints: Described = {
  ...exampleAward,
  prize: { title: '100 pontos', pickup_place: null, points: 100 },
}

/** An example of each message with its topic, by template. */
export const awardMessagesOf = (zone: TimeZone): Promotion['messages'] =>
  Object.fromEntries(
    Object.entries(messageTopics).map(([template, topic]) => [
      template,
      {
        topic,
        texts: awardTexts[template as AwardTemplate](
          template === 'scratch-points-won' ? examplePoints : exampleAward,
          zone,
        ),
      },
    ]),
  )

/** What happened to an award, for its customer. */
export type AwardEvent = 'won' | 'expiring' | 'delivered' | 'expired'

const templateOf = (event: AwardEvent, { points }: Described['prize']): AwardTemplate =>
  event === 'won' && points !== null ? 'scratch-points-won' : `scratch-${event}`

/** Queues a message about each award; some expire with its deadline. */
export const notifyOfAwards = async (
  deps: Pick<ScratchCardDeps, 'notify' | 'time_zone'>,
  tx: Tx,
  { event, award_ids }: { event: AwardEvent; award_ids: readonly string[] },
): Promise<void> => {
  if (award_ids.length === 0) return
  for (const award of await withPrizes(tx, await findAwards(tx, award_ids))) {
    const template = templateOf(event, award.prize)
    await deps.notify(tx, {
      customer_id: award.customer_id,
      topic: messageTopics[template],
      template,
      texts: awardTexts[template](award, deps.time_zone),
      expires_at: event === 'won' || event === 'expiring' ? deadlineOf(award) : null,
    })
  }
}

const wonNotices = createOutcomeNotices('notify-of-scratch-awards', 'award_ids')

/** Schedules the messages about won prizes. */
export const enqueueWon = wonNotices.enqueue

/** Registers the job of the messages: each prize is announced once, even when the job is repeated. */
export const registerAwardMessages = (
  deps: Pick<ScratchCardDeps, 'db' | 'clock' | 'notify' | 'time_zone'>,
  jobs: Pick<Jobs, 'work'>,
): void =>
  wonNotices.register(deps, jobs, async (tx, ids) => {
    const award_ids = await claimAwardNotices(tx, ids, deps.clock())
    await notifyOfAwards(deps, tx, { event: 'won', award_ids })
  })
