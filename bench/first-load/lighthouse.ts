type Result = {
  lhr: {
    runtimeError?: { message: string }
    audits: Readonly<Record<string, { numericValue?: number; details?: { items?: Item[] } }>>
  }
}
type Lighthouse = (
  url: string,
  options: { port: number; onlyAudits: string[]; output: 'json'; logLevel: 'error' },
) => Promise<Result | undefined>

// Installed in this folder only; a literal name would fail type checking elsewhere.
const packageName: string = 'lighthouse'
const { default: lighthouse } = (await import(packageName)) as { default: Lighthouse }

export type Load = {
  /** Milliseconds on the simulated phone: Largest and First Contentful Paint, Total Blocking Time. */
  lcp: number
  fcp: number
  tbt: number
  cls: number
  requests: number
  /** Transfer size including headers, in kB of 1,000 bytes. */
  kilobytes: number
  scriptKilobytes: number
}

type Item = { resourceType?: string; transferSize?: number; url?: string }

/**
 * Loads a URL as Lighthouse's mobile preset does: cold cache, simulated slow 4G and CPU throttling.
 * @throws when the page did not load or an audit has no value
 */
export const audit = async (url: string, port: number): Promise<Load> => {
  const result = await lighthouse(url, {
    port,
    onlyAudits: [
      'largest-contentful-paint',
      'first-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
      'network-requests',
    ],
    output: 'json',
    logLevel: 'error',
  })
  if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`)
  const { audits } = result.lhr
  const metric = (id: string): number => {
    const value = audits[id]?.numericValue
    if (value === undefined) throw new Error(`${url}: Lighthouse has no ${id}`)
    return value
  }
  const items = audits['network-requests']?.details?.items ?? []
  const totalKilobytes = (list: readonly Item[]) =>
    list.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000
  if (process.env['REQUESTS'] !== undefined)
    for (const item of items) console.log(`  ${item.transferSize}  ${item.resourceType}  ${item.url}`)
  return {
    lcp: metric('largest-contentful-paint'),
    fcp: metric('first-contentful-paint'),
    tbt: metric('total-blocking-time'),
    cls: metric('cumulative-layout-shift'),
    requests: items.length,
    kilobytes: totalKilobytes(items),
    scriptKilobytes: totalKilobytes(items.filter((item) => item.resourceType === 'Script')),
  }
}
