import { emailCharacters } from '@clube/contract/brazil/email.ts'

/** Mail domains that many people in Brazil use. */
const commonDomains = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com.br',
  'icloud.com',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
  'live.com',
  'msn.com',
  'ig.com.br',
  'globo.com',
  'globomail.com',
  'oi.com.br',
  'zipmail.com.br',
  'protonmail.com',
]

/** Other existing mail domains, some of them one letter from a common one. They are never corrected. */
const existingDomains: ReadonlySet<string> = new Set([
  ...commonDomains,
  'aol.com',
  'email.com',
  'fastmail.com',
  'gmx.com',
  'googlemail.com',
  'hotmail.com.br',
  'mail.com',
  'me.com',
  'outlook.com.br',
  'proton.me',
  'r7.com',
  'rocketmail.com',
  'yahoo.com',
  'ymail.com',
  'zoho.com',
])

/** The address with a common mail domain, if its own is probably a typo of that domain, else null. */
export function suggestEmail(text: string): string | null {
  const email = emailCharacters(text.trim())
  const domainStart = email.lastIndexOf('@') + 1
  const domain = email.slice(domainStart)
  if (domainStart < 2 || existingDomains.has(domain)) return null
  const intended = commonDomains.find((common) => isTypingError(domain, common))
  return intended === undefined ? null : email.slice(0, domainStart) + intended
}

/**
 * Names of at most three letters are not compared letter by letter: most domains that differ by one letter are those
 * of companies.
 */
function isTypingError(domain: string, common: string): boolean {
  const [provider, suffix] = splitDomain(domain)
  const [commonProvider, commonSuffix] = splitDomain(common)
  if (provider === commonProvider)
    return (
      `${suffix}.br` === commonSuffix ||
      suffix === `${commonSuffix}.br` ||
      editDistance(suffix, commonSuffix) <= 2
    )
  return commonProvider.length > 3 && editDistance(domain, common) === 1
}

const splitDomain = (domain: string): [string, string] => {
  const dot = domain.indexOf('.')
  return dot < 0 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot + 1)]
}

/** Edit distance of two strings with transpositions of adjacent characters (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isTransposed = row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      next.push(
        Math.min(
          last[column]! + 1,
          next[column - 1]! + 1,
          last[column - 1]! + (isSame ? 0 : 1),
          isTransposed ? beforeLast[column - 2]! + 1 : Infinity,
        ),
      )
    }
    beforeLast = last
    last = next
  }
  return last[b.length]!
}
