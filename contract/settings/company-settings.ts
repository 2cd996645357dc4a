/** The section Company Settings: name, logo, formats, colours, dashboard, maintenance. `worklist.md` C-1. */
import Type, { type Static } from 'typebox'
import { ImageUrl } from '../kit/files/image.ts'
import { companyLanguages, companyTimeZones } from '../kit/locales.ts'
import { closed, Instant, oneOf, orNull, visibleText } from '../kit/schemas.ts'
import { cardsPerRow, maintenanceMessageMax, organizationNameMax } from './company-limits.ts'
import { MaintenanceWindow } from './maintenance-window.ts'

type Key<T> = Extract<keyof T, string>
const timeZones = Object.keys(companyTimeZones) as Key<typeof companyTimeZones>[]
const languages = Object.keys(companyLanguages) as Key<typeof companyLanguages>[]
const Color = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' })

const shown = {
  organizationName: visibleText(organizationNameMax),
  /** Null: none. The browser crops it to the limits of `image-limits.ts`. */
  organizationLogo: orNull(ImageUrl),
  defaultTimezone: oneOf(...timeZones),
  defaultLanguage: oneOf(...languages),
  brandingColors: closed({ primary: Color, secondary: Color }),
  dashboardLayout: closed({
    cardsPerRow: Type.Union([Type.Literal(cardsPerRow[0]), Type.Literal(cardsPerRow[1]), Type.Literal(cardsPerRow[2])]),
  }),
}

export const CompanySettings = closed({
  ...shown,
  systemMaintenanceMode: Type.Boolean(),
  /** Off clears it. */
  systemMaintenanceMessage: Type.String({ maxLength: maintenanceMessageMax }),
  /** Null: none is planned. Left out of a save: it stays. */
  maintenanceWindow: Type.Optional(orNull(MaintenanceWindow)),
})
export type CompanySettings = Static<typeof CompanySettings>

/** What everybody of the company needs of it: theme, formats, dashboard. */
export const CompanyLook = Type.Object({
  ...shown,
  /** How times and numbers are written for whoever asks: as they chose, or else as their company did; null: neither did. */
  formats: Type.Object({ timezone: orNull(Type.String()), language: orNull(Type.String()) }),
  /** The photo of whoever asks, as a data URL. */
  photo: orNull(Type.String()),
})
export type CompanyLook = Static<typeof CompanyLook>

/** Who switched the maintenance on, and when; null while it is off, and what was not recorded. */
export const MaintenanceBegin = Type.Object({ since: orNull(Instant), by: orNull(Type.String()) })
