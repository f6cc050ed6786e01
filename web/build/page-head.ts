import type { Plugin } from 'vite'

/** The one font of the page: its file, and its rule in the style sheet. */
const fontFile = /figtree-latin-wght-normal.*\.woff2$/
const fontRule = /@font-face\s*\{[^}]*figtree-latin-wght-normal[^}]*\}/
/** A browser that does not tell when it has painted is not waited for longer. */
const longestPaintMs = 1_000

const entryScript = /<script type="module"[^>]*? src="([^"]+)"[^>]*><\/script>/
const modulePreload = /<link rel="modulepreload"[^>]*>\s*/g
const codeMark = '<!--code-->'

/**
 * Puts the page's code and its font behind its looks: what is in the HTML needs only the style sheet to be seen, and on a
 * slow line each byte beside it would hold it up (a font needs a connection of its own, too). Until then the words stand
 * in a font of the machine that takes the same room. Everything waits in the template `code` and is fetched at once when
 * the first frame is painted; a page in the background paints nothing, so it does not wait.
 * @param font the rule of the page's font
 * @throws when the page has no entry or no place for its code
 */
export function codeAfterPaint(html: string, font: string): string {
  const [tag, entry] = entryScript.exec(html) ?? []
  if (tag === undefined || entry === undefined) throw new Error('The page has no entry')
  if (!html.includes(codeMark)) throw new Error(`The page has no ${codeMark}`)
  const preloads = html.match(modulePreload)?.map((preload) => preload.trim()) ?? []
  const start = `const start = () => {
        const code = document.getElementById('code')
        if (!code.content.hasChildNodes()) return
        document.head.append(code.content)
        import(${JSON.stringify(entry)})
      }
      if (document.hidden) start()
      else {
        new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
        requestAnimationFrame(() => setTimeout(start, ${longestPaintMs}))
      }`
  return html
    .replaceAll(modulePreload, '')
    .replace(codeMark, () => `<style>${font}</style>${preloads.join('')}${codeMark}`)
    .replace(tag, () => `<script>\n      ${start}\n    </script>`)
}

type Bundle = Readonly<Record<string, { type: 'chunk' } | { type: 'asset'; source: string | Uint8Array }>>

/** Takes the font's rule out of the style sheet that holds it. */
const takeFontRule = (bundle: Bundle): string => {
  for (const file of Object.values(bundle)) {
    if (file.type !== 'asset' || typeof file.source !== 'string') continue
    const [rule] = fontRule.exec(file.source) ?? []
    if (rule === undefined) continue
    file.source = file.source.replace(rule, '')
    return rule
  }
  throw new Error('No style sheet has the font: theme/font.css and build/page-head.ts disagree')
}

/**
 * Adds what Vite does not: a start of code and font after the first paint, or, for a page whose looks come with its code,
 * the font's preload before everything that it loads.
 */
export const pageHead = (): Plugin => ({
  name: 'page-head',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      if (html.includes(codeMark)) return codeAfterPaint(html, takeFontRule(bundle))
      const font = Object.keys(bundle).find((name) => fontFile.test(name))
      if (!font)
        throw new Error('The font is not in the bundle: theme/font.css and build/page-head.ts disagree')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
    },
  },
})
