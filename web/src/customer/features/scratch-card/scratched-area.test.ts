import { expect, test } from 'vitest'
import { createScratchedArea } from './scratched-area.ts'

const [width, height, brush] = [350, 200, 44]
const area = () => createScratchedArea(width, height, brush)

test('nothing is scratched at first, and one touch scratches a small part', () => {
  const scratched = area()
  expect(scratched.share()).toBe(0)
  scratched.mark({ x: 175, y: 100 }, { x: 175, y: 100 })
  expect(scratched.share()).toBeGreaterThan(0.01)
  expect(scratched.share()).toBeLessThan(0.05)
})

test('a stroke over the same place counts once', () => {
  const scratched = area()
  scratched.mark({ x: 20, y: 100 }, { x: 330, y: 100 })
  const once = scratched.share()
  scratched.mark({ x: 330, y: 100 }, { x: 20, y: 100 })
  expect(scratched.share()).toBe(once)
  expect(once).toBeGreaterThan(0.18)
  expect(once).toBeLessThan(0.3)
})

test('strokes over every line of the surface scratch all of it', () => {
  const scratched = area()
  for (let y = 0; y <= height; y += 20) scratched.mark({ x: 0, y }, { x: width, y })
  expect(scratched.share()).toBe(1)
})

test('a stroke that leaves the surface scratches only what is on it', () => {
  const scratched = area()
  scratched.mark({ x: -500, y: -500 }, { x: -100, y: -100 })
  expect(scratched.share()).toBe(0)
  scratched.mark({ x: -100, y: 100 }, { x: 1000, y: 100 })
  expect(scratched.share()).toBeLessThan(0.3)
})
