import { readFileSync } from 'node:fs'
import { cpuOf } from '../cpu.ts'

/** A process and those that it has started. */
export const processTree = (pid: number): readonly number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))]
}

/** Memory of a process in MB: its own pages, and its share of those that it shares with others (PSS). */
export const memoryOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1_024

/** CPU time of the processes, in milliseconds. */
export const cpuOfAll = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
