/** The one gate of maintenance: while it is on, only administrators of the company pass (threat T-MAINT, decision 0013). */
import type { Role } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { catalogue } from '#contract/problem-catalogue.ts'

type Visitor = {
  readonly role: Role
  /** What the company says while it is in maintenance; null when it is not. */
  readonly maintenance: string | null
  /** Whether the operator has suspended the company. */
  readonly isSuspended: boolean
}

/** What people read: the words of the company, or our own where it has none. */
export const maintenanceSentence = (message: string): string => message || catalogue['maintenance/on'].message

/** Whether whoever asks may go on as ever. */
export const passesMaintenance = ({ role, maintenance, isSuspended }: Visitor): boolean =>
  !isSuspended && (maintenance === null || role !== 'USER')

/** @throws `company/suspended`; `maintenance/on` with the words of the company, for everybody who is no administrator; null is nobody. */
export function refuseInMaintenance(visitor: Visitor | null): void {
  if (visitor?.isSuspended) throw refusal('company/suspended')
  if (visitor === null || visitor.maintenance === null || passesMaintenance(visitor)) return
  throw refusal('maintenance/on', { message: maintenanceSentence(visitor.maintenance) })
}
