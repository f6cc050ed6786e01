import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Call } from '@clube/contract/kernel/call.ts'
import type { ServedFile } from '@clube/contract/kernel/served-file.ts'

const contract = fileURLToPath(new URL('../../../contract/src', import.meta.url))

const isFile = (value: unknown): value is ServedFile =>
  typeof value === 'object' && value !== null && 'path' in value && 'disposition' in value

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'data' in value

/** All calls of the contract, found in its files, so that new ones are included automatically. */
export const contractCalls = async (): Promise<Call[]> => (await contractExports()).filter(isCall)

/** All files that the contract declares, found in the same way. */
export const contractFiles = async (): Promise<ServedFile[]> => (await contractExports()).filter(isFile)

const contractExports = async (): Promise<unknown[]> => {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(file),
  )
  const modules = await Promise.all(
    files.map((file) => import(join(contract, file)) as Promise<Record<string, unknown>>),
  )
  return [...new Set(modules.flatMap((module) => Object.values(module)))]
}
