import searchBase64 from './assembly/search.ts?asc'
import { searchShare } from './search-share.ts'
import type { SearchOrder } from './search-share.ts'

const wasm = Uint8Array.from(atob(searchBase64), (character) => character.charCodeAt(0))

// A worker has one task and is ended from outside, so nothing pauses it between two pieces.
const searchToTheEnd = (order: SearchOrder): number | null => {
  const search = searchShare(order, wasm)
  let step = search.next()
  while (step.done !== true) step = search.next()
  return step.value
}

onmessage = (message: MessageEvent<SearchOrder>) => {
  postMessage(searchToTheEnd(message.data))
}
