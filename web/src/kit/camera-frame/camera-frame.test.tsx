import { readFileSync } from 'node:fs'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../testing/jsdom.ts'
import { CameraFrame } from './camera-frame.tsx'

const revoked = vi.fn<(url: string) => void>()

beforeEach(() => {
  polyfillDialog()
  // jsdom has no video playback or blob URLs.
  HTMLMediaElement.prototype.play = () => Promise.resolve()
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: revoked })
})

const stream = {} as MediaStream
const photo = new Blob(['x'], { type: 'image/jpeg' })
const callbacks = {
  onCapture: vi.fn<(video: HTMLVideoElement) => void>(),
  onUse: vi.fn<() => void>(),
  onRetake: vi.fn<() => void>(),
  onClose: vi.fn<() => void>(),
}
const frame = (overrides: Partial<Parameters<typeof CameraFrame>[0]> = {}) => (
  <CameraFrame
    title="Tire uma foto"
    shape="document"
    stream={null}
    photo={null}
    {...callbacks}
    {...overrides}
  />
)
const shutter = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Tirar foto' })
const startVideo = () => fireEvent.loadedData(document.querySelector('video')!)

test('once video plays, the capture button is enabled and focused, and the camera is announced as ready', () => {
  const { rerender } = render(frame())
  expect(screen.getByRole('dialog', { name: 'Tire uma foto' })).toBeTruthy()
  expect(shutter().disabled).toBe(true)
  expect(screen.getByRole('status').textContent).toBe('Abrindo a câmera...')
  rerender(frame({ stream }))
  expect(shutter().disabled).toBe(true)
  startVideo()
  expect(shutter().disabled).toBe(false)
  expect(document.activeElement).toBe(shutter())
  expect(screen.getByRole('status').textContent).toBe('Câmera pronta. Enquadre e aperte Tirar foto.')
  fireEvent.click(shutter())
  expect(callbacks.onCapture).toHaveBeenCalledExactlyOnceWith(document.querySelector('video'))
})

test('a captured photo is shown for confirmation, with the focus on the button that accepts it', () => {
  const { unmount } = render(frame({ stream, photo }))
  const image = screen.getByRole('img', { name: 'Foto que você acabou de tirar' })
  expect(image.getAttribute('src')).toBe('blob:photo')
  expect(screen.getByRole('status').textContent).toBe('Foto tirada. Confira se está nítida antes de usar.')
  expect(screen.queryByRole('button', { name: 'Tirar foto' })).toBeNull()
  const use = screen.getByRole('button', { name: 'Usar esta foto' })
  expect(document.activeElement).toBe(use)
  fireEvent.click(use)
  fireEvent.click(screen.getByRole('button', { name: 'Tirar outra' }))
  expect(callbacks.onUse).toHaveBeenCalledOnce()
  expect(callbacks.onRetake).toHaveBeenCalledOnce()
  unmount()
  expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:photo')
})

test('retaking a photo reopens the camera immediately', () => {
  const { rerender } = render(frame({ stream }))
  startVideo()
  rerender(frame({ stream, photo }))
  rerender(frame({ stream }))
  expect(shutter().disabled).toBe(false)
  expect(document.activeElement).toBe(shutter())
})

test('Escape and the close button close the camera', () => {
  render(frame())
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Fechar câmera' }))
  expect(callbacks.onClose).toHaveBeenCalledTimes(2)
})

test('the camera stream is detached when the frame unmounts', () => {
  const { unmount } = render(frame({ stream }))
  const video = document.querySelector('video')!
  expect(video.srcObject).toBe(stream)
  unmount()
  expect(video.srcObject).toBe(null)
})

test('the camera overlay is 72% opaque and the capture button is a 64 px circle', () => {
  const css = readFileSync(`${import.meta.dirname}/camera-frame.module.css`, 'utf8')
  expect(css).toContain('--veil: rgb(0 0 0 / 72%)')
  expect(css).toMatch(/\.shutter \{[^}]*inline-size: 64px;\s*block-size: 64px;[^}]*border-radius: 50%/)
})
