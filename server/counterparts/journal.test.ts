import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal } from './journal.ts'
import { createMisbehaviorSwitch } from './misbehavior.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clube-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Counts, and returns the count after each command. */
const open = () => {
  let sum = 0
  const journal = openJournal<{ add: number }, number>(join(folder, 'books/journal.jsonl'), ({ add }) => {
    sum += add
    return sum
  })
  return { journal, sum: () => sum }
}

test('a journal that is opened again executes its commands again', () => {
  const { journal } = open()
  expect([1, 2, 3].map((add) => journal.execute({ add }))).toEqual([1, 3, 6])
  expect(open().sum()).toBe(6)
})

test('two processes execute all commands in the order of the file, and get the results of their own', () => {
  const [first, second] = [open(), open()]
  expect(first.journal.execute({ add: 1 })).toBe(1)
  expect(second.journal.execute({ add: 10 })).toBe(11)
  expect(first.journal.execute({ add: 100 })).toBe(111)
  second.journal.refresh()
  expect([first.sum(), second.sum()]).toEqual([111, 111])
})

test('the incomplete line of a process that was killed is ignored, and later commands are executed', () => {
  const file = join(folder, 'books/journal.jsonl')
  open().journal.execute({ add: 1 })
  const lines = readFileSync(file, 'utf8')
  appendFileSync(file, lines.slice(0, lines.length / 2))
  const { journal, sum } = open()
  expect(sum()).toBe(1)
  expect(journal.execute({ add: 2 })).toBe(3)
  expect(open().sum()).toBe(3)
})

test('processes that share a journal share the misbehavior that is switched on, and use it up together', () => {
  const file = join(folder, 'misbehavior.jsonl')
  const [first, second] = [createMisbehaviorSwitch(file), createMisbehaviorSwitch(file)]
  expect(second.take('debit')).toBeNull()
  first.misbehave('silent', { requests: 2, operation: 'debit' })
  expect(second.settings()).toEqual([{ misbehavior: 'silent', operation: 'debit', requests: 2 }])
  expect([second.take('debit'), second.take('quote'), first.take('debit')]).toEqual([
    'silent',
    null,
    'silent',
  ])
  expect(second.take('debit')).toBeNull()
  second.misbehave('html', { requests: 'always' })
  first.behave()
  expect(second.settings()).toEqual([])
})
