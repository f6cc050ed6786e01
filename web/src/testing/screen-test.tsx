import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { confirmingPause } from '../kit/button/button.tsx'
import { isPending } from '../kit/overlay/pending-count.ts'
import { closeToast, currentToast, type ToastType } from '../kit/toast/toast-store.ts'
import { setReporter } from '../platform/monitoring/capture-error.ts'
import { polyfillDialog, advanceTime } from './jsdom.ts'
import { FakeServer } from './fake-server.ts'

const errors: string[] = []

/** The server of the current test; every test gets a new one. */
export let server: FakeServer

/** Adds what jsdom lacks: dialogs, scrolling, media queries. */
function polyfillJsdom(): void {
  polyfillDialog()
  HTMLElement.prototype.scrollIntoView = () => {}
  window.scrollTo = () => {}
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
}

/**
 * Every test of the file begins with a server without responses, empty storage and no toast. A test fails if its
 * screen sent a request that the test did not declare.
 */
export function setUpScreens(): void {
  beforeEach(() => {
    polyfillJsdom()
    setReporter(() => {})
    errors.length = 0
    server = new FakeServer((error) => errors.push(error))
    localStorage.clear()
    sessionStorage.clear()
    closeToast()
  })
  afterEach(() => {
    expect(errors, 'requests that the test did not expect').toEqual([])
  })
}

/** Waits for responses and rendering; a fake clock runs the timers that are due. */
export const settle = (): Promise<void> =>
  act(async () => {
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0)
    for (let round = 0; round < 20; round += 1) await Promise.resolve()
  })

type Name = string | RegExp

/** Presses a button, and waits for the code that it loads. */
export async function press(name: Name, inside: HTMLElement = document.body): Promise<void> {
  fireEvent.click(within(inside).getByRole('button', { name }))
  await settle()
  if (!isPending()) return
  await act(() => vi.dynamicImportSettled())
  await settle()
}

/** Presses the confirming button of a dialog once it accepts presses. */
export async function confirm(name: Name): Promise<void> {
  if (vi.isFakeTimers()) await advanceTime(confirmingPause.ms)
  await vi.waitFor(async () => {
    await settle()
    expect(screen.getByRole('button', { name }).ariaDisabled).toBeNull()
  })
  await press(name)
}

/** Fills a field by its label. */
export async function type(label: Name, value: string): Promise<void> {
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
  await settle()
}

/** Selects a radio button or a checkbox by its label. */
export const choose = (label: Name): boolean => fireEvent.click(screen.getByLabelText(label))

/** Answers every question with yes. */
export function answerYes(inside: HTMLElement = document.body): void {
  for (const yes of within(inside).getAllByLabelText('Sim')) fireEvent.click(yes)
}

/** Selects an option from a list, or types into a field that reacts to the change. */
export const change = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

export const fieldValue = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value

/** Expects the text to be on the screen. */
export const expectText = (text: Name): void => expect(screen.getByText(text)).toBeTruthy()

/** Expects the message to be on the screen and the field to be focused. */
export function expectFieldError(label: string, message: string): void {
  expectText(message)
  expect(document.activeElement).toBe(screen.getByLabelText(label))
}

export const heading = (): string | null => screen.getByRole('heading', { level: 1 }).textContent
export const linkTo = (name: Name): string | null => screen.getByRole('link', { name }).getAttribute('href')

/** Expects an open toast with this message, and of this type if one is given. */
export const expectToast = (message: string, type?: ToastType): void =>
  expect(currentToast()).toMatchObject({ open: true, message, ...(type && { type }) })
export const expectNoToast = (): void => expect(currentToast().open).toBe(false)
