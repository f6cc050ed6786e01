/**
 * A text without markup as HTML: an empty line parts paragraphs, a line that begins with `# ` is a heading, lines that
 * begin with `- ` are a list. Signs of HTML are shown as they are.
 */
export function htmlOfText(text: string): string {
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
    const heading = `<h2>${escaped(first.slice(2).trim())}</h2>`
    return rest.length === 0 ? [heading] : [heading, ...blockHtml(rest.join('\n').trim())]
  }
  const lines = [first, ...rest]
  if (lines.every((line) => line.startsWith('- ')))
    return [`<ul>${lines.map((line) => `<li>${escaped(line.slice(2).trim())}</li>`).join('')}</ul>`]
  return [`<p>${lines.map(escaped).join('<br>')}</p>`]
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Published HTML with a line per block, so that a person can write on it. */
export const readableHtml = (html: string): string =>
  html.replace(/(<\/(?:p|h[234]|ul|ol|li|table|tr)>)(?!\n)/g, '$1\n').trim()
