import { describe, expect, test } from 'vitest'
import {
  announcedChanges,
  changedFields,
  changeErrors,
  planErrors,
  type SessionPlan,
} from './session-plan.ts'

const plan: SessionPlan = {
  title: 'Concerto de Natal',
  place: 'Praça central',
  starts_at: new Date('2026-12-12T22:00:00Z'),
  ends_at: new Date('2026-12-13T00:00:00Z'),
  sales_from: new Date('2026-12-01T13:00:00Z'),
  sales_until: new Date('2026-12-12T21:00:00Z'),
  cancel_until: new Date('2026-12-12T20:00:00Z'),
  no_show_from: new Date('2026-12-12T22:15:00Z'),
  capacity: 100,
  limit_per_document: 4,
  minimum_age: null,
  is_closed: false,
}
const now = new Date('2026-12-10T15:00:00Z')
const instant = (text: string) => new Date(text)
const errorsOf = (change: Partial<SessionPlan>) =>
  Object.fromEntries(planErrors({ ...plan, ...change }).map(({ path, message }) => [path, message]))

describe('the dates of an event session', () => {
  test('a consistent session plan has no errors, even when all deadlines are at the start', () => {
    expect(planErrors(plan)).toEqual([])
    const { starts_at } = plan
    expect(errorsOf({ ends_at: null, sales_until: starts_at, cancel_until: starts_at })).toEqual({})
  })

  test.each<[Partial<SessionPlan>, Record<string, string>]>([
    [{ ends_at: plan.starts_at, no_show_from: null }, { ends_at: 'O término deve ser depois do início.' }],
    [{ sales_until: plan.sales_from }, { sales_until: 'As reservas devem terminar depois de abrir.' }],
    [
      { sales_until: instant('2026-12-12T22:00:01Z') },
      { sales_until: 'As reservas devem terminar até o início.' },
    ],
    [
      { cancel_until: instant('2026-12-12T22:00:01Z'), no_show_from: null },
      { cancel_until: 'O cancelamento deve terminar até o início.' },
    ],
    [
      { no_show_from: instant('2026-12-12T19:59:59Z') },
      { no_show_from: 'Libere os lugares só depois do prazo de cancelamento.' },
    ],
    [
      { no_show_from: instant('2026-12-12T21:59:59Z') },
      { no_show_from: 'Libere os lugares só a partir do início.' },
    ],
    [{ no_show_from: plan.ends_at }, { no_show_from: 'Libere os lugares antes do término.' }],
    [{ limit_per_document: 101 }, { limit_per_document: 'O limite por CPF não pode passar da capacidade.' }],
  ])('an inconsistent session plan has an error at the field: %j', (change, errors) => {
    expect(errorsOf(change)).toEqual(errors)
  })

  test.each([
    'Sessão das 19h',
    'Concerto, 19h30',
    'Concerto 19 h',
    'Coral (20:00)',
    'Às 9H em ponto',
    'Sessão das 20 horas',
    'Sábado às 8',
    'Coral das 7 da noite',
  ])('a session’s title may not contain a time of day: %s', (title) => {
    expect(errorsOf({ title })).toEqual({
      title:
        'Tire a hora do título: o início aparece ao lado e muda junto com a sessão. Se não for uma hora, escreva com vírgula: 23,10.',
    })
  })

  test.each([
    'Concerto de abertura',
    'Virada cultural 24h',
    '2001: Uma odisseia no espaço',
    'As 4 estações',
    'Coral dos 12 anjos',
    'Turma 7H2',
    'Salmo 23,10',
    'Festival 2026 hora a hora',
  ])('a session’s title may contain a number that is not a time of day: %s', (title) => {
    expect(errorsOf({ title })).toEqual({})
  })

  test('moving a session without its other dates is rejected, with an error for each date that no longer fits', () => {
    const earlier = errorsOf({ starts_at: instant('2026-11-30T22:00:00Z') })
    expect(Object.keys(earlier)).toEqual(['sales_from', 'sales_until', 'cancel_until'])
    const later = errorsOf({ starts_at: instant('2026-12-13T22:00:00Z') })
    expect(Object.keys(later)).toEqual(['ends_at', 'no_show_from'])
  })
})

describe('a changed event session', () => {
  const errors = (change: Partial<SessionPlan>, before = plan) =>
    changeErrors(before, { ...before, ...change }, now).map(({ path }) => path)

  test('a start in the past is rejected only if the change sets it', () => {
    const past = {
      starts_at: instant('2026-12-10T14:59:59Z'),
      sales_until: instant('2026-12-09T21:00:00Z'),
      cancel_until: instant('2026-12-09T20:00:00Z'),
      no_show_from: null,
    }
    expect(errors(past)).toEqual(['starts_at'])
    expect(errors({ capacity: 120 }, { ...plan, ...past })).toEqual([])
  })

  test('a stored title that contains a time of day is accepted until the title is changed', () => {
    const before = { ...plan, title: 'Sessão das 19h' }
    expect(errors({ capacity: 120, place: 'Teatro' }, before)).toEqual([])
    expect(errors({ title: 'Sessão das 20h' }, before)).toEqual(['title'])
    expect(errors({ title: 'Sessão única' }, before)).toEqual([])
  })

  test('a stored no-show release before the start is accepted until it or the start is changed', () => {
    const before = { ...plan, no_show_from: instant('2026-12-12T21:00:00Z') }
    expect(errors({ capacity: 120, title: 'Sessão única' }, before)).toEqual([])
    expect(errors({ no_show_from: instant('2026-12-12T21:30:00Z') }, before)).toEqual(['no_show_from'])
    expect(errors({ starts_at: instant('2026-12-12T22:30:00Z') }, before)).toEqual(['no_show_from'])
    expect(errors({ no_show_from: plan.starts_at }, before)).toEqual([])
  })

  test('reservations can be stopped even if the stored dates are inconsistent', () => {
    const before = { ...plan, sales_until: instant('2026-12-20T21:00:00Z') }
    expect(errors({ is_closed: true }, before)).toEqual([])
    expect(errors({ is_closed: true, capacity: 99 }, before)).toEqual(['sales_until'])
  })

  test('only changes of title, place or start and an earlier cancellation deadline are announced', () => {
    const announced = (change: Partial<SessionPlan>) => announcedChanges(plan, { ...plan, ...change })
    expect(announced({ title: 'Concerto de gala', place: 'Teatro' })).toEqual(['title', 'place'])
    expect(announced({ starts_at: instant('2026-12-12T22:30:00Z') })).toEqual(['starts_at'])
    expect(announced({ starts_at: instant('2026-12-12T22:00:00Z') })).toEqual([])
    expect(announced({ cancel_until: instant('2026-12-12T19:59:59Z') })).toEqual(['cancel_until'])
    expect(announced({ cancel_until: instant('2026-12-12T21:00:00Z'), capacity: 5, ends_at: null })).toEqual(
      [],
    )
  })

  test('the changed fields of a session plan are found by comparing values, not object identity', () => {
    const copy = { ...plan, starts_at: instant('2026-12-12T22:00:00Z'), ends_at: null, is_closed: true }
    expect(changedFields(plan, copy)).toEqual(['ends_at', 'is_closed'])
  })
})
