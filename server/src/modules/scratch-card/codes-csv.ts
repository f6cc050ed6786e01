import { formatScratchCode } from '@clube/contract/scratch-card/scratch-code.ts'
import { csvText } from '../../kernel/csv.ts'

/** The link in the QR code of a printed code. */
export const codeLinkOf = (
  base_url: string,
  { cd_identificador }: { readonly cd_identificador: number },
  code: string,
): string => {
  const query = new URLSearchParams({
    cd_identificador: String(cd_identificador),
    codigo: formatScratchCode(code),
    service_channel: 'site',
  })
  return `${base_url}/raspadinha?${query.toString()}`
}

/** Lines of one chunk of the stream. */
const linesPerChunk = 500

/** The codes as CSV: UTF-8 byte order mark, column titles, and one line per code with its link. */
export function* codesCsv(codes: readonly string[], linkOf: (code: string) => string): Generator<string> {
  yield '\uFEFFCódigo;Link do QR Code\r\n'
  for (let first = 0; first < codes.length; first += linesPerChunk)
    yield codes
      .slice(first, first + linesPerChunk)
      .map((code) => `${formatScratchCode(code)};${csvText(linkOf(code))}\r\n`)
      .join('')
}
