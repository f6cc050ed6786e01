// ALTCHA's own solvers, called as ALTCHA calls them. `widget`: the worker of the current widget, which interleaves the
// range. `library`: the worker of altcha-lib/v1, which splits it in half.

const hex = (text) =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const widgetMessage = (challenge, index, workerCount) => ({
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
  counterStart: index,
  counterStep: workerCount,
  timeout: 600_000,
})

const libraryMessage = (challenge, index, workerCount) => {
  const step = Math.ceil(challenge.maxnumber / workerCount)
  const { challenge: digest, salt, algorithm } = challenge
  return {
    type: 'work',
    payload: { algorithm, challenge: digest, salt, start: index * step, max: index * step + step },
  }
}

const kinds = {
  widget: { url: '/altcha/workers/sha.js', type: 'classic', createMessage: widgetMessage },
  library: { url: '/altcha-lib/esm/v1/worker.js', type: 'module', createMessage: libraryMessage },
}

window.solve = async (challenge, kind, workerCount = 2) => {
  const { url, type, createMessage } = kinds[kind]
  const start = performance.now()
  const workers = Array.from({ length: workerCount }, () => new Worker(url, { type }))
  const number = await Promise.race(
    workers.map(
      (worker, index) =>
        new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => data && resolve(data.counter ?? data.number)
          worker.onerror = (event) => reject(new Error(event.message))
          worker.postMessage(createMessage(challenge, index, workerCount))
        }),
    ),
  )
  for (const worker of workers) worker.terminate()
  return { number, ms: performance.now() - start }
}
