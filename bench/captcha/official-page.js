// ALTCHA's own solvers, driven as ALTCHA drives them. `widget`: the worker of the current widget, which counts in
// steps. `library`: the worker of altcha-lib/v1, which shares the range in halves.

const hex = (text) =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const widgetOrder = (challenge, share, shares) => ({
  type: 'work',
  challenge: {
    parameters: {
      algorithm: 'SHA-256',
      cost: 1,
      keyLength: 32,
      nonce: hex(challenge.salt),
      keyPrefix: challenge.challenge,
      salt: '',
    },
  },
  counterMode: 'string',
  counterStart: share,
  counterStep: shares,
  timeout: 600_000,
})

const libraryOrder = (challenge, share, shares) => {
  const step = Math.ceil(challenge.maxnumber / shares)
  const { challenge: digest, salt, algorithm } = challenge
  return {
    type: 'work',
    payload: { algorithm, challenge: digest, salt, start: share * step, max: share * step + step },
  }
}

const kinds = {
  widget: { url: '/altcha/workers/sha.js', type: 'classic', order: widgetOrder },
  library: { url: '/altcha-lib/esm/v1/worker.js', type: 'module', order: libraryOrder },
}

window.solve = async (challenge, kind, shares = 2) => {
  const { url, type, order } = kinds[kind]
  const start = performance.now()
  const workers = Array.from({ length: shares }, () => new Worker(url, { type }))
  const number = await Promise.race(
    workers.map(
      (worker, share) =>
        new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => data && resolve(data.counter ?? data.number)
          worker.onerror = (event) => reject(new Error(event.message))
          worker.postMessage(order(challenge, share, shares))
        }),
    ),
  )
  for (const worker of workers) worker.terminate()
  return { number, ms: performance.now() - start }
}
