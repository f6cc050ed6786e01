import type { SessionPlan } from '@clube/contract/event-tickets/session-plan.ts'
import type { StaffEventSession } from '@clube/contract/event-tickets/session.ts'
import { countFormatter, formatPeople, formatPlaces } from '@clube/contract/kernel/count-formats.ts'
import { formatInstant } from '../../parts/instant.ts'

type Numbers = Pick<StaffEventSession['numbers'], 'waiting_people' | 'offered' | 'free'>
type Sales = Pick<SessionPlan, 'is_closed' | 'sales_until'>

/** '2 pessoas só recebem' */
const formatOnlyGet = countFormatter('pessoa só recebe', 'pessoas só recebem')

/** What closing reservations means for the waiting list and its open offers; null if there are neither. */
export function closingEffect({ waiting_people, offered }: Numbers): string | null {
  const offers = offered > 0 ? offersRemain(offered) : null
  if (waiting_people === 0) return offers
  const waiting = `Na lista de espera, ${formatOnlyGet(waiting_people)} a vez se as reservas reabrirem.`
  return offers === null ? waiting : `${waiting} ${offers}`
}

/** What reopening reservations means for the people on the waiting list; null if nobody waits. */
export function reopeningEffect({ waiting_people, free }: Numbers): string | null {
  if (waiting_people === 0) return null
  const waiting = `Na lista de espera há ${formatPeople(waiting_people)}`
  return free === 0
    ? `${waiting}, que recebem a vez quando um lugar ficar livre.`
    : `${waiting}: os lugares livres (${free}) são oferecidos na hora, por ordem de chegada.`
}

/** What an earlier end of reservations means for the waiting list and its open offers; null if there are neither. */
function endingEffect({ waiting_people, offered }: Numbers, sales_until: Date, now: Date): string | null {
  const offers = offered > 0 ? offersRemain(offered) : null
  if (waiting_people === 0) return offers
  const when = sales_until <= now ? 'agora' : `em ${formatInstant(sales_until.toISOString())}`
  const list = `A lista de espera, com ${formatPeople(waiting_people)}, termina ${when}, e cada pessoa é avisada. Prorrogar as reservas depois disso não traz a lista de volta.`
  return offers === null ? list : `${list} ${offers}`
}

/** Offers can be accepted after the reservations are closed, and after their end. */
const offersRemain = (offered: number): string =>
  `As ofertas já feitas, de ${formatPlaces(offered)}, continuam valendo até o prazo de cada uma.`

/** What a change of the plan means for the people on the waiting list; null if it affects none of them. */
export function waitingEffect(
  numbers: Numbers,
  { before, after, now }: { before: Sales; after: Sales; now: Date },
): string | null {
  if (after.sales_until < before.sales_until) return endingEffect(numbers, after.sales_until, now)
  if (before.is_closed === after.is_closed) return null
  return after.is_closed ? closingEffect(numbers) : reopeningEffect(numbers)
}
