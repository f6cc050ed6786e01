import { describe, expect, it } from 'vitest'
import { getEnterpriseToken } from './enterprise-token.ts'

/** A provider that answers with tokens of these lengths, in order; null fails. */
const setUp = (lengths: (number | null)[], change: { action?: string } = {}) => {
  const asked: unknown[] = []
  const beacons: string[] = []
  const deps = {
    siteKey: 'site-key',
    ...change,
    loadProvider: () =>
      Promise.resolve({
        execute: (siteKey: string, options: { action: string }) => {
          const length = lengths[asked.length] ?? null
          asked.push([siteKey, options])
          return length === null ? Promise.reject(new Error('failed')) : Promise.resolve('&'.repeat(length))
        },
      }),
    sendBeacon: (url: string) => beacons.push(url),
  }
  return { asked, beacons, deps }
}

describe('enterprise captcha token', () => {
  it('asks with the site key and the action login', async () => {
    const { asked, deps } = setUp([300])
    expect(await getEnterpriseToken(deps)).toHaveLength(300)
    expect(asked).toEqual([['site-key', { action: 'login' }]])
  })

  it('asks with the action of the club', async () => {
    const { asked, deps } = setUp([301], { action: 'cadastro' })
    await getEnterpriseToken(deps)
    expect(asked).toEqual([['site-key', { action: 'cadastro' }]])
  })

  it('asks again while the token is shorter than 300 characters, six times at most', async () => {
    const { asked, beacons, deps } = setUp([299, null, 0, 299, 12, 300])
    expect(await getEnterpriseToken(deps)).toHaveLength(300)
    expect(asked).toHaveLength(6)
    expect(beacons).toEqual([])
  })

  it('reports the last token after six short ones', async () => {
    const { asked, beacons, deps } = setUp([299, 299, 299, 299, 299, 2, 300])
    await expect(getEnterpriseToken(deps)).rejects.toMatchObject({ kind: 'enterprise-captcha' })
    expect(asked).toHaveLength(6)
    expect(beacons).toEqual(['/analytics/recaptcha/failed?token=%26%26'])
  })

  it('fails the same way when the script does not load', async () => {
    const { deps } = setUp([])
    const loadProvider = () => Promise.reject(new Error('offline'))
    await expect(getEnterpriseToken({ ...deps, loadProvider })).rejects.toMatchObject({
      kind: 'enterprise-captcha',
    })
  })

  it('stops asking when nobody waits any more', async () => {
    const { asked, beacons, deps } = setUp([1, 1])
    await expect(getEnterpriseToken(deps, AbortSignal.abort())).rejects.toMatchObject({ kind: 'aborted' })
    expect(asked).toEqual([])
    expect(beacons).toEqual([])
  })
})
