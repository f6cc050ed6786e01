import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from '../kit/button/button.tsx'
import { networkMessage } from '../platform/api/explain.ts'
import {
  expectNoToast,
  expectText,
  expectToast,
  press,
  settle,
  setUpScreens,
} from '../testing/screen-test.tsx'
import { lazyPart, loadPart, usePreload } from './lazy-part.tsx'

setUpScreens()

const Form = () => <p>Formulário</p>
const offline = new TypeError('Failed to fetch dynamically imported module')

test('a part whose code did not load keeps the page, shows a network message, and opens at the next press', async () => {
  const load = vi.fn<() => Promise<typeof Form>>().mockRejectedValueOnce(offline).mockResolvedValue(Form)
  const Part = lazyPart(load)
  function Opener() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <Button onClick={async () => setOpen(await loadPart(Part))}>Abrir</Button>
        {isOpen && <Part />}
      </>
    )
  }
  render(<Opener />)
  await press('Abrir')
  expectToast(networkMessage, 'error')
  expect(screen.queryByText('Formulário')).toBeNull()
  await press('Abrir')
  expectText('Formulário')
  expect(load).toHaveBeenCalledTimes(2)
})

test('from the second failure on, which a release causes, the page is reloaded', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...window.location, reload })
  const Part = lazyPart(vi.fn<() => Promise<typeof Form>>().mockRejectedValue(offline))
  await loadPart(Part)
  await loadPart(Part)
  expect(reload).toHaveBeenCalled()
})

test('a part that could not be loaded in advance is loaded again once it is shown', async () => {
  const load = vi.fn<() => Promise<typeof Form>>().mockRejectedValueOnce(offline).mockResolvedValue(Form)
  const Part = lazyPart(load)
  function Steps({ isLast }: { isLast: boolean }) {
    usePreload(Part)
    return isLast ? <Part /> : null
  }
  const { rerender } = render(<Steps isLast={false} />)
  await settle()
  expect(load).toHaveBeenCalledOnce()
  rerender(<Steps isLast />)
  await settle()
  expectText('Formulário')
  expectNoToast()
})
