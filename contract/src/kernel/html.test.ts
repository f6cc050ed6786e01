import { expect, test } from 'vitest'
import { escapeHtml } from './html.ts'

test('escaped text can neither open an HTML element nor end an attribute', () => {
  expect(escapeHtml(`<b title="x">Tom & 'Jó'</b>`)).toBe(
    '&lt;b title=&quot;x&quot;&gt;Tom &amp; &#39;Jó&#39;&lt;/b&gt;',
  )
})
