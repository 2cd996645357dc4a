import { faultAt } from '../../kit/field-fault.ts'
import { isEmailLike } from '../../kit/is-email-like.ts'
import type { Step } from './draft.ts'
import type { RegistrationEvent, RegistrationField } from './registration.events.ts'
import type { RegistrationSnapshot } from './registration.machine.ts'

export const selectStep = (snapshot: RegistrationSnapshot): Step => {
  if (snapshot.matches('registered')) return 'success'
  if (snapshot.matches('product') || snapshot.matches('submitting')) return 'product'
  return snapshot.matches('details') ? 'details' : 'account'
}

export const selectWritten = (snapshot: RegistrationSnapshot) => snapshot.context.written
/** What is typed as an email address cannot be one. */
export const selectIsEmailBad = ({ context: { written } }: RegistrationSnapshot) =>
  written.email.trim() !== '' && !isEmailLike(written.email)
export const selectTier = (snapshot: RegistrationSnapshot) => snapshot.context.tier
export const selectPayment = (snapshot: RegistrationSnapshot) => snapshot.context.paymentMethodId
export const selectMethods = (snapshot: RegistrationSnapshot) => snapshot.context.methods
export const selectPrices = (snapshot: RegistrationSnapshot) => snapshot.context.prices
export const selectProblem = (snapshot: RegistrationSnapshot) => snapshot.context.problem
export const selectMethodsProblem = (snapshot: RegistrationSnapshot) => snapshot.context.methodsProblem
export const selectSentTo = (snapshot: RegistrationSnapshot) => snapshot.context.sentTo
export const selectIsKept = (snapshot: RegistrationSnapshot) => snapshot.context.isKept
export const selectIsSentAgain = (snapshot: RegistrationSnapshot) => snapshot.context.isSentAgain
export const selectIsResumed = (snapshot: RegistrationSnapshot) => snapshot.context.isResumed
export const selectIsPasswordShown = (snapshot: RegistrationSnapshot) => snapshot.context.isPasswordShown
export const selectIsLoading = (snapshot: RegistrationSnapshot) => snapshot.matches({ product: 'loading' })
/** There is nothing to choose from, and it was asked for. */
export const selectIsNothingOffered = (snapshot: RegistrationSnapshot) =>
  snapshot.matches({ product: 'choosing' }) && snapshot.context.methods.length === 0
export const selectIsJudging = (snapshot: RegistrationSnapshot) => snapshot.matches('judging')
export const selectCanWrite = (snapshot: RegistrationSnapshot) => snapshot.can({ type: 'user.wrote', field: 'email', text: '' })
export const selectIsSubmitting = (snapshot: RegistrationSnapshot) => snapshot.matches('submitting')
export const selectIsBusy = (snapshot: RegistrationSnapshot) => snapshot.hasTag('busy')

/** What the server said of a field; undefined when nothing. */
export const selectFault = (field: RegistrationField | 'productTier' | 'paymentMethodId') => (snapshot: RegistrationSnapshot) =>
  faultAt(snapshot.context.problem, `/${field}`)

const selectCan = (event: RegistrationEvent) => (snapshot: RegistrationSnapshot) => snapshot.can(event)

export const selectCanContinue = selectCan({ type: 'user.continued' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
export const selectCanRetry = selectCan({ type: 'user.retried' })
export const selectCanReturn = selectCan({ type: 'user.returned' })
export const selectCanChooseTier = selectCan({ type: 'user.choseTier', tier: 'Basic' })
export const selectCanChoosePayment = selectCan({ type: 'user.chosePayment', paymentMethodId: '' })
export const selectCanAskAgain = selectCan({ type: 'user.requestedAgain' })
