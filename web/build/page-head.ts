import type { Plugin } from 'vite'

/** The one font of the page, asked for before the style sheet is read. */
const fontFile = /figtree-latin-wght-normal.*\.woff2$/

/** Adds what Vite does not: the font's preload, before everything that the page loads. */
export const pageHead = (): Plugin => ({
  name: 'page-head',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const font = Object.keys(bundle ?? {}).find((name) => fontFile.test(name))
      if (!font)
        throw new Error('The font is not in the bundle: theme/font.css and build/page-head.ts disagree')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
    },
  },
})
