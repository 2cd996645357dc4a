import { useActorRef } from '@xstate/react'
import { liveConfirmationResend } from '#src/services/auth/registration.actors.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { ConfirmationAgain } from './ConfirmationAgain.tsx'

/** Loaded when a sign-in is refused for want of it, so that the sign-in page does without. */
export function ConfirmationAgainMount({ email }: { readonly email: string }) {
  return <ConfirmationAgain actor={useActorRef(liveConfirmationResend, { input: { email }, inspect })} email={email} />
}
