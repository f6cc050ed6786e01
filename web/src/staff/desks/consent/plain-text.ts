import { escapeHtml } from '@clube/contract/kernel/html.ts'

/**
 * Converts plain text to HTML: an empty line separates paragraphs, a line that begins with `# ` is a heading, lines
 * that begin with `- ` are a list. HTML characters are escaped.
 */
export function htmlFromText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .flatMap(blockHtml)
    .join('\n')
}

function blockHtml(block: string): string[] {
  const [first = '', ...rest] = block.split('\n')
  if (first.startsWith('# ')) {
    const heading = `<h2>${escapeHtml(first.slice(2).trim())}</h2>`
    return rest.length === 0 ? [heading] : [heading, ...blockHtml(rest.join('\n').trim())]
  }
  const lines = [first, ...rest]
  if (lines.every((line) => line.startsWith('- ')))
    return [`<ul>${lines.map((line) => `<li>${escapeHtml(line.slice(2).trim())}</li>`).join('')}</ul>`]
  return [`<p>${lines.map((line) => escapeHtml(line)).join('<br>')}</p>`]
}

/** Published HTML with one line per block, for editing. */
export const formatHtml = (html: string): string =>
  html.replace(/(<\/(?:p|h[234]|ul|ol|li|table|tr)>)(?!\n)/g, '$1\n').trim()
