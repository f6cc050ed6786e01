/**
 * The process in which pictures are decoded and PDFs inspected, started by `createPhotoDecoder`. It has no environment, hence no keys and no
 * database, and exits with its parent.
 */
import sharp from 'sharp'
import { cleanPhoto } from './clean-photo.ts'
import type { DecodingJob, DecodingReply } from './decoding-job.ts'
import { inspectPdf } from './inspect-pdf.ts'
import { watermarkPhoto } from './watermark-photo.ts'

// Decoded identity photos must not stay in a cache.
sharp.cache(false)
// One job at a time; more threads would not decode a JPEG faster.
sharp.concurrency(1)
// Only what is needed here: JPEG, PNG for attachments, and SVG for our own watermark.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadSvg'] })

const sendReply = (reply: DecodingReply): void => {
  process.send?.(reply)
}

const replyTo = async (job: DecodingJob): Promise<DecodingReply> => {
  switch (job.kind) {
    case 'clean':
      return { kind: 'clean', result: await cleanPhoto(job.photo, job.max_side) }
    case 'watermark':
      return { kind: 'watermark', bytes: await watermarkPhoto(job.photo, job.text) }
    case 'inspectPdf':
      return { kind: 'inspectPdf', verdict: await inspectPdf(job.file) }
    default:
      return job satisfies never
  }
}

process.on('message', (job: DecodingJob) => {
  replyTo(job).then(sendReply, () => sendReply({ kind: 'failed' }))
})
// A normal exit would wait for the threads of a picture that is still being decoded.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
sendReply({ kind: 'ready' })
