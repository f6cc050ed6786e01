import * as z from 'zod/mini'
import type { CaptchaAssessment, CaptchaAssessor } from '../../ports/captcha-assessor.ts'

export type RecaptchaSettings = {
  /** Base URL of the provider's API, without a trailing slash; a fake server in tests. */
  readonly endpoint: string
  /** The provider's project id. */
  readonly project: string
  readonly api_key: string
  readonly site_key: string
  /** The action requested by the browser. */
  readonly action: string
  /** Allowed host names of pages. */
  readonly hostnames: readonly string[]
  /** From 0 to 1; tokens with a lower score count as automated. */
  readonly minimum_score: number
  /** Milliseconds to wait for a response. */
  readonly timeout_ms: number
}

const assessmentSchema = z.object({
  tokenProperties: z.object({
    valid: z.boolean(),
    action: z.optional(z.string()),
    hostname: z.optional(z.string()),
  }),
  riskAnalysis: z.optional(z.object({ score: z.optional(z.number()) })),
})
type Assessment = z.output<typeof assessmentSchema>

/** Evaluates the assessment: the token must be valid, for our action and page, with a sufficient score. */
const evaluateAssessment = (
  { tokenProperties, riskAnalysis }: Assessment,
  settings: RecaptchaSettings,
): CaptchaAssessment => {
  if (!tokenProperties.valid) return { verdict: 'robot', reason: 'invalid' }
  if (tokenProperties.action !== settings.action) return { verdict: 'robot', reason: 'action' }
  if (!settings.hostnames.includes(tokenProperties.hostname ?? ''))
    return { verdict: 'robot', reason: 'hostname' }
  // A score of zero is omitted from the provider's JSON.
  const score = riskAnalysis?.score ?? 0
  return score >= settings.minimum_score ? { verdict: 'human' } : { verdict: 'robot', reason: 'score' }
}

/** Verifies tokens with the assessment call of reCAPTCHA Enterprise. */
export const createRecaptchaAssessor = (settings: RecaptchaSettings): CaptchaAssessor => {
  const { endpoint, project } = settings
  const url = `${endpoint}/v1/projects/${encodeURIComponent(project)}/assessments`

  const requestAssessment = async (event: Readonly<Record<string, string>>): Promise<CaptchaAssessment> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': settings.api_key },
      body: JSON.stringify({ event }),
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeout_ms),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return { verdict: 'unreachable' }
    }
    return evaluateAssessment(z.parse(assessmentSchema, await response.json()), settings)
  }

  return {
    assess: ({ token, ip, user_agent }) =>
      requestAssessment({
        token,
        siteKey: settings.site_key,
        expectedAction: settings.action,
        userIpAddress: ip,
        userAgent: user_agent,
      }).catch(() => ({ verdict: 'unreachable' })),
  }
}
