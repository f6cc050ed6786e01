import { expect, test } from 'vitest'
import { watchPresence } from './presence.ts'

test('the user counts as present for a minute after opening the page, and after each key, touch or wheel event', () => {
  let now = 1000
  const page = new EventTarget()
  const isHere = watchPresence(page, () => now)
  expect(isHere()).toBe(true)
  for (const sign of ['keydown', 'pointerdown', 'wheel']) {
    now += 60_000
    expect(isHere()).toBe(false)
    page.dispatchEvent(new Event(sign))
    expect(isHere()).toBe(true)
    now += 59_999
    expect(isHere()).toBe(true)
  }
})
