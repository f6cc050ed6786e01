/**
 * A decoding process that hangs on a photo of 1 x 1 pixels and exits on one of 2 x 2. For 3 x 3, it reports as width
 * and height whether it can read the secret and write files.
 */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanPhoto } from '../modules/photos/clean-photo.ts'
import type { DecodingJob, DecodingReply } from '../modules/photos/decoding-job.ts'
import { readJpegHeader } from '../modules/photos/jpeg-header.ts'

const sendReply = (reply: DecodingReply): void => {
  process.send?.(reply)
}

const canWrite = (): boolean => {
  try {
    writeFileSync(join(tmpdir(), 'clube-decoding-process'), '')
    return true
  } catch {
    return false
  }
}

process.on('message', (job: DecodingJob) => {
  if (job.kind === 'inspectPdf') return
  const header = readJpegHeader(job.photo)
  const side = header.ok ? header.width : 0
  // From here on, not even this process's own timers and signal handlers run.
  while (side === 1);
  if (side === 2) process.exit(1)
  if (side === 3) {
    const [width, height] = [process.env['CLUB_SECRET'] === undefined ? 0 : 1, canWrite() ? 1 : 0]
    return sendReply({ kind: 'clean', result: { ok: true, bytes: Buffer.alloc(0), width, height } })
  }
  void cleanPhoto(job.photo).then((result) => sendReply({ kind: 'clean', result }))
})
process.on('disconnect', () => process.exit())
sendReply({ kind: 'ready' })
