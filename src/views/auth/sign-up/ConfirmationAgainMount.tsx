import { liveConfirmationResend } from '#src/services/auth/registration.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { ConfirmationAgain } from './ConfirmationAgain.tsx'

/** Loaded when a sign-in is refused for want of it, so that the sign-in page does without. */
export function ConfirmationAgainMount({ email }: { readonly email: string }) {
  return <ConfirmationAgain actor={useMachine(() => liveConfirmationResend, [], { email })} email={email} />
}
