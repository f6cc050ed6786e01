import { readFileSync } from 'node:fs'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LoadingOverlay } from './loading-overlay.tsx'
import { isPending, showOverlay, trackPending } from './pending-count.ts'

test('the overlay is hidden once every caller that showed it has hidden it, and hiding twice has no effect', () => {
  render(<LoadingOverlay />)
  let first = () => {}
  let second = () => {}
  act(() => {
    first = showOverlay()
    second = showOverlay()
  })
  expect(screen.getByText('Carregando...')).toBeTruthy()
  act(() => {
    first()
    first()
  })
  expect(screen.getByText('Carregando...')).toBeTruthy()
  act(() => second())
  expect(screen.queryByText('Carregando...')).toBeNull()
})

test('the overlay is also hidden when a tracked promise rejects', async () => {
  await expect(trackPending(Promise.reject(new Error('rede')))).rejects.toThrow('rede')
  expect(isPending()).toBe(false)
})

test('the overlay has a blur of 4px and z-index 9999', () => {
  const css = readFileSync(`${import.meta.dirname}/loading-overlay.module.css`, 'utf8')
  expect(css).toContain('blur(4px)')
  expect(css).toContain('z-index: 9999')
})
