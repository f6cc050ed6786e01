/* The whole server; on SIGUSR2 it collects garbage and prints how much memory it uses. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  collect()
  collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  console.log(`memory ${JSON.stringify({ rss, heap: heapUsed + external })}`)
})

await import('../../server/src/main/start.ts')
