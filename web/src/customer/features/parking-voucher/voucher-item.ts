import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import type { CreditProgress } from '@clube/contract/campaigns/credit-calls.ts'
import type { ParkingVoucher } from '@clube/contract/parking-voucher/calls.ts'
import { parkingVoucherStateTitles, type ParkingVoucherState } from '@clube/contract/parking-voucher/stay.ts'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import { formatTime } from '../../../parts/club-time.ts'
import { formatCents } from '../../../parts/money.ts'
import { formatTicketNumber } from '../../../parts/ticket-number.ts'
import type { CampaignChip, NowEntry, WalletItem } from '../../promotions/promotion.ts'
import { parkingPaths } from './parking-paths.ts'

/** The kind's icon in the *Carteira*: a car. */
export const parkingIcon =
  'M4 15.500v-3a2 2 0 0 1 1.500-1.900l1-.300 1.700-3.300a2 2 0 0 1 1.800-1h4.500a2 2 0 0 1 1.700 1l1.800 3.300 1.500.400a1.500 1.500 0 0 1 1 1.400v3.400h-2M9.500 15.500h5M4 15.500h1.500M6.500 10.300h11M7.500 13.500a2 2 0 1 1 0 4 2 2 0 0 1 0-4Zm9 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z'

export const voucherTones = {
  processing: 'warn',
  applied: 'good',
  used: undefined,
  undoing: 'warn',
  undone: undefined,
  failed: 'bad',
} as const satisfies Record<ParkingVoucherState, CampaignChip['tone']>

/** Where a voucher stands for its person, at an instant that may be later than this device's copy. */
export type VoucherStanding =
  | { kind: 'waiting' }
  /** The car may leave; `until` is the deadline, null if the car park named none. */
  | { kind: 'released'; until: string | null }
  /** The car stayed longer than allowed, so a new amount may be due. */
  | { kind: 'overstayed'; until: string }
  /** The voucher paid a part. */
  | { kind: 'due'; due_cents: number }
  | { kind: 'ended' }

/** `nowMs` as Unix time in milliseconds, by the server's clock. */
export function standingOf(voucher: ParkingVoucher, nowMs: number): VoucherStanding {
  const { state, is_current, ends_at, due_cents, leave_by } = voucher
  switch (state) {
    case 'processing':
    case 'undoing':
      return { kind: 'waiting' }
    case 'applied':
      if (!is_current || Date.parse(ends_at) <= nowMs) return { kind: 'ended' }
      if (due_cents !== null && due_cents > 0) return { kind: 'due', due_cents }
      return leave_by !== null && Date.parse(leave_by) < nowMs
        ? { kind: 'overstayed', until: leave_by }
        : { kind: 'released', until: leave_by }
    case 'used':
    case 'undone':
    case 'failed':
      return { kind: 'ended' }
    default:
      return state satisfies never
  }
}

/** What the person must know now, in a few words; null once the voucher has ended. */
function standingText(standing: VoucherStanding): string | null {
  switch (standing.kind) {
    case 'waiting':
      return 'Não repita a operação.'
    case 'released':
      return standing.until === null ? 'Pode sair' : `Saia até ${formatTime(standing.until)}`
    case 'overstayed':
      return `O prazo para sair terminou às ${formatTime(standing.until)}`
    case 'due':
      return `Faltam ${formatCents(standing.due_cents)}: pague antes de sair`
    case 'ended':
      return null
    default:
      return standing satisfies never
  }
}

const ticketText = ({ ticket_number }: ParkingVoucher): string =>
  ticket_number === null ? '' : `, ticket ${formatTicketNumber(ticket_number)}`

const stages = {
  waiting: 'pending',
  released: 'usable',
  overstayed: 'usable',
  due: 'usable',
  ended: 'past',
} as const satisfies Record<VoucherStanding['kind'], WalletItem['stage']>

/** The label of a voucher's state; an applied one that has ended is no longer called that. */
export function statusOf(voucher: ParkingVoucher, nowMs: number): CampaignChip {
  const standing = standingOf(voucher, nowMs)
  if (voucher.state === 'applied' && standing.kind === 'ended') return { label: 'Encerrado' }
  if (standing.kind === 'overstayed') return { label: 'Prazo encerrado', tone: 'warn' }
  if (standing.kind === 'due') return { label: 'Falta pagar', tone: 'warn' }
  const tone = voucherTones[voucher.state]
  return { label: parkingVoucherStateTitles[voucher.state], ...(tone && { tone }) }
}

/** A voucher in the *Carteira*. */
export function voucherItem(voucher: ParkingVoucher, nowMs: number): Omit<WalletItem, 'icon'> {
  const { voucher_id, transaction_id, garage_name, leave_by, requested_at } = voucher
  const standing = standingOf(voucher, nowMs)
  return {
    id: voucher_id,
    title: 'Vale-estacionamento',
    text: `${garage_name}${ticketText(voucher)}`,
    stage: stages[standing.kind],
    status: statusOf(voucher, nowMs),
    validity: standingText(standing),
    at: leave_by ?? requested_at,
    href: parkingPaths.voucher(transaction_id),
  }
}

const formatVouchers = countFormatter('vale-estacionamento', 'vales-estacionamento')

/** The current vouchers, with what must be done; null if there are none. */
export function vouchersSummary(vouchers: readonly ParkingVoucher[], nowMs: number): string | null {
  const current = vouchers.flatMap((voucher) => standingText(standingOf(voucher, nowMs)) ?? [])
  const [first] = current
  if (first === undefined) return null
  return current.length === 1
    ? `${formatVouchers(1)}: ${first.charAt(0).toLowerCase()}${first.slice(1).replace(/\.$/, '')}`
    : formatVouchers(current.length)
}

/**
 * The now entries: what waits for the car park, until when the car must leave, and the right to a voucher that the receipts
 * of the day give.
 */
export const nowEntriesOf = (
  vouchers: readonly ParkingVoucher[],
  credit: readonly CreditProgress[],
  campaigns: readonly CampaignCard[],
  nowMs: number,
): NowEntry[] => [
  ...voucherEntries(vouchers, nowMs),
  ...campaigns.flatMap((campaign) => rightEntry(campaign, credit) ?? []),
]

function rightEntry(
  { campaign_id, slug, title, stock }: CampaignCard,
  credit: readonly CreditProgress[],
): NowEntry | null {
  const own = credit.find((each) => each.campaign_id === campaign_id)
  const canUse = own !== undefined && own.participations > 0 && own.uses_left_today !== 0
  if (!canUse || stock?.remaining === 0) return null
  return {
    title: 'Você tem direito a um vale-estacionamento hoje',
    text: `Suas notas de hoje completaram o valor em ${title}.`,
    href: parkingPaths.apply(slug),
    until: null,
  }
}

const voucherEntries = (vouchers: readonly ParkingVoucher[], nowMs: number): NowEntry[] =>
  vouchers.flatMap((voucher): NowEntry[] => {
    const standing = standingOf(voucher, nowMs)
    const entry = { href: parkingPaths.voucher(voucher.transaction_id), until: null }
    switch (standing.kind) {
      case 'waiting':
        return [
          {
            ...entry,
            title: `Vale-estacionamento: ${parkingVoucherStateTitles[voucher.state].toLowerCase()}`,
            text: 'O estacionamento ainda não confirmou. Não repita a operação.',
          },
        ]
      case 'released':
        return [
          {
            ...entry,
            title: voucher.message,
            text: `${voucher.garage_name}${ticketText(voucher)}.`,
            until: standing.until,
          },
        ]
      case 'overstayed':
        return [
          {
            ...entry,
            title: `${standingText(standing)}`,
            text: 'Se o carro ainda não saiu, consulte o ticket: pode haver um novo valor a pagar.',
          },
        ]
      case 'due':
        return [{ ...entry, title: 'Falta pagar o estacionamento', text: voucher.message }]
      case 'ended':
        return []
      default:
        return standing satisfies never
    }
  })
