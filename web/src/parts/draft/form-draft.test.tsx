import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Link, Route, Router, useLocation } from 'wouter'
import { Button } from '../../kit/button/button.tsx'
import { Checkbox } from '../../kit/field/checkbox.tsx'
import { TextField } from '../../kit/field/text-field.tsx'
import { AppProvider } from '../../platform/app/app-context.tsx'
import { guardNavigation } from '../../platform/navigation/leave-guard.ts'
import type { DraftOwner } from '../../platform/storage/drafts.ts'
import { saveServiceChannel } from '../../platform/storage/service-channel.ts'
import { fakeApp, refusal } from '../../testing/fake-server.ts'
import { samples } from '../../testing/samples.ts'
import { confirm, fieldValue, press, server, setUpScreens, settle, type } from '../../testing/screen-test.tsx'
import { useActionForm } from '../use-action-form.ts'
import { DraftOwnerProvider } from './draft-owner.tsx'
import { FormDraft } from './form-draft.tsx'
import { useDraft } from './use-draft.ts'

const { receipt } = samples
const stored = { title: 'Natal', text: '' }

function SampleForm({ values = stored }: { values?: typeof stored }) {
  const draft = useDraft({ name: 'sample/1', initial: { ...values, accepted: false }, omit: ['accepted'] })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    request: (send) => {
      const { receipt_key, amount_cents } = receipt
      return send(registerReceiptCall, { body: { receipt_key, amount_cents, issued_on: '20/11/2026' } })
    },
  })
  return (
    <form {...form.props}>
      <FormDraft draft={draft} form={form} />
      <TextField label="Título" {...form.field('title')} />
      <TextField label="Texto" {...form.field('text')} />
      <Checkbox {...form.check('accepted')}>Aceito</Checkbox>
      <Button type="submit">Salvar</Button>
      <Link href="/outra">Outra página</Link>
    </form>
  )
}

const Redirect = () => {
  const [, navigate] = useLocation()
  return <Button onClick={() => navigate('/entrar', { replace: true })}>Redirecionar</Button>
}

setUpScreens()

/** Opens the form as this account, as after a reload. */
async function open(owner: DraftOwner | null = 'customer/c1', values = stored) {
  cleanup()
  window.history.replaceState(null, '', '/formulario')
  render(
    <AppProvider app={fakeApp(server)}>
      <Router aroundNav={guardNavigation((navigate, to, options) => navigate(to, options))}>
        <DraftOwnerProvider owner={owner}>
          <Route path="/formulario">
            <SampleForm values={values} />
            <Redirect />
          </Route>
          <Route path="/outra">
            <h1>Outra</h1>
          </Route>
        </DraftOwnerProvider>
      </Router>
    </AppProvider>,
  )
  await settle()
}
const note = () => screen.queryByText(/Continuamos de onde você parou/)?.textContent
const question = () => screen.queryByRole('dialog', { name: 'Sair desta página?' })
const storedDraft = () => localStorage.getItem('clube_draft/customer/c1/sample/1')
/** Whether the browser requires confirmation before it closes the page. */
const confirmsClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const follow = async () => {
  fireEvent.click(screen.getByRole('link', { name: 'Outra página' }))
  await settle()
}

test('a form continues with the text typed before the page was left, and shows a note', async () => {
  await open()
  expect(note()).toBeUndefined()
  await type('Texto', 'Começo')
  expect(note()).toBeUndefined()
  expect(confirmsClosing()).toBe(false)
  await follow()
  expect(screen.getByRole('heading', { name: 'Outra' })).toBeTruthy()
  await open()
  expect(fieldValue('Texto')).toBe('Começo')
  expect(note()).toBe(
    'Continuamos de onde você parou: o rascunho fica neste aparelho por 7 dias ou até você sair.',
  )
})

test('a draft contains only the changed fields, so that restoring it keeps newer values of the others', async () => {
  await open()
  await type('Texto', 'Meu texto')
  await open('customer/c1', { title: 'Natal no Ipê', text: 'Da equipe' })
  expect([fieldValue('Título'), fieldValue('Texto')]).toEqual(['Natal no Ipê', 'Meu texto'])
})

test('a field that is changed back to its value leaves no draft', async () => {
  await open()
  await type('Texto', 'Começo')
  await type('Texto', '')
  expect(storedDraft()).toBeNull()
})

test('a consent is not part of a draft', async () => {
  await open()
  await type('Texto', 'Começo')
  fireEvent.click(screen.getByLabelText('Aceito'))
  await open()
  expect(screen.getByLabelText<HTMLInputElement>('Aceito').checked).toBe(false)
})

test('a draft is erased by a successful submission, and not by a refused one', async () => {
  await open()
  await type('Texto', 'Começo')
  server.respond(registerReceiptCall, refusal('receipts.used-by-other'))
  await press('Salvar')
  expect(storedDraft()).toContain('Começo')
  server.respond(registerReceiptCall, receipt)
  await press('Salvar')
  expect(storedDraft()).toBeNull()
})

test('discarding a draft requires confirmation and empties the form', async () => {
  await open()
  await type('Texto', 'Começo')
  await open()
  await press('Descartar rascunho')
  expect(fieldValue('Texto')).toBe('Começo')
  await confirm('Confirmar: descartar')
  expect([fieldValue('Texto'), note(), storedDraft()]).toEqual(['', undefined, null])
})

test('opening a form as another account hides the draft and erases it from the device', async () => {
  await open()
  await type('Texto', 'Começo')
  await open('customer/c2')
  expect([fieldValue('Texto'), storedDraft()]).toEqual(['', null])
})

test.each([
  ['{"text":7}', ''],
  ['{"text":"x","title":["Natal"]}', ''],
  ['{"text":"Começo","__proto__":{"title":"x"},"other":"x"}', 'Começo'],
  ['"Começo"', ''],
])('a stored draft with hostile content does not break the form: %s', async (values, text) => {
  const expires_at = Date.now() + 1000
  localStorage.setItem('clube_draft/customer/c1/sample/1', `{"expires_at":${expires_at},"values":${values}}`)
  await open()
  expect([fieldValue('Título'), fieldValue('Texto')]).toEqual(['Natal', text])
})

test('when storage is full, following a link or closing the page requires confirmation', async () => {
  await open()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(confirmsClosing()).toBe(false)
  await type('Texto', 'Começo')
  expect(confirmsClosing()).toBe(true)
  await follow()
  expect(question()).toBeTruthy()
  await press('Ficar aqui')
  expect([question(), fieldValue('Texto')]).toEqual([null, 'Começo'])
  await follow()
  await confirm('Sair sem guardar')
  expect(screen.getByRole('heading', { name: 'Outra' })).toBeTruthy()
  expect(confirmsClosing()).toBe(false)
})

test('a redirect needs no confirmation to leave a form whose draft cannot be stored', async () => {
  await open(null)
  await type('Texto', 'Começo')
  await press('Redirecionar')
  expect([question(), window.location.pathname]).toEqual([null, '/entrar'])
})

test('after a submission, a form whose draft cannot be stored is left without confirmation', async () => {
  server.respond(registerReceiptCall, receipt)
  await open(null)
  await type('Texto', 'Começo')
  await press('Salvar')
  await follow()
  expect(screen.getByRole('heading', { name: 'Outra' })).toBeTruthy()
})

test('the back button leaves a form whose draft cannot be stored only after confirmation', async () => {
  window.history.pushState(null, '', '/outra')
  window.history.pushState(null, '', '/formulario')
  await open(null)
  await type('Texto', 'Começo')
  window.history.back()
  await act(() => vi.waitFor(() => expect(question()).toBeTruthy()))
  expect([window.location.pathname, fieldValue('Texto')]).toEqual(['/formulario', 'Começo'])
  await confirm('Sair sem guardar')
  await act(() => vi.waitFor(() => expect(screen.getByRole('heading', { name: 'Outra' })).toBeTruthy()))
})

test('a kiosk stores no draft, requires confirmation before a link is followed, and can be reloaded without it', async () => {
  saveServiceChannel('totem', 'temporary')
  await open()
  await type('Texto', 'Começo')
  expect(localStorage.length).toBe(0)
  expect(confirmsClosing()).toBe(false)
  await follow()
  expect(question()).toBeTruthy()
})

test('a draft stored before a device became a kiosk is not shown there', async () => {
  await open()
  await type('Texto', 'Começo')
  saveServiceChannel('totem', 'temporary')
  await open()
  expect(fieldValue('Texto')).toBe('')
})
