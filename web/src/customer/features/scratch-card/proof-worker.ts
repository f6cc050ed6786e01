import { verifyDraws, type ProofTask } from './verify-draws.ts'

onmessage = (message: MessageEvent<ProofTask>) => {
  postMessage(verifyDraws(message.data))
}
