import { execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clube-embedded-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** A separate Node process that starts the database, writes a row and waits. */
function startHolder(): Promise<ReturnType<typeof spawn>> {
  const program = `
    import pg from 'pg'
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))}
    const { url } = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)} })
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    await client.query('create table kept as select 42 as answer')
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.stdout.once('data', () => resolve(child))
    child.once('exit', () => reject(new Error('The holder exited before it was ready')))
  })
}

test('written data survives a shutdown and a SIGKILL of the starting process', async () => {
  const holder = await startHolder()
  holder.kill('SIGKILL')
  const second = await startEmbeddedPostgres({ folder })
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
  await second.stop()
  const third = await startEmbeddedPostgres({ folder })
  expect(await query(third.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await third.stop()
})

test('a database folder in use is refused, and its server keeps running', async () => {
  const first = await startEmbeddedPostgres({ folder })
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow('is in use by another server')
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
})

test('the embedded database requires its password', async () => {
  const { url, stop } = await startEmbeddedPostgres({ folder })
  const wrongPassword = new URL(url)
  wrongPassword.password = 'wrong'
  await expect(query(wrongPassword.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect((await readFile(join(folder, 'cluster/password'), 'utf8')).length).toBe(32)
  await stop()
})

test('a stale lock with a reused process id is removed', async () => {
  await (await startEmbeddedPostgres({ folder })).stop()
  await writeFile(join(folder, 'cluster/data/postmaster.pid'), `${process.ppid}\n${folder}\n`)
  await (await startEmbeddedPostgres({ folder })).stop()
})

test('an interrupted first start does not affect the next one', async () => {
  const dead = spawn('true')
  await new Promise((resolve) => dead.once('exit', resolve))
  await mkdir(join(folder, `.new-${dead.pid}-00000000/data`), { recursive: true })
  await (await startEmbeddedPostgres({ folder })).stop()
})

test('a database folder with other files is refused and unchanged', async () => {
  await writeFile(join(folder, 'photo.jpg'), 'not a database')
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
    'contains no database of this product (found photo.jpg)',
  )
  expect(await readFile(join(folder, 'photo.jpg'), 'utf8')).toBe('not a database')
})

test('a database of another major version is refused with its version', async () => {
  await mkdir(join(folder, 'cluster/data/global'), { recursive: true })
  await writeFile(join(folder, 'cluster/data/PG_VERSION'), '16\n')
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow('created by PostgreSQL 16')
})

test('a damaged database is refused, never replaced by an empty one', async () => {
  await mkdir(join(folder, 'cluster'))
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow('it is incomplete')
  await rm(join(folder, 'cluster'), { recursive: true })

  await (await startEmbeddedPostgres({ folder })).stop()
  await writeFile(join(folder, 'cluster/data/global/pg_control'), 'garbage')
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
    /PostgreSQL cannot open the database folder .*pg_control/,
  )
})

test('a file instead of a database folder is refused', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(startEmbeddedPostgres({ folder: join(folder, 'file') })).rejects.toThrow('it is not a folder')
})

test('a database folder whose path is too long for a socket works', async () => {
  const deep = join(folder, 'a'.repeat(100))
  const { url, stop } = await startEmbeddedPostgres({ folder: deep })
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
})

test('the database server never runs as root', async () => {
  const { url, stop } = await startEmbeddedPostgres({ folder })
  const [row] = await query(url, 'select pg_backend_pid() as pid')
  expect(row).toBeDefined()
  const pid = (await readFile(join(folder, 'cluster/data/postmaster.pid'), 'utf8')).split('\n')[0]
  const capabilities = execFileSync('grep', ['CapEff', `/proc/${pid}/status`], { encoding: 'utf8' })
  expect(capabilities.trim()).toMatch(/CapEff:\s0{16}$/)
  await stop()
})
