import { formatPeople } from '@clube/contract/kernel/count-formats.ts'
import { digitsOf } from '@clube/contract/brazil/mask.ts'
import {
  announcedChanges,
  changedFields,
  parsePlan,
  type SessionPlan,
} from '@clube/contract/event-tickets/session-plan.ts'
import type { SessionWithGates } from '@clube/contract/event-tickets/staff-calls.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { FactList, type Fact } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { formatCount } from './event-labels.ts'
import css from './events.module.css'
import type { SessionPlan as PlanBody } from './session-plan.ts'
import { waitingEffect } from './waiting-effect.ts'

/** The number of people affected by a change of the session. */
export const peopleIn = ({ people }: Pick<SessionWithGates, 'people'>): number =>
  people.holding + people.waiting

const fieldTitles = {
  title: 'Título',
  place: 'Local',
  starts_at: 'Início',
  ends_at: 'Término',
  sales_from: 'Reservas a partir de',
  sales_until: 'Reservas até',
  cancel_until: 'Cancelamento até',
  no_show_from: 'Liberar quem não veio a partir de',
  capacity: 'Capacidade',
  limit_per_document: 'Limite por CPF',
  minimum_age: 'Idade mínima',
  is_closed: 'Reservas encerradas',
} as const satisfies Record<keyof SessionPlan, string>

const textOf = (value: SessionPlan[keyof SessionPlan]): string => {
  if (value === null) return '–'
  if (value instanceof Date) return formatInstant(value.toISOString())
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  return typeof value === 'number' ? formatCount(value) : value
}

type ReviewChangeProps = {
  session: SessionWithGates
  plan: PlanBody
  pending: boolean
  onConfirm: () => void
  onBack: () => void
}

/** What a change of the session means for its waiting list; null if it does not affect anyone there. */
export const effectOf = (session: SessionWithGates, plan: PlanBody): string | null =>
  waitingEffect(session.numbers, {
    before: parsePlan(session),
    after: parsePlan(plan),
    now: new Date(serverNow()),
  })

/** Shows what changes and how many people it affects, before it is saved and people are notified of new ticket details. */
export function ReviewChange({ session, plan, pending, onConfirm, onBack }: ReviewChangeProps) {
  const [before, after] = [parsePlan(session), parsePlan(plan)]
  const facts = changedFields(before, after).map((field): Fact => [
    fieldTitles[field],
    <span key={field} className={css.change}>
      <del>{textOf(before[field])}</del>
      <ins>{textOf(after[field])}</ins>
    </span>,
  ])
  const people = peopleIn(session)
  const effect = effectOf(session, plan)
  const back = <OutlineButton onClick={onBack}>Voltar à alteração</OutlineButton>
  if (people === 0 || announcedChanges(before, after).length === 0)
    return (
      <div className="stack">
        <FactList facts={facts} inRows />
        <ConfirmEffect effect={effect} pending={pending} onConfirm={onConfirm}>
          {back}
        </ConfirmEffect>
      </div>
    )
  return (
    <div className="stack">
      <FactList facts={facts} inRows />
      <PeopleNotice session={session}>
        Quem tem ingresso ou reserva vê também um aviso em Meus ingressos e poderá cancelar sem custo até o
        início.
        {effect !== null && ` ${effect}`}
        {effect === null && session.people.waiting > 0 && ' Quem só espera mantém a vez.'}
        {session.people.waiting > 0 && ' O e-mail pode não chegar a quem já recebeu muitos hoje.'}
      </PeopleNotice>
      <ConfirmPeople people={people} pending={pending} onConfirm={onConfirm} button="Salvar e avisar">
        {back}
      </ConfirmPeople>
    </div>
  )
}

type PeopleNoticeProps = { session: SessionWithGates; children: ReactNode }

/** How many people get an e-mail, and what else happens to them. */
export function PeopleNotice({ session, children }: PeopleNoticeProps) {
  const people = peopleIn(session)
  return (
    <Notice tone="warn">
      {people > 0 ? (
        <>
          <p>
            <strong>{formatPeople(people)}</strong> {people === 1 ? 'recebe' : 'recebem'} um e-mail:{' '}
            {describePeople(session)}.
          </p>
          <p>{children}</p>
        </>
      ) : (
        <p>Ninguém tem ingresso, reserva ou lugar na espera desta sessão.</p>
      )}
    </Notice>
  )
}

/** '15 com ingresso ou reserva, 3 só na lista de espera' */
const describePeople = ({ people: { holding, waiting } }: SessionWithGates): string =>
  [
    ...(holding > 0 ? [`${formatCount(holding)} com ingresso ou reserva`] : []),
    ...(waiting > 0 ? [`${formatCount(waiting)} só na lista de espera`] : []),
  ].join(', ')

/** Rule for the typed number of people, which prevents an accidental confirmation by a second press. */
export const peopleRule =
  (people: number) =>
  (typed: string): string | undefined =>
    typed !== '' && Number(typed) === people ? undefined : `Digite ${people} para confirmar`

export const peopleLabel = (people: number): string => `Para confirmar, digite o número de pessoas: ${people}`

type ConfirmEffectProps = {
  effect: string | null
  pending: boolean
  onConfirm: () => void
  children: ReactNode
}

/** Confirms a change that notifies nobody now. The effect is focused, so that a second press cannot confirm it. */
function ConfirmEffect({ effect, pending, onConfirm, children }: ConfirmEffectProps) {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => shown.current?.focus(), [])
  return (
    <>
      <div ref={shown} tabIndex={-1}>
        <Notice tone="warn">{effect}</Notice>
      </div>
      <div className="row">
        <Button compact variant="danger" pending={pending} onClick={onConfirm}>
          Confirmar: salvar
        </Button>
        {children}
      </div>
    </>
  )
}

type ConfirmPeopleProps = {
  people: number
  pending: boolean
  onConfirm: () => void
  button: string
  children: ReactNode
}

/** Confirms by typing the number of people. */
function ConfirmPeople({ people, pending, onConfirm, button, children }: ConfirmPeopleProps) {
  const form = useForm({
    initial: { people: '' },
    rules: { people: peopleRule(people) },
    onSubmit: onConfirm,
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <TextField
        label={peopleLabel(people)}
        inputMode="numeric"
        autoFocus
        clean={digitsOf}
        {...form.field('people')}
      />
      <div className="row">
        <SubmitButton form={{ pending }} variant="danger">
          {button}
        </SubmitButton>
        {children}
      </div>
    </form>
  )
}
