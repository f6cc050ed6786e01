import searchBase64 from './assembly/search.ts?asc'
import { searchShare } from './search-share.ts'
import type { SearchOrder } from './search-share.ts'

const wasm = Uint8Array.from(atob(searchBase64), (character) => character.charCodeAt(0))

// The worker has one task and is terminated from outside, so it does not yield between chunks.
const searchAll = (order: SearchOrder): number | null => {
  const search = searchShare(order, wasm)
  let step = search.next()
  while (step.done !== true) step = search.next()
  return step.value
}

onmessage = (message: MessageEvent<SearchOrder>) => {
  postMessage(searchAll(message.data))
}
