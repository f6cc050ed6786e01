import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { excessOf, measureRoutes, requestExcessOf, requestsBeforePaint, totalOf } from './byte-budget.ts'
import { browserCode, readProperties } from './contract-code.ts'
import { signInModule } from './chunks.ts'

const gate = 'src/customer/app/session-gate.tsx'
const pages = 'src/customer/app/pages.ts'
const page = 'src/customer/features/shops/shops-page.tsx'
const manifest = {
  'index.html': { file: 'index.js', imports: ['_shell.js'] },
  '_shell.js': { file: 'shell.js' },
  [signInModule]: { file: 'sign-in.js', imports: ['_shell.js'] },
  [pages]: { file: 'pages.js', dynamicImports: [page, gate] },
  'src/customer/app/other-page.tsx': { file: 'other.js' },
  [gate]: { file: 'gate.js', imports: ['_shell.js', '_cache.js'] },
  '_cache.js': { file: 'cache.js' },
  [page]: { file: 'shops.js', imports: ['_cache.js', '_shell.js'], dynamicImports: ['src/scanner.ts'] },
  'src/scanner.ts': { file: 'scanner.js' },
}

test('a route counts its router, the gate and shared chunks once, without the first screen and code loaded on use', () => {
  const [route, ...others] = measureRoutes(manifest, (file) => file.length)
  expect(others).toEqual([])
  expect(route?.name).toBe('shops/shops-page')
  expect(route?.files.map(({ file }) => file)).toEqual(['pages.js', 'gate.js', 'cache.js', 'shops.js'])
  expect(route && totalOf(route)).toBe('pages.jsgate.jscache.jsshops.js'.length)
})

test('a route over its budget is reported with its size, its budget and its largest chunks', () => {
  const files = [
    { file: 'small.js', bytes: 10 },
    { file: 'large.js', bytes: 90 },
  ]
  expect(excessOf({ name: 'home', budget: 100, files })).toBeNull()
  expect(excessOf({ name: 'home', budget: 99, files })).toBe(
    'home loads 100 bytes of JavaScript (brotli) in 2 files, more than its budget of 99. Largest chunks: large.js (90), small.js (10).',
  )
})

test('requests before the first paint are the page, its styles and its code, but neither icons nor what it defers', () => {
  const styles = '<link rel="stylesheet" href="a.css">'
  const deferred = '<template id="code"><link rel="modulepreload" href="b.js"></template>'
  expect(
    requestsBeforePaint(`<link rel="icon" href="i.svg">${styles}${deferred}<script>start()</script>`),
  ).toBe(2)
  const html = `${styles}<script type="module" src="a.js"></script><link rel="modulepreload" href="b.js">`
  expect(requestExcessOf('staff.html', 4, html)).toBeNull()
  expect(requestExcessOf('staff.html', 3, html)).toBe(
    'staff.html sends 4 requests before its first paint, more than its limit of 3.',
  )
})

test('the browser’s contract has no refusals of a call, unless a screen reads them', () => {
  const code = "const aCall = defineCall({ path: '/a', summary: 'A', refusals: { ...b }, session: 'x' })"
  const convert = (source: string) =>
    browserCode(
      code,
      parseAst(code) as unknown as Parameters<typeof browserCode>[1],
      new Set(readProperties(source)),
    )
  expect(convert('')).toBe("const aCall = /* @__PURE__ */ defineCall({ path: '/a', session: 'x' })")
  expect(convert('calls.aCall.refusals')).toBe(
    "const aCall = /* @__PURE__ */ defineCall({ path: '/a', refusals: { ...b }, session: 'x' })",
  )
})

test('a source that destructures a call is refused, because its property would be missing in the browser', () => {
  expect(() => readProperties('const { refusals } = registerCall')).toThrow('{ refusals } = registerCall')
  expect(() => readProperties('const { refusals } = await send(registerCall)')).not.toThrow()
})
