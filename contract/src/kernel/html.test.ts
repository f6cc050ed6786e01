import { expect, test } from 'vitest'
import { escapeHtml } from './html.ts'

test('text in HTML neither opens an element nor ends an attribute', () => {
  expect(escapeHtml(`<b title="x">Tom & 'Jó'</b>`)).toBe(
    '&lt;b title=&quot;x&quot;&gt;Tom &amp; &#39;Jó&#39;&lt;/b&gt;',
  )
})
