/** Which visitor may do what in the Admin Console, for `matrix-table.ts`. */
export const adminCalls = {
  'GET /api/admin/platform': { of: 'operator' },
  'GET /api/admin/company': { of: 'admins' },
} as const
