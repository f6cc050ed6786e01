import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'

/** Runs a comparison on an empty embedded PostgreSQL in a temporary folder, which is removed afterwards. */
export async function withPostgres(
  name: string,
  run: (url: string, folder: string) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `clube-bench-${name}-`))
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: { shared_buffers: '256MB', ...settings },
  })
  try {
    await run(postgres.url, folder)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
