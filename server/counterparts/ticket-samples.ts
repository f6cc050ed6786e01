import type { BookedTicket } from './parking-books.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

type Arrival = Omit<BookedTicket, 'ticket_number' | 'garage_id'>
type Sample = {
  /** First digits of the ticket numbers. */
  readonly prefix: string
  readonly title: string
  /** The ticket as it is when it is read for the first time. */
  readonly arrival: (now: number) => Partial<Arrival> & { readonly entered_at: string }
}

const before = (now: number, ms: number): string => new Date(now - ms).toISOString()

/** Tickets for trying out the club: every number of twelve digits with one of these first digits exists. */
export const ticketSamples: readonly Sample[] = [
  {
    prefix: '1',
    title: 'carro, entrou há 2 h 20 min',
    arrival: (now) => ({ entered_at: before(now, 140 * minuteMs) }),
  },
  {
    prefix: '2',
    title: 'carro na tolerância, entrou há 5 min',
    arrival: (now) => ({ entered_at: before(now, 5 * minuteMs) }),
  },
  {
    prefix: '3',
    title: 'moto, entrou há 4 h 10 min',
    arrival: (now) => ({ vehicle: 'motorcycle', entered_at: before(now, 250 * minuteMs) }),
  },
  {
    prefix: '4',
    title: 'mensalista',
    arrival: (now) => ({ vehicle: 'monthly', entered_at: before(now, 3 * hourMs) }),
  },
  {
    prefix: '6',
    title: 'carro que já saiu',
    arrival: (now) => ({
      entered_at: before(now, 3 * hourMs),
      left_at: before(now, 20 * minuteMs),
      paid_cents: 14_00,
    }),
  },
  {
    prefix: '7',
    title: 'já pago, pode sair por mais 15 min; depois, volta a dever',
    arrival: (now) => ({
      entered_at: before(now, 5 * hourMs),
      paid_cents: 20_00,
      free_until: new Date(now + 15 * minuteMs).toISOString(),
    }),
  },
  {
    prefix: '8',
    title: 'já tem desconto de outra loja',
    arrival: (now) => ({ entered_at: before(now, 5 * hourMs), other_discount_cents: 8_00 }),
  },
]

/** The ticket of a sample number; null for other numbers. */
export const arrivalOf = (ticket_number: string, now: Date): Omit<BookedTicket, 'garage_id'> | null => {
  const sample = ticketSamples.find(({ prefix }) => ticket_number.startsWith(prefix))
  if (!sample || !/^\d{12}$/.test(ticket_number)) return null
  return {
    ticket_number,
    vehicle: 'car',
    left_at: null,
    paid_cents: 0,
    other_discount_cents: 0,
    free_until: null,
    ...sample.arrival(now.getTime()),
  }
}
