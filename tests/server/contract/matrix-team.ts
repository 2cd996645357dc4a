/** Which visitor may do what with the members of company A, for `matrix-table.ts`. */
import { v4 as uuid } from 'uuid'

import { addUser } from '#server/features/auth/users.repository.ts'
import type { TestServer } from '../kit/test-server.ts'

export const teamCalls = {
  'GET /api/users/company-members': { of: 'admins' },
  'GET /api/users/member-photos': { of: 'admins' },
  'GET /api/users/:userId/effects': { of: 'member' },
  'PATCH /api/users/:userId/deactivate': { of: 'member' },
  'PATCH /api/users/:userId/reactivate': { of: 'member' },
  'PATCH /api/users/:userId/role': { of: 'member', body: { role: 'ADMIN' } },
  'DELETE /api/users/:userId/team-members/:memberId': { of: 'memberOfAdmin' },
} as const

/** A new USER of company A. */
export async function memberOfA({ database: { db }, companies }: TestServer, isInactive = false): Promise<string> {
  const id = uuid()
  const names = { firstName: 'New', lastName: 'Member', email: `${id}@example.test` }
  await addUser(db, { ...names, id, companyId: companies.A, role: 'USER', passwordHash: 'none' })
  if (isInactive) await db.updateTable('users').set({ active: false }).where('id', '=', id).execute()
  return id
}
