import * as z from 'zod/mini'
import { captchaWeights } from '../kernel/captcha-weights.ts'
import { defineCall } from '../kernel/call.ts'
import { identityPhotos, supportSubmissionSchema } from './support-form.ts'

/**
 * Spec §7 "Support recovery": multipart, photos as JPEG blobs, the proof as base64 JSON text. From
 * `resetPasswordOption`; the whole support sub-flow is received in one request.
 */
export const supportRecoveryCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/recovery',
  summary: 'Envia fotos e dados para a equipe conferir quem é e devolver o acesso.',
  multipart: identityPhotos,
  body: supportSubmissionSchema,
  data: z.object({
    /** The protocol, such as 2026-000123-4. */
    protocol: z.string(),
    /** ISO instant by which staff will answer. */
    answer_by: z.string(),
  }),
  refusals: {
    'recovery.already-open': {
      status: 409,
      message: 'Já existe um pedido em análise para este documento. Aguarde a nossa resposta.',
    },
    'recovery.requests-exhausted': {
      status: 429,
      message: 'Você já enviou muitos pedidos. Procure o balcão de atendimento.',
    },
  },
  captcha_weight: captchaWeights.recovery,
})
