import type { InvoicePaymentSnapshot } from './invoice-payment.machine.ts'

export const selectPayment = ({ context }: InvoicePaymentSnapshot) => context
export const selectStage = (snapshot: InvoicePaymentSnapshot) => snapshot.value
export const selectCanChoose = (snapshot: InvoicePaymentSnapshot) => snapshot.can({ type: 'user.chose', methodId: '' })
export const selectCanPay = (snapshot: InvoicePaymentSnapshot) => snapshot.can({ type: 'user.paid' })
export const selectCanCancel = (snapshot: InvoicePaymentSnapshot) => snapshot.can({ type: 'user.cancelled' })
