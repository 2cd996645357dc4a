import type { ActorRefFrom } from 'xstate'
import { createRequestMachine } from '../../kit/request.machine.ts'

/** The confirmation email, asked for again by a person who cannot sign in before it. `isKept`: nothing is set up that could send it. */
export const confirmationResendMachine = createRequestMachine<{ readonly email: string }, { readonly isKept: boolean }>({
  id: 'confirmation-resend',
})

export type ConfirmationResendActor = ActorRefFrom<typeof confirmationResendMachine>
