import { sql } from 'kysely'

/** Whether the operator has suspended the company `c`, or is deleting it. */
export const isSuspended = sql<boolean>`(c.status <> 'active')`.as('isSuspended')

/** What the company `c` says while it is in maintenance, switched or planned; null while it is not. */
export const maintenanceNow = sql<string | null>`maintenance_now(c)`
