/** When a payment that failed is tried again, and what follows when none goes well. */

/** Days after the first failure on which the payment is tried again by itself. */
export const retryDays = [3, 7, 14] as const
/** Days after the first failure from which on no run of the company is started. Nothing is deleted, and events are kept. */
export const suspendedAfterDays = 21
/** Days before a card expires on which its company is told. */
export const expiryNoticeDays = 30
