/* People connected to live answers: memory of the server for each, and the time until an answer arrives. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ticketQueueCall } from '@clube/contract/customer-service/staff-calls.ts'
import { streamsPerPerson } from '@clube/contract/kernel/event-stream.ts'
import type { ServerProcess } from '../../server/src/testing/server-process.ts'
import { Connection } from '../connection.ts'
import { describeRatios, median, percentile, ratiosOf, runPaired } from '../measure.ts'
import { requestOf } from '../sign-in/client.ts'
import { staffToken } from './fill-tickets.ts'

/** A customer, with the ticket that is answered. */
export type Listener = { ticket_id: string; version: number }
export type Command =
  | { type: 'connect'; listeners: readonly Listener[] }
  | { type: 'answer'; answers: number }
  | { type: 'disconnect' }
export type Report = { events: number[]; responses: number[]; versions: number[] }

const fewListeners = 16
const answersPerRun = 200
const memoryRounds = Number(process.env['ROUNDS'] ?? 5)
/** Until the server has noticed closed connections, and finished what began before. */
const settleMs = 1_500

export const measureLive = async (input: {
  serve: () => Promise<ServerProcess>
  listeners: Listener[]
  pairs: number
}): Promise<void> => {
  const { serve, listeners, pairs } = input
  const memory: { streams: number; rss: number; heap: number }[] = []
  for (let round = 0; round < memoryRounds; round += 1) {
    const server = await serve()
    memory.push(...(await memoryPerConnection(server, listeners)))
    await server.kill()
  }
  for (const streams of new Set(memory.map((each) => each.streams)))
    for (const key of ['heap', 'rss'] as const) {
      const values = memory.filter((each) => each.streams === streams).map((each) => each[key] / 1_000)
      const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(1))
      console.log(
        `memory for each of ${streams} streams, ${key}: ${median(values).toFixed(1)} kB (${low}–${high}) (target 40)`,
      )
    }
  const server = await serve()
  const client = startClient(server)
  const events: number[] = []
  const answers = (count: number) => async () => {
    const connected = listeners.slice(0, count)
    await client.execute({ type: 'connect', listeners: connected })
    const report = await client.execute({ type: 'answer', answers: answersPerRun })
    await client.execute({ type: 'disconnect' })
    for (const [number, listener] of connected.entries()) listener.version = report.versions[number] ?? 0
    if (count === listeners.length) events.push(...report.events)
    return {
      p50: percentile(report.events, 0.5),
      p99: percentile(report.events, 0.99),
      response: percentile(report.responses, 0.5),
    }
  }
  try {
    const measured = await runPaired({
      ours: answers(listeners.length),
      baseline: answers(fewListeners),
      pairs,
    })
    for (const key of ['p50', 'p99', 'response'] as const) {
      const ratios = ratiosOf(
        measured.map(({ ours, baseline }) => ({ ours: ours[key], baseline: baseline[key] })),
      )
      const what = key === 'response' ? 'response to the member, p50' : `answer until its event, ${key}`
      console.log(describeRatios(`${what}, ${listeners.length} / ${fewListeners} connected`, 'ms', ratios))
    }
    console.log(
      `${events.length} answers at ${listeners.length} connected: p50 ${percentile(events, 0.5).toFixed(1)} ms, p99 ${percentile(events, 0.99).toFixed(1)} ms, highest ${Math.max(...events).toFixed(1)} ms`,
    )
  } finally {
    client.stop()
    await server.kill()
  }
}

/** Bytes for each stream: after garbage collection, with one stream of each person open, and with four, against none. */
const memoryPerConnection = async (server: ServerProcess, listeners: readonly Listener[]) => {
  const client = startClient(server)
  try {
    // The code of requests and streams is loaded and compiled before.
    const connection = await Connection.open(new URL(server.url))
    const request = requestOf({ method: 'GET', path: ticketQueueCall.path, cookie: `staff=${staffToken}` })
    for (let count = 0; count < 50; count += 1) {
      const { status, bytes } = await connection.send(request)
      if (status !== 200) throw new Error(bytes.toString())
    }
    connection.close()
    await client.execute({ type: 'connect', listeners: listeners.slice(0, fewListeners) })
    await client.execute({ type: 'disconnect' })
    const before = await readMemory(server)
    const measured: { streams: number; rss: number; heap: number }[] = []
    for (let each = 1; each <= streamsPerPerson; each += 1) {
      await client.execute({ type: 'connect', listeners })
      if (each > 1 && each < streamsPerPerson) continue
      const after = await readMemory(server)
      const streams = each * listeners.length
      measured.push({
        streams,
        rss: (after.rss - before.rss) / streams,
        heap: (after.heap - before.heap) / streams,
      })
    }
    await client.execute({ type: 'disconnect' })
    return measured
  } finally {
    client.stop()
  }
}

const readMemory = async (server: ServerProcess): Promise<{ rss: number; heap: number }> => {
  await wait(settleMs)
  const lines = () => [...server.output().matchAll(/^memory (.*)$/gm)]
  const { length } = lines()
  process.kill(server.pid, 'SIGUSR2')
  while (lines().length === length) await wait(20)
  return JSON.parse(lines().at(-1)?.[1] ?? '') as { rss: number; heap: number }
}

const startClient = (server: ServerProcess) => {
  const child = fork(join(import.meta.dirname, 'listeners-process.ts'), [server.url])
  child.once('exit', (code) => {
    if (code !== null) throw new Error('The process of the listeners failed')
  })
  return {
    execute: async (command: Command): Promise<Report> => {
      child.send(command)
      const [report] = (await once(child, 'message')) as [Report]
      return report
    },
    stop: () => void child.kill(),
  }
}
