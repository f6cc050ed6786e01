/* The route that draws a card, without a database: it counts positions in memory. */
import { drawScratchCardCall } from '@clube/contract/scratch-card/calls.ts'
import { serveDraws } from './serve-draws.ts'

let position = 0

await serveDraws(drawScratchCardCall, async () => (position += 1))
