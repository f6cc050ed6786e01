/**
 * Words that read as translated, or for which the field has a standard term. Matched against comments, test titles,
 * error messages and documentation, ignoring case.
 */
type Term = {
  readonly pattern: RegExp
  /** Also matched against the words of identifiers. */
  readonly identifier?: true
  /** What to write instead. */
  readonly say: string
}

const terms: readonly Term[] = [
  { pattern: /\bwish(es)?\b/, identifier: true, say: 'request' },
  { pattern: /\bdeeds?\b/, identifier: true, say: 'action' },
  { pattern: /\bstrangers?\b/, identifier: true, say: 'anonymous visitor, another person, an attacker' },
  { pattern: /\bleavers?\b/, identifier: true, say: 'account to erase' },
  { pattern: /\b(lay|layed|laid|laying) ground\b/, identifier: true, say: 'create infrastructure' },
  { pattern: /\bhopeless\b/, identifier: true, say: 'certain to be refused' },
  { pattern: /\bwhoever\b/, identifier: true, say: 'anyone who, the person who' },
  { pattern: /\bwhom\b/, identifier: true, say: 'rephrase without "whom"' },
  { pattern: /\bsomebody\b/, identifier: true, say: 'someone, a staff member, the customer' },
  {
    pattern: /\b(any|every)body\b/,
    identifier: true,
    say: 'anyone, everyone, a staff member, the customer',
  },
  { pattern: /\bno byte of\b/, say: 'none of, not part of' },
  { pattern: /\bleans? on\b/, say: 'depends on' },
  { pattern: /\banew\b/, identifier: true, say: 'again, from scratch' },
  { pattern: /\b(mend|mends|mended|mending)\b/, identifier: true, say: 'fix, repair' },
  { pattern: /\b(tidy|tidies|tidied|tidying)\b/, identifier: true, say: 'clean up, purge' },
  {
    pattern: /\b(outlive|outlives|outlived)\b/,
    identifier: true,
    say: 'last longer than, survive past expiry',
  },
  { pattern: /\bpatience\b/, identifier: true, say: 'time limit' },
  { pattern: /\bunkeepable\b/, identifier: true, say: 'not storable' },
  { pattern: /\bin any writing\b/, say: 'in any format' },
  { pattern: /\bspeaks? against\b/, say: 'validation error, reason against' },
  { pattern: /\bfor the ear\b/, say: 'for screen readers' },
  { pattern: /\b(gets?|getting|got|come|comes|came) to (hear|know)\b/, say: 'is told, learns' },
  { pattern: /\bhears? (that|when|where|of|about|the|a|no|nothing|so|it|who)\b/, say: 'is told, receives' },
  { pattern: /\b(turn|turns|turned|sent|sends) (\w+ )?away\b/, say: 'reject, refuse' },
  { pattern: /\btold so\b/, say: 'told' },
  {
    pattern: /(?<!\bthere )\b(is|are|was|were) none\b(?! (of|yet|left|to)\b)/,
    say: 'does not exist, is not one',
  },
  { pattern: /\b(is|are|was|were) over\b(?! (the|a|\d))/, say: 'has ended, has expired' },
  { pattern: /\bspent[- ]out\b/, say: 'exhausted' },
  { pattern: /\b(lend|lends|lent)\b/, identifier: true, say: 'provide' },
  { pattern: /\b(of|fault of|one of) ours\b/, say: 'our own, internal' },
  {
    pattern:
      /\b(a|the|each|every|other|another|no|any|these|those|two|same|control|of|such|strange|which) signs?\b(?![- ](in|up|out|off))/,
    say: 'character',
  },
  { pattern: /\bthe own\b/, say: 'their own, its own' },
  { pattern: /\bknows? (no|nobody|nothing)\b/, say: 'does not know, has no' },
  { pattern: /\b(nobody|no one) knows\b/, say: 'unknown' },
  {
    pattern:
      /\bstands? (there|here|nowhere|in|at|on|before|below|above|concurrent|behind|twice|once|alone|under|within|as)\b/,
    say: 'is, appears, is stored',
  },
  { pattern: /\bspeaks?\b/, say: 'uses, supports, is in' },
  { pattern: /\b(is|are|was|were|be) spoken\b/, say: 'is used' },
  { pattern: /\blives? (\d|for|so long|as long)/, say: 'lasts, is valid for' },
  { pattern: /\bto (its|their) end\b/, say: 'completely, until it ends' },
  { pattern: /\bso many \w+/, say: 'the given number of' },
  { pattern: /\bsays? (no|yes|nothing|so)\b/, say: 'refuses, accepts, does not answer' },
  { pattern: /\b(a|the|every|each|one|its|which|this) ["“]no["”]/, say: 'refusal' },
  {
    pattern: /\bthe (newest|oldest|first|latest|youngest|nearest|longest|last) first\b/,
    say: 'newest first, in order of …',
  },
  { pattern: /\bthe first to \w+ first\b/, say: 'in order of …' },
  { pattern: /\bask(s|ed|ing)? (the machine|nobody|for nothing)\b/, say: 'reads the clock, without a query' },
  { pattern: /\bby (itself|themselves)\b/, say: 'automatically, alone' },
  { pattern: /\b(is|are|was|were) (nobody|no one)('s)?\b/, say: 'belongs to no one' },
  {
    pattern:
      /\bwho (waits|comes|asks|owns|walks|took|holds|has|is|was|did|may|knows) (\w+ )?(sees|gets|is told|loses|keeps|must|may|can)\b/,
    say: 'a person who …',
  },
  { pattern: /\bwithout (an )?end\b/, say: 'forever, indefinitely' },
  { pattern: /\bfor ever\b/, say: 'forever' },
  { pattern: /\bthat nobody (can|could|should|may|knows|has)\b/, say: 'rephrase' },
  {
    pattern: /\baccounts? (does not |do not |did not )?(knows?|knew|(has|have) known)\b/,
    say: 'a known device, unknown to the account',
  },
  { pattern: /\bif (it|they) stays?\b(?! \w)/, say: 'if it is unchanged' },
  { pattern: /\bthose of the \w+ (that|whose)\b/, say: 'the ids of …, which of …' },
  { pattern: /\b(looks?|looking) (after|young|old)\b/, say: 'handles, up to date' },
  { pattern: /\bvanish(es|ed)?\b/, identifier: true, say: 'was not found, was deleted' },
  { pattern: /\bcomplain(s|ed|ts?)?\b/, identifier: true, say: 'report, error' },
  { pattern: /\bpassers[- ]?by\b/, identifier: true, say: 'other clients' },
  {
    pattern: /\b(come|comes|came) (alive|to nothing)\b/,
    identifier: true,
    say: 'is hydrated, has no result',
  },
  { pattern: /\bwithin reach\b/, identifier: true, say: 'accessible' },
  { pattern: /\bunder way\b/, say: 'running, in progress' },
  { pattern: /\bfront doors?\b/, say: 'public interface' },
  { pattern: /\bto and fro\b/, say: 'in both directions' },
  { pattern: /\bprolong(s|ed|ing)?\b/, identifier: true, say: 'extend' },
  { pattern: /\bin vain\b/, say: 'without effect' },
  { pattern: /\bstands? still\b/, say: 'does not change, is not counted' },
  { pattern: /\bhalf-sent\b/, say: 'incomplete' },
  {
    pattern:
      /\b\w*(anonymis|authoris|behaviour|colour|enrolment|initialis|neighbour|normalis|organis|parameteris|recognis|sanitis|serialis|summaris|synchronis)\w*\b/,
    identifier: true,
    say: 'American spelling',
  },
  { pattern: /\b(gives?|giving|gave) way\b/, say: 'is aborted, is replaced by' },
  { pattern: /\b(slow processor|processor time)\b/, identifier: true, say: 'CPU throttling, CPU time' },
  { pattern: /\brules? of two\b/, say: 'two-person rule' },
  {
    pattern: /\bpromises? (was|were|is|are) broken\b|\bbreaks? (a|its|their|no) promises?\b/,
    say: 'violates an invariant',
  },
  { pattern: /\bthe (commit|one|search) before\b(?! (last|it|that|the)\b)/, say: 'the previous one' },
  { pattern: /\b(give|gives|gave|given|giving) (a |the |sensitive )*(role|permission)s?\b/, say: 'grant' },
  { pattern: /\bis no secret\b/, say: 'is not a secret' },
  { pattern: /\bin (their|his|her) hands?\b/, say: 'rephrase' },
  { pattern: /\bother texts\b/, say: 'other strings' },
  { pattern: /\bas one text\b(?! message)/, say: 'as one string' },
  { pattern: /\btold apart\b/, say: 'distinguished' },
  { pattern: /\binterval in which\b/, say: 'interval at which' },
  { pattern: /\btime limits? of\b/, say: 'time limit for' },
  { pattern: /\bworth nothing\b/, say: 'useless, not valid' },
  { pattern: /\bconcerns? (nobody|no one)\b/, say: 'affects no one' },
  { pattern: /\b(time|times|instant) still to come\b/, say: 'in the future' },
  { pattern: /\bforgery guard\b/, identifier: true, say: 'CSRF check' },
  { pattern: /\buntold\b/, identifier: true, say: 'not notified' },
  { pattern: /\bwhatever (the|its|their)\b/, say: 'regardless of' },
  { pattern: /\bfor good\b(?! (measure|reason))/, say: 'permanently' },
  { pattern: /\bresidues?\b/, identifier: true, say: 'remainder' },
  { pattern: /\b(one|either|each|any|none) of both\b/, say: 'one of the two, both' },
  { pattern: /\bbelongs? into\b/, say: 'belongs in' },
  { pattern: /\bin halves\b/, say: 'in half' },
  { pattern: /\b(allows|enables|permits) to\b/, say: 'allows … to, makes it possible to' },
  { pattern: /\bper default\b/, say: 'by default' },
  { pattern: /\b(independent|depend|depends|depended|depending) from\b/, say: 'independent of, depends on' },
  { pattern: /\b(of|for|after|within) some (seconds|minutes|hours|days|weeks|months)\b/, say: 'a few' },
  { pattern: /\bany other \w+ than\b/, say: 'any … other than' },
  {
    pattern: /\b(with|without|is|was|still) (a|no) network( again)?\b(?! (error|failure))/,
    say: 'online, offline',
  },
  {
    pattern: /\bthe club('s response| (does|did) not respond| responds| responded| cannot be reached)\b/,
    say: 'the server',
  },
]

/** `findWaitingEntry` becomes `find waiting entry`. */
export const splitIdentifier = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** The terms to avoid in a string, each with the words it matched. Line breaks of comments count as spaces. */
export const findTerms = (
  text: string,
  { isIdentifier = false }: { isIdentifier?: boolean } = {},
): readonly { found: string; say: string }[] => {
  const line = text.replace(/\s+(\*\s)?/g, ' ')
  return terms.flatMap(({ pattern, identifier, say }) => {
    if (isIdentifier && identifier !== true) return []
    const match = new RegExp(pattern.source, 'i').exec(line)
    return match ? [{ found: match[0], say }] : []
  })
}
