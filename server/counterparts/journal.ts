import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'

/** Executes the commands of a counterpart; the order of the journal decides. */
export type Journal<Command, Result> = {
  /** Executes a command and returns its result. */
  readonly execute: (command: Command) => Result
  /** Executes the commands that other processes have appended. */
  readonly refresh: () => void
}

/**
 * The store of a counterpart: every command is appended to a file, and all processes execute the commands in its order, so
 * that they agree, and a restart restores everything. `execute` must be deterministic. Without a file, nothing is stored.
 */
export const openJournal = <Command extends object, Result>(
  file: string | null,
  execute: (command: Command) => Result,
): Journal<Command, Result> => {
  if (file === null) return { execute, refresh: () => {} }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const descriptor = openSync(file, 'a+', 0o600)
  closeSync(descriptor)
  const writer = `${process.pid}-${process.hrtime.bigint()}`
  let read = 0
  let written = 0

  /** Executes the new lines. @returns the result of our command with the given number */
  const readNew = (own: number | null): Result | undefined => {
    let result: Result | undefined
    const text = readFrom(file, read)
    // An incomplete line is still being written, or its writer was killed.
    const complete = text.subarray(0, text.lastIndexOf(10) + 1)
    read += complete.length
    for (const line of complete.toString('utf8').split('\n')) {
      const entry = parseLine<Command>(line)
      if (!entry) continue
      const executed = execute(entry.command)
      if (entry.writer === writer && entry.number === own) result = executed
    }
    return result
  }
  readNew(null)

  return {
    refresh: () => void readNew(null),
    execute: (command) => {
      written += 1
      // A leading line break separates it from an incomplete line.
      appendFileSync(file, `\n${JSON.stringify({ writer, number: written, command })}\n`)
      const result = readNew(written)
      if (result === undefined) throw new Error('The command was not found in the journal')
      return result
    },
  }
}

const readFrom = (file: string, position: number): Buffer => {
  const descriptor = openSync(file, 'r')
  try {
    const size = fstatSync(descriptor).size - position
    const buffer = Buffer.alloc(Math.max(size, 0))
    const bytes = size > 0 ? readSync(descriptor, buffer, 0, size, position) : 0
    return buffer.subarray(0, bytes)
  } finally {
    closeSync(descriptor)
  }
}

type Entry<Command> = { readonly writer: string; readonly number: number; readonly command: Command }

const parseLine = <Command>(line: string): Entry<Command> | null => {
  if (line === '') return null
  try {
    return JSON.parse(line) as Entry<Command>
  } catch {
    // The incomplete line of a process that was killed.
    return null
  }
}
