import { afterEach, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../testing/jsdom.ts'
import { closeDialogsOnBack } from './close-on-back.ts'

polyfillDialog()

/** Dispatches an event of a fake Navigation API, which jsdom does not have. */
const navigate = (event: { navigationType: string; userInitiated: boolean }): boolean =>
  navigation.dispatchEvent(Object.assign(new Event('navigate', { cancelable: true }), event))
const navigation = new EventTarget()

const openDialog = (): ReturnType<typeof vi.fn> => {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.showModal()
  const onCancel = vi.fn()
  dialog.addEventListener('cancel', onCancel)
  return onCancel
}

vi.stubGlobal('navigation', navigation)
closeDialogsOnBack()
afterEach(() => void (document.body.innerHTML = ''))

test('the back button cancels the topmost dialog and stays on the page', () => {
  const behind = openDialog()
  const front = openDialog()
  expect(navigate({ navigationType: 'traverse', userInitiated: true })).toBe(false)
  expect([behind.mock.calls.length, front.mock.calls.length]).toEqual([0, 1])
})

test.each([
  ['a link', { navigationType: 'push', userInitiated: true }],
  ['a script that goes back', { navigationType: 'traverse', userInitiated: false }],
])('%s leaves the page even if a dialog is open', (_case, event) => {
  const onCancel = openDialog()
  expect(navigate(event)).toBe(true)
  expect(onCancel).not.toHaveBeenCalled()
})

test('the back button leaves a page without an open dialog', () => {
  expect(navigate({ navigationType: 'traverse', userInitiated: true })).toBe(true)
})
