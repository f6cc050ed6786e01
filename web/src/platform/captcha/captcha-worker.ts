import searchBase64 from './assembly/search.ts?asc'
import { searchShare } from './search-share.ts'
import type { SearchTask } from './search-share.ts'

const wasm = Uint8Array.from(atob(searchBase64), (character) => character.charCodeAt(0))

// The worker has one task and is terminated from outside, so it does not yield between chunks.
const searchAll = (task: SearchTask): number | null => {
  const search = searchShare(task, wasm)
  let step = search.next()
  while (step.done !== true) step = search.next()
  return step.value
}

onmessage = (message: MessageEvent<SearchTask>) => {
  postMessage(searchAll(message.data))
}
