/** How parts of an invoice are written. */
import type { Invoice } from '#contract/billing/invoices.ts'
import type { DotLook } from '../../kit/feedback/StatusDot.tsx'
import { calendarSpan } from '../../kit/format/times.ts'

export const looks = { draft: 'off', open: 'run', paid: 'steady', failed: 'bad', void: 'off' } as const satisfies Record<
  Invoice['status'],
  DotLook
>

/** "1–31 Oct 2026" */
export const periodOf = ({ billingPeriod: { from, to } }: Pick<Invoice, 'billingPeriod'>) => calendarSpan(from, to)
