import { settlementHeader } from '@clube/contract/partner-points/settlement-calls.ts'

/** A member of the local partner programme. */
export type PartnerMember = {
  readonly member_number: string
  readonly document_id: string
  /** What the partner shows its member for linking the account. */
  readonly proof: string
  readonly balance: number
  /** Whether the member allows the club to quote and debit points; linking allows it. */
  readonly is_authorized: boolean
}

export type BookedDebit = {
  readonly key: string
  readonly reference: string
  readonly member_number: string
  readonly points: number
  readonly debited_at: string
  readonly refunded_at: string | null
}

type BookedQuote = {
  readonly reference: string
  readonly member_number: string
  readonly points: number
  readonly club_points: number
  readonly expires_at: string
}

/** Instants are in ISO 8601. */
export type PartnerCommand =
  | { readonly kind: 'add-member'; readonly member: PartnerMember }
  | {
      readonly kind: 'link'
      readonly member_number: string
      readonly proof: string
      readonly document_id: string
    }
  | { readonly kind: 'revoke'; readonly member_number: string }
  | { readonly kind: 'quote'; readonly member_number: string; readonly points: number; readonly at: string }
  | {
      readonly kind: 'debit'
      readonly key: string
      readonly member_number: string
      readonly points: number
      readonly quote_reference: string
      readonly valid_until: string
      readonly at: string
    }
  | { readonly kind: 'refund'; readonly key: string; readonly at: string }

type DebitCommand = Extract<PartnerCommand, { kind: 'debit' }>
type DebitRefusal = 'insufficient-balance' | 'not-authorized' | 'quote-expired'
export type PartnerResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'quoted'; readonly quote: BookedQuote; readonly balance: number }
  | { readonly kind: 'debited'; readonly debit: BookedDebit }
  | { readonly kind: 'refunded'; readonly refunded_at: string }
  /** The key was used for another debit. */
  | { readonly kind: 'conflict' }
  | {
      readonly kind: 'refused'
      readonly error: DebitRefusal | 'unknown-member' | 'wrong-proof' | 'other-document' | 'unknown-debit'
    }

const quoteMs = 300_000
/** Points of the partner for one point of the club. */
const rate = 2

/** Debits of member numbers with these first digits are always refused. */
const refusingPrefixes: Readonly<Record<string, DebitRefusal>> = {
  '402': 'insufficient-balance',
  '403': 'not-authorized',
  '410': 'quote-expired',
}
/** Members that exist once they are linked, with any document, for trying out failures. */
const samplePrefixes = [...Object.keys(refusingPrefixes), '500', '504']
const sampleProof = '123456'
const sampleBalance = 1_000_000

export type PartnerBooks = {
  readonly execute: (command: PartnerCommand) => PartnerResult
  /** The debit of a key; null when it was not made, or was refunded. */
  readonly findDebit: (key: string) => BookedDebit | null
  readonly findMember: (member_number: string) => PartnerMember | null
  readonly members: () => readonly PartnerMember[]
  readonly debits: () => readonly BookedDebit[]
}

/** The partner's settlement file: its debits and refunds before an instant, in CSV. */
export const settlementFileOf = (debits: readonly BookedDebit[], before: Date): string => {
  const lines = debits.flatMap(({ key, reference, points, debited_at, refunded_at }) => [
    { text: [reference, key, 'debito', points, debited_at].join(';'), at: debited_at },
    ...(refunded_at === null
      ? []
      : [{ text: [`R${reference}`, key, 'devolucao', points, refunded_at].join(';'), at: refunded_at }]),
  ])
  const included = lines.filter(({ at }) => Date.parse(at) < before.getTime()).map(({ text }) => text)
  return [settlementHeader, ...included, ''].join('\n')
}

/** The books of a partner programme: members, quotes and debits, which change only by commands. */
export const createPartnerBooks = (): PartnerBooks => {
  const members = new Map<string, PartnerMember>()
  const quotes = new Map<string, BookedQuote>()
  const debits = new Map<string, BookedDebit>()
  /** The first result of each key. */
  const results = new Map<string, { command: DebitCommand; result: PartnerResult }>()

  const changeBalance = (member_number: string, change: number): void => {
    const member = members.get(member_number)
    if (member) members.set(member_number, { ...member, balance: member.balance + change })
  }

  const link = (command: Extract<PartnerCommand, { kind: 'link' }>): PartnerResult => {
    const { member_number, document_id } = command
    const isSample = samplePrefixes.includes(member_number.slice(0, 3))
    const sample = { proof: sampleProof, balance: sampleBalance, is_authorized: false }
    const member =
      members.get(member_number) ?? (isSample ? { member_number, document_id, ...sample } : undefined)
    if (!member) return { kind: 'refused', error: 'unknown-member' }
    if (member.document_id !== document_id) return { kind: 'refused', error: 'other-document' }
    if (member.proof !== command.proof) return { kind: 'refused', error: 'wrong-proof' }
    members.set(member_number, { ...member, is_authorized: true })
    return { kind: 'done' }
  }

  const quote = ({
    member_number,
    points,
    at,
  }: Extract<PartnerCommand, { kind: 'quote' }>): PartnerResult => {
    const member = members.get(member_number)
    if (!member?.is_authorized) return { kind: 'refused', error: 'not-authorized' }
    if (member.balance < points) return { kind: 'refused', error: 'insufficient-balance' }
    const booked: BookedQuote = {
      reference: `Q${String(quotes.size + 1).padStart(8, '0')}`,
      member_number,
      points,
      club_points: Math.max(1, Math.floor(points / rate)),
      expires_at: new Date(Date.parse(at) + quoteMs).toISOString(),
    }
    quotes.set(booked.reference, booked)
    return { kind: 'quoted', quote: booked, balance: member.balance }
  }

  const debitRefusal = (command: DebitCommand): DebitRefusal | null => {
    const { member_number, points, at } = command
    const sentinel = refusingPrefixes[member_number.slice(0, 3)]
    if (sentinel) return sentinel
    const quoted = quotes.get(command.quote_reference)
    if (quoted?.member_number !== member_number || quoted.points !== points) return 'quote-expired'
    if (at >= quoted.expires_at || at >= command.valid_until) return 'quote-expired'
    const member = members.get(member_number)
    if (!member?.is_authorized) return 'not-authorized'
    return member.balance < points ? 'insufficient-balance' : null
  }

  const debit = (command: DebitCommand): PartnerResult => {
    const { key, member_number, points, at } = command
    const earlier = results.get(key)
    if (earlier) {
      const isSame = earlier.command.member_number === member_number && earlier.command.points === points
      return isSame ? earlier.result : { kind: 'conflict' }
    }
    const refusal = debitRefusal(command)
    const booked: BookedDebit = {
      key,
      reference: `D${String(debits.size + 1).padStart(8, '0')}`,
      member_number,
      points,
      debited_at: at,
      refunded_at: null,
    }
    const result: PartnerResult = refusal
      ? { kind: 'refused', error: refusal }
      : { kind: 'debited', debit: booked }
    results.set(key, { command, result })
    if (!refusal) {
      debits.set(key, booked)
      changeBalance(member_number, -points)
    }
    return result
  }

  const refund = ({ key, at }: Extract<PartnerCommand, { kind: 'refund' }>): PartnerResult => {
    const booked = debits.get(key)
    if (!booked) return { kind: 'refused', error: 'unknown-debit' }
    if (booked.refunded_at !== null) return { kind: 'refunded', refunded_at: booked.refunded_at }
    debits.set(key, { ...booked, refunded_at: at })
    changeBalance(booked.member_number, booked.points)
    return { kind: 'refunded', refunded_at: at }
  }

  const execute = (command: PartnerCommand): PartnerResult => {
    switch (command.kind) {
      case 'add-member': {
        const { member } = command
        // Several processes may add the members of the demonstration.
        if (!members.has(member.member_number)) members.set(member.member_number, member)
        return { kind: 'done' }
      }
      case 'revoke': {
        const member = members.get(command.member_number)
        if (member) members.set(member.member_number, { ...member, is_authorized: false })
        return { kind: 'done' }
      }
      case 'link':
        return link(command)
      case 'quote':
        return quote(command)
      case 'debit':
        return debit(command)
      case 'refund':
        return refund(command)
      default:
        return command satisfies never
    }
  }

  return {
    execute,
    findDebit: (key) => {
      const booked = debits.get(key)
      return booked && booked.refunded_at === null ? booked : null
    },
    findMember: (member_number) => members.get(member_number) ?? null,
    members: () => [...members.values()],
    debits: () => [...debits.values()],
  }
}
