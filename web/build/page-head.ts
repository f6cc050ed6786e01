import type { Plugin } from 'vite'

/** The one font of the page: its file, and its rule in the style sheet. */
const fontFile = /figtree-latin-wght-normal.*\.woff2$/
const fontRule = /@font-face\s*\{[^}]*figtree-latin-wght-normal[^}]*\}/
/** Time limit for browsers that do not report their first paint. */
const firstPaintTimeoutMs = 1_000

const entryScript = /<script type="module"[^>]*? src="([^"]+)"[^>]*><\/script>/
const modulePreload = /<link rel="modulepreload"[^>]*>\s*/g
const codePlaceholder = '<!--code-->'

/**
 * Loads the page's code and font after the first paint, which needs only the HTML and the style sheet: on a slow
 * connection any further byte would delay it (a font even needs its own connection). Until then text uses a
 * metric-compatible system font. The template `code` contains what is loaded later; a background page is never painted
 * and loads it immediately, and so does a page that has requested its data: its first paint is only a placeholder.
 * @param font the rule of the page's font
 * @throws when the page has no entry script or no placeholder for its code
 */
export function deferCodeUntilPaint(html: string, font: string): string {
  const [tag, entry] = entryScript.exec(html) ?? []
  if (tag === undefined || entry === undefined) throw new Error('The page has no entry script')
  if (!html.includes(codePlaceholder)) throw new Error(`The page has no ${codePlaceholder}`)
  const preloads = html.match(modulePreload)?.map((preload) => preload.trim()) ?? []
  const start = `const start = () => {
        const code = document.getElementById('code')
        if (!code.content.hasChildNodes()) return
        import(${JSON.stringify(entry)})
        document.head.append(code.content)
      }
      if (document.hidden || window.clubeReads) start()
      else {
        new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
        requestAnimationFrame(() => setTimeout(start, ${firstPaintTimeoutMs}))
      }`
  return html
    .replaceAll(modulePreload, '')
    .replace(codePlaceholder, () => `<style>${font}</style>${preloads.join('')}${codePlaceholder}`)
    .replace(tag, () => `<script>\n      ${start}\n    </script>`)
}

type Bundle = Readonly<Record<string, { type: 'chunk' } | { type: 'asset'; source: string | Uint8Array }>>

/** Removes the font's rule from the style sheet and returns it. */
const extractFontRule = (bundle: Bundle): string => {
  for (const file of Object.values(bundle)) {
    if (file.type !== 'asset' || typeof file.source !== 'string') continue
    const [rule] = fontRule.exec(file.source) ?? []
    if (rule === undefined) continue
    file.source = file.source.replace(rule, '')
    return rule
  }
  throw new Error('No style sheet has the font: theme/font.css and build/page-head.ts do not match')
}

/**
 * Loads code and font after the first paint, or, for a page whose styles are loaded by its code, preloads the font.
 */
export const pageHead = (): Plugin => ({
  name: 'page-head',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      if (html.includes(codePlaceholder)) return deferCodeUntilPaint(html, extractFontRule(bundle))
      const font = Object.keys(bundle).find((name) => fontFile.test(name))
      if (!font)
        throw new Error('The font is not in the bundle: theme/font.css and build/page-head.ts do not match')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
    },
  },
})
