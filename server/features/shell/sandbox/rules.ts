/** What the strict systems of the sandbox do not take, so that a newcomer sees how records that fail are shown, corrected and sent again. */

type Received = Readonly<Record<string, unknown>>

/** Every so many of the shop's customers has unsubscribed. */
const unsubscribedEvery = 20

/** Why an invoicing system refuses an order; null when it takes it. */
function refusedInvoice({ orderNumber, status }: Received): string | null {
  return status === 'returned' ? `Order ${String(orderNumber)} was returned. Returned orders cannot be invoiced.` : null
}

/** Why a newsletter refuses a subscriber; null when it takes it. */
function refusedSubscriber({ email }: Received): string | null {
  const [, number = ''] = /^customer(\d+)@/.exec(String(email)) ?? []
  return number !== '' && Number(number) % unsubscribedEvery === 0
    ? `${String(email)} has unsubscribed and cannot be added.`
    : null
}

/** By the path of the system. */
export const strictSystems: Readonly<Record<string, (record: Received) => string | null>> = {
  'invoicing/orders': refusedInvoice,
  'newsletter/subscribers': refusedSubscriber,
}
