import { expect, test } from 'vitest'
import { deferCodeUntilPaint } from './page-head.ts'

const page = `<head>
    <template id="code"><!--code--></template>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/index-1.js">
    <link rel="modulepreload" crossorigin href="/assets/shell-2.js">
    <link rel="stylesheet" crossorigin href="/assets/style-3.css">
  </head>`

test('the HTML of a page loads its scripts and its font only after the first paint', () => {
  const html = deferCodeUntilPaint(page, '@font-face{font-family:F}')
  expect(html).toContain(
    '<template id="code"><style>@font-face{font-family:F}</style><link rel="modulepreload" crossorigin href="/assets/index-1.js"><link rel="modulepreload" crossorigin href="/assets/shell-2.js"><!--code--></template>',
  )
  expect(html.match(/modulepreload/g)).toHaveLength(2)
  expect(html).not.toContain('src="/assets/index-1.js"')
  expect(html).toContain('import("/assets/index-1.js")')
  expect(html).toContain('if (document.hidden || window.clubeReads) start()')
  expect(html).toContain("new PerformanceObserver(start).observe({ type: 'paint', buffered: true })")
  expect(html).toContain('requestAnimationFrame(() => setTimeout(start, 1000))')
  expect(html).toContain('<link rel="stylesheet" crossorigin href="/assets/style-3.css">')
})

test('the build rejects a page without an entry script or without a placeholder for its code', () => {
  expect(() => deferCodeUntilPaint('<template><!--code--></template>', '')).toThrow(
    'The page has no entry script',
  )
  expect(() => deferCodeUntilPaint('<script type="module" src="/a.js"></script>', '')).toThrow(
    'The page has no <!--code-->',
  )
})
