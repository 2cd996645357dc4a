/** Deletion of a company by the operator of the installation: planned, taken back within the time of grace, and how far it is. */
import Type, { type Static } from 'typebox'

import { Count, Instant, orNull } from '../kit/schemas.ts'

export const companyGraceDays = 30

export const CompanyDeletion = Type.Object({
  requestedAt: Instant,
  /** Null where the operator who requested it is gone. */
  by: orNull(Type.String()),
  /** From when on everything is removed. */
  dueAt: Instant,
  /** Rows of the database that were removed so far. */
  rows: Count,
  endedAt: orNull(Instant),
})
export type CompanyDeletion = Static<typeof CompanyDeletion>
