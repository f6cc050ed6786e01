import * as z from 'zod/mini'

const integerMessage = 'Informe um número inteiro'
/** Sealed files of projects are kept for 90 days at most, so a project must be decided earlier. */
export const answerMaxDays = 60
/** Guards against a typing error in the reward. */
const pointsMax = 1_000_000

/** Settings of a campaign of brand projects. */
export const newProjectSettings = z.strictObject({
  brand_id: z.uuid({ error: 'Escolha a marca' }),
  /** Points for each approved project; null if the approval gives none. */
  points: z.nullable(
    z
      .int({ error: integerMessage })
      .check(
        z.gte(1, 'Informe um número maior que zero'),
        z.lte(pointsMax, 'Use no máximo 1.000.000 de pontos'),
      ),
  ),
  /** Days until the person gets an answer, counted from the day of the registration. */
  answer_days: z
    .int({ error: integerMessage })
    .check(
      z.gte(1, 'Informe um número maior que zero'),
      z.lte(answerMaxDays, `Use no máximo ${answerMaxDays} dias`),
    ),
})
export type NewProjectSettings = z.infer<typeof newProjectSettings>
