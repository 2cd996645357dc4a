/** A maintenance that begins and ends by itself. `worklist.md` C-1 "planned window". */
import Type, { type Static } from 'typebox'
import { closed } from '../kit/schemas.ts'
import { maintenanceMessageMax } from './company-limits.ts'

/** By the clock of the company's time zone: `2026-11-28T22:00`. */
const Clock = Type.String({ pattern: '^2\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d$' })

export const MaintenanceWindow = closed({
  from: Clock,
  until: Clock,
  message: Type.String({ maxLength: maintenanceMessageMax }),
})
export type MaintenanceWindow = Static<typeof MaintenanceWindow>
