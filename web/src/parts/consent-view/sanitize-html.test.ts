// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { sanitizeHtml } from './sanitize-html.ts'

const sanitized = (html: string) => {
  const host = document.createElement('div')
  host.append(sanitizeHtml(html))
  return host.innerHTML
}

test('sanitizing HTML keeps the structure of a legal text', () => {
  const text =
    '<h2>1. Quem participa</h2><p>Maiores de <strong>18</strong> anos.</p><ol start="3"><li>CPF</li></ol>'
  expect(sanitized(text)).toBe(text)
})

test('sanitizing HTML removes scripts, event handlers, inline styles, images, frames and forms', () => {
  const hostile =
    '<p onclick="x()" style="position:fixed">Oi</p><script>x()</script><img src="/a" onerror="x()">' +
    '<svg onload="x()"></svg><iframe src="/"></iframe><form action="/api"><input name="q"></form>'
  expect(sanitized(hostile)).toBe('<p>Oi</p>')
})

test('links of a sanitized document open in a new tab and have only allowed schemes', () => {
  expect(sanitized('<a href="https://exemplo.com.br">site</a>')).toBe(
    '<a href="https://exemplo.com.br" target="_blank" rel="noopener noreferrer">site</a>',
  )
  expect(sanitized('<a href="javascript:alert(1)">x</a><a href="//mau.br">y</a>')).toBe('<a>x</a><a>y</a>')
})

test('headings of a sanitized document follow the page’s title without skipping a level', () => {
  expect(sanitized('<h1>A</h1><h4>B</h4><h3>C</h3>')).toBe('<h2>A</h2><h3>B</h3><h3>C</h3>')
  expect(sanitized('<h3>A <b>b</b></h3><h3>B</h3>')).toBe('<h2>A <b>b</b></h2><h2>B</h2>')
})
