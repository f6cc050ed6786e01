import { act, render, screen } from '@testing-library/react'
import { lazy } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { advanceTime } from '../../testing/jsdom.ts'
import { Counter } from './counter.tsx'
import { LazyLoader } from './lazy-loader.tsx'
import { createLoop } from './looping-sound.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

test('a lazy component shows its skeleton only after 200 ms', async () => {
  const loading = Promise.withResolvers<{ default: () => string }>()
  const Part = lazy(() => loading.promise)
  render(
    <LazyLoader fallback={<p>esqueleto</p>}>
      <Part />
    </LazyLoader>,
  )
  await advanceTime(199)
  expect(screen.queryByText('esqueleto')).toBeNull()
  await advanceTime(1)
  expect(screen.queryByText('esqueleto')).not.toBeNull()
  await act(async () => loading.resolve({ default: () => 'chegou' }))
  expect(screen.queryByText('esqueleto')).toBeNull()
  expect(document.body.textContent).toBe('chegou')
})

const shownText = (container: HTMLElement) => container.querySelector('[aria-hidden]')!.textContent

test('a counter reaches its value after 1,000 ms, in Brazilian format, and announces only the final value', async () => {
  const { container, rerender } = render(<Counter value={0} />)
  rerender(<Counter value={12480} />)
  await advanceTime(500)
  expect(shownText(container)).toMatch(/^\d{1,2}\.\d{3}$/)
  expect(shownText(container)).not.toBe('12.480')
  expect(container.querySelector('.sr-only')!.textContent).toBe('12.480')
  await advanceTime(530)
  expect(shownText(container)).toBe('12.480')
})

test('a counter shows its value immediately with reduced motion', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const { container, rerender } = render(<Counter value={0} />)
  rerender(<Counter value={312} />)
  expect(shownText(container)).toBe('312')
})

test('the looping sound is preloaded, plays at volume 0.6 and reports whether the browser allowed it to play', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  const audio = new Audio()
  vi.stubGlobal('Audio', function CreatedAudio() {
    return audio
  })
  const loop = createLoop('/sounds/loop.wav')
  expect([audio.preload, audio.loop, audio.volume]).toEqual(['auto', true, 0.6])
  expect(audio.getAttribute('src')).toBe('/sounds/loop.wav')
  expect(play).not.toHaveBeenCalled()
  expect(await loop.play()).toBe(true)
  loop.stop()
  expect(pause).toHaveBeenCalledTimes(1)
  play.mockRejectedValueOnce(new DOMException('touch first', 'NotAllowedError'))
  expect(await loop.play()).toBe(false)
})
