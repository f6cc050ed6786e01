import type { RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import type {
  acceptInvitationCall,
  staffConfirmCodeCall,
  staffEnrolmentCall,
  staffSignInCall,
  staffUseRecoveryCodeCall,
} from '@clube/contract/staff/sign-in-calls.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import type { FailingForm } from '../../../platform/api/show-failure.ts'

/** Refusal codes of all sign-in steps. */
export type StaffSignInCode =
  | RefusalCodeOf<typeof staffSignInCall>
  | RefusalCodeOf<typeof staffConfirmCodeCall>
  | RefusalCodeOf<typeof staffUseRecoveryCodeCall>
  | RefusalCodeOf<typeof staffEnrolmentCall>
  | RefusalCodeOf<typeof acceptInvitationCall>

export type StepProps = {
  onFailure: (failure: Failure<StaffSignInCode>, form?: FailingForm) => void
  /** Returns to e-mail and password. */
  onRestart: () => void
}
