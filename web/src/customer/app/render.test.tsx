import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { samples } from '../../testing/samples.ts'
import { App } from './app.tsx'
import type { PageInput } from './render.tsx'
import { wireApp } from './wire-app.ts'

const template = readFileSync(join(import.meta.dirname, '../../../index.html'), 'utf8').replaceAll(
  '<script',
  '<script nonce="__nonce__"',
)
const club = {
  ...samples.club,
  name: 'Clube <Ipê> & "Cia"',
  terms_id: '</script><script>alert(1)</script>',
  service_desk: { text: '$& $1', phone: null },
}

let renderPage: (input: PageInput) => string
beforeEach(async () => {
  vi.stubGlobal('__SIGN_IN_CHUNKS__', ['/assets/sign-in-page.js'])
  vi.stubGlobal('__PAGE_CHUNKS__', { '/': ['/assets/home-page.js'], '*': ['/assets/pages.js'] })
  ;({ renderPage } = await import('./render.tsx'))
})
afterEach(() => {
  document.body.innerHTML = ''
})

const page = (path: string) => renderPage({ template, club, path, nonce: 'abc' })
const parsed = (path: string) => new DOMParser().parseFromString(page(path), 'text/html')
const preloaded = (html: Document) =>
  html
    .querySelector<HTMLTemplateElement>('template#code')
    ?.content.querySelector('link[rel=modulepreload]')
    ?.getAttribute('href')

test('the HTML of /entrar contains the sign-in screen, its title, and preloads of its code', () => {
  const html = parsed('/entrar')
  expect(html.title).toBe('Login · Clube <Ipê> & "Cia"')
  expect(html.querySelector('#root h1')?.textContent).toBe('Login')
  expect(html.querySelector('#root label')?.textContent).toBe('CPF ou CNPJ')
  expect(preloaded(html)).toBe('/assets/sign-in-page.js')
})

test('the HTML of the home page contains the shell and preloads the page, that of others the list of pages', () => {
  const html = parsed('/')
  expect(preloaded(html)).toBe('/assets/home-page.js')
  expect(preloaded(parsed('*'))).toBe('/assets/pages.js')
  expect(html.querySelector('h1')).toBeNull()
  expect(html.querySelector('#root [aria-hidden]')).not.toBeNull()
  expect(html.querySelector<HTMLElement>('#root')?.dataset['path']).toBeUndefined()
})

test.each(['/entrar', '/'])(
  'the HTML of %s has no inline style, and a nonce on every script and style element',
  (path) => {
    const html = parsed(path)
    expect(html.querySelectorAll('[style]')).toHaveLength(0)
    expect(html.querySelectorAll('script:not([nonce=abc]), style:not([nonce=abc])')).toHaveLength(0)
    expect(html.querySelectorAll('style')).toHaveLength(1)
    expect(page(path)).not.toContain('__')
  },
)

test('the club configuration is embedded as JSON that cannot close its own element', () => {
  const html = parsed('/entrar')
  expect(JSON.parse(html.querySelector('#club')?.textContent ?? '')).toEqual(club)
  expect(html.querySelectorAll('script')).toHaveLength(3)
})

test('the browser hydrates the sign-in screen without a mismatch and keeps text typed before hydration', async () => {
  const root = document.createElement('div')
  root.innerHTML = parsed('/entrar').querySelector('#root')?.innerHTML ?? ''
  document.body.append(root)
  window.history.replaceState(null, '', '/entrar')
  const input = root.querySelector('input')!
  input.value = '529'
  const mismatches: unknown[] = []
  await act(async () => {
    hydrateRoot(root, <App app={wireApp(club)} />, { onRecoverableError: (error) => mismatches.push(error) })
  })
  expect(mismatches).toEqual([])
  expect(root.querySelector('input')).toBe(input)
  expect(input.value).toBe('529')
})
