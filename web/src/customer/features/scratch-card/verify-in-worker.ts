import { trustedScriptUrl } from '../../../platform/trusted-script.ts'
import workerUrl from './proof-worker.ts?worker&url'
import type { ProofResult, ProofTask } from './verify-draws.ts'

/**
 * Verifies without blocking the page.
 * @throws {Error} if the browser could not start or run the worker
 */
export const verifyInWorker = (task: ProofTask, signal: AbortSignal): Promise<ProofResult> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(trustedScriptUrl('clube-proof', workerUrl), {
      // Built workers are classic scripts, for older phones; in development they are modules.
      type: import.meta.env.DEV ? 'module' : 'classic',
      name: 'proof',
    })
    const end = () => worker.terminate()
    signal.addEventListener('abort', end)
    worker.onmessage = ({ data }: MessageEvent<ProofResult>) => {
      end()
      resolve(data)
    }
    worker.onerror = () => {
      end()
      reject(new Error('The proof worker failed'))
    }
    worker.postMessage(task)
  })
