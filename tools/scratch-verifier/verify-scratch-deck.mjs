// Verifies a finished scratch-card promotion (raspadinha):
//   node verify-scratch-deck.mjs deck.json draws.txt [earlier-deck.json …] [number head …]
// 1. It rebuilds the deck from the seed, and compares deck, draws and published heads with each other.
// 2. It compares them with copies of deck.json and heads that you saved: only this reveals files replaced together.
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

process.on('uncaughtException', ({ message }) => {
  console.error(`${message}\nNÃO CONFERE`)
  process.exit(1)
})
const [, , deckFile = 'deck.json', drawsFile = 'draws.txt', ...saved] = process.argv
const readDeck = (file) => JSON.parse(readFileSync(file, 'utf8'))
const publication = readDeck(deckFile)
const { format, campaign_id, cards, days, prizes, commitment, seed, heads } = publication
const lines = readFileSync(drawsFile, 'utf8').split('\n').filter(Boolean)
const isCopy = (argument) => argument.endsWith('.json')
const typed = saved.filter((each) => !isCopy(each)).join(' ')
const notes = [...typed.matchAll(/(\d+) ((?:[\da-f]{8} ?){8})/g)]
const errors = []
const check = (isCorrect, error) => isCorrect || errors.push(error)
const bytesOf = (hex) => Buffer.from(hex, 'hex')
const sha256 = (hex, text) => createHash('sha256').update(bytesOf(hex)).update(text).digest('hex')

// Random numbers: HMAC-SHA-256 of a counter under the seed; numbers that would bias the result are skipped.
if (format !== 'clube-scratch-deck-1' || !/^[\da-f]{64}$/.test(seed ?? ''))
  throw new Error('O arquivo não é de uma raspadinha encerrada: a semente só é publicada no fim.')
let next = 0
const below = (limit) => {
  const text = `${format} shuffle ${Math.floor(next / 8)}`
  const number = createHmac('sha256', bytesOf(seed))
    .update(text)
    .digest()
    .readUInt32BE(4 * (next % 8))
  next += 1
  return number < 2 ** 32 - (2 ** 32 % limit) ? number % limit : below(limit)
}
const shuffle = (items) => {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = below(last + 1)
    ;[items[last], items[other]] = [items[other], items[last]]
  }
  return items
}

// The deck: equal shares of each prize for each day, the remaining units on shuffled days, then each day shuffled.
if (!(days >= 1 && cards >= days && prizes.reduce((sum, { quantity }) => sum + quantity, 0) <= cards))
  throw new Error('Há menos raspadinhas do que dias ou prêmios.')
const order = shuffle(Array.from({ length: days }, (_, day) => day))
const units = order.map(() => prizes.map(({ quantity }) => Math.floor(quantity / days)))
const sizeOf = (day) => Math.floor(((day + 1) * cards) / days) - Math.floor((day * cards) / days)
const freeOn = (day) => sizeOf(day) - units[day].reduce((sum, count) => sum + count, 0)
let turn = 0
prizes.forEach(({ quantity }, prize) => {
  for (let rest = quantity % days; rest > 0; turn += 1) {
    const day = order[turn % days]
    const unit = Math.min(freeOn(day), 1)
    units[day][prize] += unit
    rest -= unit
  }
})
const wonOn = (day) => units[day].flatMap((count, prize) => Array(count).fill(prize + 1))
const deck = units.flatMap((_, day) => shuffle([...wonOn(day), ...Array(freeOn(day)).fill(0)]))
const plan = [format, `campaign ${campaign_id}`, `days ${days}`, `cards ${cards}`]
prizes.forEach((each, i) => plan.push(`prize ${i + 1} ${each.quantity} ${each.value_cents} ${each.title}`))
const canonical = [...plan, `deck ${deck.join(' ')}\n`].join('\n')
check(sha256(seed, canonical) === commitment, 'A semente não produz o baralho lacrado no início.')

// The draws: in order, with the prize of their card, each code once, chained from the commitment.
const pattern = /^([1-9]\d{0,8}) (0|[1-9]\d{0,4}) ([\da-f]{64}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/
const [chain, codes] = [[commitment], new Set()]
lines.forEach((line, index) => {
  const [, position, prize, code, instant] = pattern.exec(line) ?? []
  const isLater = index === 0 || instant >= lines[index - 1].split(' ')[3]
  check(Number(position) === index + 1, `Sorteio ${index + 1}: fora de ordem.`)
  check(Number(prize) === deck[index], `Sorteio ${index + 1}: o prêmio não é o do cartão.`)
  check(!codes.has(code) && isLater, `Sorteio ${index + 1}: código repetido ou hora fora de ordem.`)
  codes.add(code)
  chain.push(sha256(chain[index], line))
})
for (const { draws, head } of heads) check(chain[draws] === head, `A cadeia não tem o resumo de ${draws}.`)
check(heads.at(-1)?.draws === lines.length, 'O último resumo não é o do último sorteio.')

// What you saved: the same deck, every head of a copy still published, and every other head on the chain.
const sealed = ({ seed: _seed, heads: _heads, ...plan }) => JSON.stringify(plan)
const known = new Set(heads.map((each) => JSON.stringify(each)))
for (const copy of saved.filter(isCopy).map(readDeck)) {
  check(sealed(copy) === sealed(publication), 'O baralho não é o da cópia que você guardou.')
  const isKnown = copy.heads.every((each) => known.has(JSON.stringify(each)))
  check(isKnown && [null, seed].includes(copy.seed), 'Um resumo da sua cópia mudou ou sumiu.')
}
for (const [, n, head] of notes) check(chain[n] === head.replaceAll(' ', ''), `O resumo de ${n} é outro.`)
check(notes.map(([text]) => text).join('') === typed, 'Digite o número da raspadinha e o resumo inteiro.')
const shown = (digest) => digest.match(/.{8}/g).join(' ')
console.log(`Resumo do baralho: ${shown(commitment)}\nResumo de ${lines.length}: ${shown(chain.at(-1))}`)
if (saved.length === 0) console.log('Compare os dois com o que você guardou antes do fim.')
if (errors.length > 0) throw new Error(errors.join('\n'))
console.log(`Tudo confere: ${cards} cartões, ${lines.length} sorteios.`)
