import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showOverlay } from '../../kit/overlay/pending-count.ts'
import { polyfillDialog } from '../../testing/jsdom.ts'
import { startFocusKeeper } from './focus-keeper.ts'

let keeper: ReturnType<typeof startFocusKeeper>

beforeEach(() => {
  polyfillDialog()
  document.body.innerHTML = `
    <nav><a href="/">Início</a></nav>
    <main>
      <h1>Sessões</h1>
      <ul>
        <li id="first"><h2>Sessão das 15h</h2><button>Reservar</button></li>
        <li id="second"><h2>Sessão das 17h</h2><p><button>Menos</button><button id="more">Mais</button></p></li>
      </ul>
      <dialog><h2>Cancelar?</h2><button id="confirm">Sim</button></dialog>
    </main>`
  keeper = startFocusKeeper()
})
afterEach(() => keeper.stop())

const find = <Found extends HTMLElement>(selector: string): Found => {
  const found = document.querySelector<Found>(selector)
  if (!found) throw new Error(`No element ${selector}`)
  return found
}
/** Mutation observers are called in a microtask. */
const mutated = () => Promise.resolve()
const focusedText = () =>
  document.activeElement === document.body ? 'body' : document.activeElement?.textContent

test('when the focused button is removed, the focus moves to the heading of its section', async () => {
  find('#first button').focus()
  find('#first button').remove()
  await mutated()
  expect(focusedText()).toBe('Sessão das 15h')
})

test('when the section of the focused button is removed, the focus moves to the heading of the page', async () => {
  find('#first button').focus()
  find('#first').remove()
  find('#second').remove()
  await mutated()
  expect(focusedText()).toBe('Sessões')
})

test('when a clicked button that the browser did not focus is removed, the focus moves to the heading of its section', async () => {
  fireEvent.click(find('#first button'))
  find('#first button').remove()
  await mutated()
  expect(focusedText()).toBe('Sessão das 15h')
})

test('when the focused button is disabled, the focus moves to another button of its group', async () => {
  find('#more').focus()
  find<HTMLButtonElement>('#more').disabled = true
  await mutated()
  expect(focusedText()).toBe('Menos')
})

test('when a dialog closes and the button that opened it is gone, the focus returns to the page', async () => {
  const dialog = find<HTMLDialogElement>('dialog')
  dialog.showModal()
  find('#confirm').focus()
  find('#first').remove()
  dialog.close()
  await mutated()
  expect(focusedText()).not.toBe('body')
  expect(focusedText()).not.toBe('Cancelar?')
})

test('after a click outside of all controls, the removal of a button does not move the focus', async () => {
  find('#first button').focus()
  fireEvent.pointerDown(find('main'))
  find<HTMLElement>('#first button').blur()
  find('#first button').remove()
  await mutated()
  expect(focusedText()).toBe('body')
})

test('after a press on the loading overlay, the focus still moves from a removed button to the heading of its section', async () => {
  find('#first button').focus()
  const hide = showOverlay()
  fireEvent.pointerDown(find('main'))
  hide()
  find<HTMLElement>('#first button').blur()
  find('#first button').remove()
  await mutated()
  expect(focusedText()).toBe('Sessão das 15h')
})

test('the heading of a new page is focused once it is rendered', async () => {
  find('nav a').focus()
  find('main').innerHTML = '<p>Carregando</p>'
  keeper.focusNewPage()
  await mutated()
  expect(focusedText()).toBe('Início')
  find('main').innerHTML = '<h1>Promoção</h1>'
  await mutated()
  expect(focusedText()).toBe('Promoção')
})

test('a field of a new page that is already focused keeps the focus', async () => {
  find('main').innerHTML = '<h1>Cadastro</h1><input aria-label="Nome">'
  find('input').focus()
  keeper.focusNewPage()
  await mutated()
  expect(document.activeElement).toBe(find('input'))
})
