import { expect, it } from 'vitest'
import { getEnterpriseToken } from './enterprise-token.ts'

/** A provider that returns tokens of these lengths, in order; null fails. */
const setUp = (lengths: (number | null)[]) => {
  const tokenRequests: unknown[] = []
  const beacons: string[] = []
  const execute = async (siteKey: string, options: { action: string }) => {
    const length = lengths[tokenRequests.length] ?? null
    tokenRequests.push([siteKey, options])
    if (length === null) throw new Error('failed')
    return '&'.repeat(length)
  }
  const deps = {
    siteKey: 'site-key',
    loadProvider: async () => ({ execute }),
    sendBeacon: (url: string) => beacons.push(url),
  }
  return { tokenRequests, beacons, deps }
}

const unverified = { failure: { kind: 'unverified', reason: 'enterprise' } }

it.each([
  ['login', {}],
  ['cadastro', { action: 'cadastro' }],
])(
  'an enterprise captcha token is requested with the site key and the action %s, configured as %j',
  async (action, change) => {
    const { tokenRequests, deps } = setUp([300])
    expect(await getEnterpriseToken({ ...deps, ...change })).toHaveLength(300)
    expect(tokenRequests).toEqual([['site-key', { action }]])
  },
)

it('an enterprise captcha token shorter than 300 characters is requested again, in at most six requests', async () => {
  const { tokenRequests, beacons, deps } = setUp([299, null, 0, 299, 12, 300])
  expect(await getEnterpriseToken(deps)).toHaveLength(300)
  expect(tokenRequests).toHaveLength(6)
  expect(beacons).toEqual([])
})

it('the last of six enterprise captcha tokens that are too short is reported by a beacon', async () => {
  const { tokenRequests, beacons, deps } = setUp([299, 299, 299, 299, 299, 2, 300])
  await expect(getEnterpriseToken(deps)).rejects.toMatchObject(unverified)
  expect(tokenRequests).toHaveLength(6)
  expect(beacons).toEqual(['/analytics/recaptcha/failed?token=%26%26'])
})

it('an enterprise captcha script that does not load is a failure', async () => {
  const { deps } = setUp([])
  const loadProvider = () => Promise.reject(new Error('offline'))
  await expect(getEnterpriseToken({ ...deps, loadProvider })).rejects.toMatchObject(unverified)
})

it('an already aborted caller requests no enterprise captcha token', async () => {
  const { tokenRequests, beacons, deps } = setUp([1, 1])
  await expect(getEnterpriseToken(deps, AbortSignal.abort())).rejects.toMatchObject({
    failure: { kind: 'aborted' },
  })
  expect(tokenRequests).toEqual([])
  expect(beacons).toEqual([])
})
