/** Limits of one company that hold in place of those of its plan. */
import Type, { type Static } from 'typebox'

import { closed, oneOf, orNull } from '../kit/schemas.ts'

/** `records`: delivered ones a calendar month; `calls`: of the API, a minute, of all its people and keys together. */
export const companyLimitNames = ['connectors', 'members', 'records', 'calls'] as const
export type CompanyLimitName = (typeof companyLimitNames)[number]

export const companyLimitMax = 1_000_000_000

export const CompanyLimit = Type.Object({
  limit: oneOf(...companyLimitNames),
  /** Of the plan; null: none. */
  plan: orNull(Type.Integer({ minimum: 0 })),
  /** Of this company alone; null: that of the plan holds. */
  own: orNull(Type.Integer({ minimum: 0 })),
})
export type CompanyLimit = Static<typeof CompanyLimit>

const own = orNull(Type.Integer({ minimum: 0, maximum: companyLimitMax }))

/** All of them; null: that of the plan holds. */
export const OwnLimits = closed({ connectors: own, members: own, records: own, calls: own })
export type OwnLimits = Static<typeof OwnLimits>

/** As they are stored: only what is set. */
export type OwnMaxima = { readonly [Limit in CompanyLimitName]?: number }
