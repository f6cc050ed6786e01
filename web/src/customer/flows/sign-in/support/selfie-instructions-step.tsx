import { useState } from 'react'
import { SelfieInstructions } from '../../../../parts/photo-step/selfie-instructions.tsx'
import type { SupportStepProps } from './support-step-props.ts'

/** Instructions for the selfie (spec §2). */
export function SelfieInstructionsStep({ flow }: SupportStepProps) {
  const [now] = useState(() => new Date())
  return (
    <SelfieInstructions
      now={now}
      onConfirm={() => flow.dispatch({ type: 'SELFIE_INSTRUCTIONS_CONFIRMED' })}
      onBack={() => flow.goBack()}
    />
  )
}
