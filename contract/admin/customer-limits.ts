export const customersPerPage = 10
export const customerLimits = { searchMax: 200, reasonMax: 500, noteMax: 4_000 } as const

/** `attention`: first companies with connectors that have open alerts or failed. Equals stand by name. */
export const customerSorts = [
  ...(['attention', 'name', 'plan', 'people', 'connectors', 'records', 'lastActive', 'status', 'invoices'] as const),
] as const
export type CustomerSort = (typeof customerSorts)[number]

/** Kind of the last line of an export: without it the file was cut off. */
export const companyExportEnd = 'end'

/** Days that the file of an export can be downloaded. */
export const exportRetentionDays = 7
/** Seconds in which a link to it holds. */
export const exportLinkSeconds = 60

export const customerJobActions = ['suspend', 'reactivate', 'plan', 'offer'] as const
/** Companies that one action on everything that a filter finds takes at most. */
export const bulkMax = 2_000
