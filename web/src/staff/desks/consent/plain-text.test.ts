import { expect, test } from 'vitest'
import { htmlFromText, formatHtml } from './plain-text.ts'

test('plain text becomes paragraphs, headings and lists', () => {
  const text = '# Regulamento\r\nVale para todos.\r\n\r\nUma linha\noutra\n\n\n- cão\n- gato\n'
  expect(htmlFromText(text)).toBe(
    '<h2>Regulamento</h2>\n<p>Vale para todos.</p>\n<p>Uma linha<br>outra</p>\n<ul><li>cão</li><li>gato</li></ul>',
  )
  expect(htmlFromText(' \n\n ')).toBe('')
})

test('HTML characters in plain text are escaped', () => {
  expect(htmlFromText('a < b & <script>x()</script>')).toBe(
    '<p>a &lt; b &amp; &lt;script&gt;x()&lt;/script&gt;</p>',
  )
})

test('published HTML is formatted with one line per block', () => {
  expect(formatHtml('<h2>A</h2><p>b</p>\n<ul><li>c</li></ul>')).toBe(
    '<h2>A</h2>\n<p>b</p>\n<ul><li>c</li>\n</ul>',
  )
})
