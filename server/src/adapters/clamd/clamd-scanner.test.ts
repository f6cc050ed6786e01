import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eicar, startLocalClamd, type LocalClamd } from '../../../counterparts/local-clamd.ts'
import { VirusScannerUnavailable } from '../../ports/virus-scanner.ts'
import { createClamdScanner } from './clamd-scanner.ts'

let clamd: LocalClamd
beforeAll(async () => {
  clamd = await startLocalClamd()
})
beforeEach(() => clamd.behave('correct'))
afterAll(() => clamd.stop())

const scan = (bytes: Uint8Array, { timeoutMs = 5_000, port = clamd.port } = {}) =>
  createClamdScanner({ host: clamd.host, port, timeoutMs }).scan(bytes)

test('a file of several chunks reaches the scanner whole and is clean', async () => {
  expect(await scan(Buffer.alloc(200_000, 'a'))).toEqual({ kind: 'clean' })
  expect(clamd.scanned().at(-1)).toBe(200_000)
  expect(await scan(new Uint8Array())).toEqual({ kind: 'clean' })
})

test('a signature in the second chunk is found and named', async () => {
  const file = Buffer.concat([Buffer.alloc(65_530, 'a'), Buffer.from(eicar)])
  expect(await scan(file)).toEqual({ kind: 'infected', name: 'Eicar-Signature' })
})

test.each(['silent', 'closing', 'garbled'] as const)('a %s scanner gives no verdict', async (behavior) => {
  clamd.behave(behavior)
  await expect(scan(Buffer.from('a'), { timeoutMs: 200 })).rejects.toThrow(VirusScannerUnavailable)
})

test('a scanner that refuses the size or cannot be reached gives no verdict', async () => {
  await expect(scan(Buffer.alloc(26 * 1024 * 1024, 'a'))).rejects.toThrow(VirusScannerUnavailable)
  const stopped = await startLocalClamd()
  await stopped.stop()
  await expect(scan(Buffer.from('a'), { port: stopped.port })).rejects.toThrow(VirusScannerUnavailable)
})
